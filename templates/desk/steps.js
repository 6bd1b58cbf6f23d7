// What happened, step by step, while the rest of the page still shows what was before.
"use strict";

function steps() {
  return [...document.querySelectorAll("#arrived .steps > h3, #arrived .steps > ul > li")];
}

function hideSteps() {
  endBefore();
  for (const one of steps()) one.classList.add("to-come");
  const before = document.querySelector("#arrived .before");
  document.body.classList.toggle("stepping", before !== null);
  // Before the map of now: of two drawings with the same names the first one's ground is drawn.
  if (before) {
    const [map, tracks, log, battle] = before.content.cloneNode(true).children;
    document.querySelector(".view").prepend(map);
    document.querySelector(".lore").prepend(tracks);
    byId("log").before(log);
    document.querySelector(".board").append(battle);
  }
  aim();
  step("next");
}

function step(how) {
  const coming = steps().filter(one => one.classList.contains("to-come"));
  const upto = how === "all" ? coming.length : coming.findIndex(one => one.matches("li")) + 1;
  const now = coming.slice(0, upto || coming.length);
  for (const one of now) one.classList.remove("to-come");
  showMoves();
  showDice(now);
  if (now.length) intoSight(now.at(-1));
  if (now.length === coming.length) endSteps();
}

// What is taller than its window is read from its top.
function intoSight(one) {
  const tall = one.clientHeight > byId("arrived").clientHeight / 2;
  one.scrollIntoView({ block: tall ? "start" : "nearest" });
}

// The arrows of what was stepped through so far, on the map of before.
function showMoves() {
  const then = document.querySelector("#then .chart");
  if (!then) return;
  for (const old of then.querySelectorAll(".went")) old.remove();
  const arrows = [...document.querySelectorAll("#map .chart g:has(> .arrow)")];
  const counts = [...document.querySelectorAll("#map .chart g:has(> .count)")], went = [];
  for (const one of document.querySelectorAll("#arrived .move:not(.to-come)")) {
    const at = arrows.findIndex((arrow, n) => n > (went.at(-1) ?? -1) && titled(arrow) === one.dataset.words);
    if (at >= 0) went.push(at);
  }
  const copies = all => went.map(at => {
    const copy = all[at].cloneNode(true);
    copy.classList.add("went");
    return copy;
  });
  then.querySelector(":scope > g").after(...copies(arrows)); // above the ground, below who stands there
  then.append(...copies(counts));
}

// The dice of this step beside the piece, or the side, that rolled them, as `drawing.board` puts them.
function showDice(now) {
  const board = byId("battle-then");
  if (!board) return;
  for (const old of board.querySelectorAll(".fell")) old.remove();
  const pieces = [...board.querySelectorAll("[data-piece]")];
  for (const roll of now.flatMap(one => [...one.querySelectorAll("[data-rolled]")])) {
    const words = roll.dataset.rolled.split(" ");
    const named = pieces.filter(one => words.includes(one.dataset.piece));
    const short = pieces.filter(one => words.some(word => one.dataset.piece.endsWith(`_${word}`)));
    const [piece, other] = named.length ? named : short;
    const side = words.map(word => board.querySelector(`.rank[data-side="${CSS.escape(word)}"]`)).find(Boolean);
    const copy = roll.querySelector(".faces").cloneNode(true);
    copy.classList.add("fell");
    if (piece && !other) piece.after(copy);
    else side?.append(copy);
  }
  squeeze();
}

function titled(one) {
  return one.querySelector("title").textContent;
}

function endSteps() {
  for (const button of document.querySelectorAll("[data-step]")) button.disabled = true;
  document.querySelector("#arrived [data-verb=looked]")?.focus();
  document.body.classList.remove("stepping");
  endBefore();
}

function endBefore() {
  for (const old of document.querySelectorAll("#then, #tracks-then, #log-then, #battle-then")) old.remove();
}
