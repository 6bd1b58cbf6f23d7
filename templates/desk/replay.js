"use strict";
const byId = id => document.getElementById(id);
const slider = byId("step"), stage = byId("stage"), play = byId("play"), marks = byId("marks");
const [pieces, frames] = JSON.parse(byId("game").textContent);
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const last = frames.length - 1, places = test => frames.flatMap((frame, n) => test(frame) ? [n] : []);
const stops = { turn: places(frame => frame.opens), fight: places(frame => frame.fight) };
const SMALLEST = 0.95; // of the size at which a map is drawn: what stands on it is well read
const shown = [];
let playing = 0, keyShown = false, begun = false, seen = null;
for (const frame of frames) {
  const now = [...(shown.at(-1) ?? [])];
  for (const [at, gone, ...come] of frame.edits) now.splice(at, gone, ...come);
  shown.push(now);
}

function made(at) {
  const template = document.createElement("template");
  template.innerHTML = shown[at].map(piece => pieces[piece]).join("");
  return template.content;
}

// What each thing on the map is told to be: a thing has changed if nothing was told so before.
function told(content) {
  const things = [...content.querySelectorAll(".chart :is([data-place],[data-piece])")];
  return things.map(thing => [thing, thing.querySelector("title").textContent.replace(", acting now", "")]);
}

function show(at) {
  const content = made(at), before = stage.querySelector(".board .scroll");
  if (before?.clientHeight) seen = [before.scrollLeft, before.scrollTop];
  if (at) {
    const old = new Set(told(made(at - 1)).map(([, words]) => words));
    for (const [thing, words] of told(content)) thing.classList.toggle("fresh", !old.has(words));
  }
  slider.value = at;
  const map = content.querySelector(".chart");
  if (map && keyShown) map.setAttribute("viewBox", map.dataset.whole);
  stage.replaceChildren(content);
  if (at) begun = true;
  else if (!begun) stage.append(byId("card").content.cloneNode(true));
  const frame = frames[at];
  byId("at").textContent = frame.at;
  slider.setAttribute("aria-valuetext", frame.at);
  byId("here").href = `#${frame.id}`;
  marks.value = frames[stops.turn.concat(stops.fight, 0).filter(n => n <= at).reduce((a, b) => Math.max(a, b))].id;
  history.replaceState(null, "", `#${frame.id}`);
  flipped();
  const view = stage.querySelector(".board .scroll");
  if (!view?.clientHeight) return;
  if (seen) view.scrollTo(seen[0], seen[1]);
  else legible(view);
  reveal(view, seen ? ".fresh,.arrow" : "[data-piece]");
}

// While a battle is fought its board has the place of the map, until somebody wants to see the map.
function flipped() {
  const flip = stage.querySelector(".to-map");
  if (flip) flip.textContent = document.body.classList.contains("charted") ? "Show the battle" : "Show the map";
}

// What cannot be read when the whole map is shown is shown larger, and moves to where something happens.
function legible(view) {
  const map = view.querySelector(".chart"), { width, height } = map.viewBox.baseVal;
  stage.style.setProperty("--legible", `${width * SMALLEST}px`);
  if (Math.min(view.clientWidth / width, view.clientHeight / height) < SMALLEST / 2) whole(false);
}

function whole(all) {
  document.body.classList.toggle("all", all);
  byId("fit").setAttribute("aria-pressed", String(all));
}

// So that what has changed is in sight: the view moves only if it must.
function reveal(view, which = ".fresh,.arrow") {
  const boxes = all => [...view.querySelectorAll(all)].map(thing => thing.getBoundingClientRect());
  const span = all => [Math.min(...all.map(one => one.left)), Math.max(...all.map(one => one.right)),
    Math.min(...all.map(one => one.top)), Math.max(...all.map(one => one.bottom))];
  const box = view.getBoundingClientRect(), room = 30, fresh = boxes(which);
  if (!fresh.length) return;
  let [left, right, top, low] = span(fresh);
  if (right - left > box.width || low - top > box.height) [left, right, top, low] = span(seen ? fresh.slice(0, 1) : most(fresh, box));
  const off = (from, to, start, end) =>
    from < start + room || to > end - room ? (from + to) / 2 - (start + end) / 2 : 0;
  view.scrollBy({
    left: off(left, right, box.left, box.right), top: off(top, low, box.top, box.bottom),
    behavior: calm.matches || playing || !seen ? "auto" : "smooth",
  });
}

// The most of these that the window can hold, from one of them on.
function most(all, { width, height }) {
  const held = one => all.filter(each => each.left >= one.left && each.right <= one.left + width * .9
    && Math.abs(each.top - one.top) <= height * .4);
  return all.map(held).reduce((some, others) => others.length > some.length ? others : some);
}

function go(where) {
  const at = Number(slider.value), on = where.endsWith("+"), kind = where.slice(0, -1);
  if (!kind) return Math.min(last, Math.max(0, at + (on ? 1 : -1)));
  // After the last turn comes the end; after the last battle nothing.
  if (on) return stops[kind].find(n => n > at) ?? (kind === "turn" ? last : at);
  return stops[kind].findLast(n => n < at) ?? (kind === "turn" ? 0 : at);
}

function pause() {
  clearInterval(playing);
  playing = 0;
  play.textContent = "Play";
  stage.setAttribute("aria-live", "polite");
}

function start() {
  if (Number(slider.value) === last) show(0);
  play.textContent = "Pause";
  // Who listens hears what he stops at, not all that goes by.
  stage.setAttribute("aria-live", "off");
  playing = setInterval(() => {
    show(go("+"));
    if (Number(slider.value) === last) pause();
  }, Number(byId("speed").value));
}

function turnTo(id) {
  const at = frames.findIndex(frame => frame.id === id);
  if (at >= 0) show(at);
  return at >= 0;
}

const KEYS = {
  ArrowLeft: () => go("-"), ArrowRight: () => go("+"), ArrowUp: () => go("+"), ArrowDown: () => go("-"),
  PageUp: () => go("turn-"), PageDown: () => go("turn+"), Home: () => 0, End: () => last,
  b: () => go("fight+"), B: () => go("fight-"),
};
document.addEventListener("keydown", press => {
  const on = press.target;
  if (press.ctrlKey || press.altKey || press.metaKey || on.matches("select,summary")) return;
  if (press.key === " " && !on.matches("button,a")) {
    press.preventDefault();
    (playing ? pause : start)();
  } else if (KEYS[press.key] && (on === slider || !press.key.startsWith("Arrow") || !on.closest(".scroll,.told"))) {
    press.preventDefault();
    pause();
    show(KEYS[press.key]());
  }
});
document.addEventListener("click", press => {
  const where = press.target.closest("[data-go]")?.dataset.go;
  if (where) { pause(); show(go(where)); }
  if (press.target.closest(".to-map")) {
    document.body.classList.toggle("charted");
    show(Number(slider.value));
    stage.querySelector(".to-map").focus();
  }
  const begin = press.target.closest("[data-begin]");
  if (begin) {
    begun = true;
    begin.closest(".title-card").remove();
    if (begin.dataset.begin) start();
    slider.focus();
  }
});
slider.addEventListener("input", () => { pause(); show(Number(slider.value)); });
play.addEventListener("click", () => (playing ? pause : start)());
byId("speed").addEventListener("change", () => { if (playing) { pause(); start(); } });
marks.addEventListener("change", () => { pause(); turnTo(marks.value); });
byId("fit").addEventListener("click", () => {
  whole(!document.body.classList.contains("all"));
  reveal(stage.querySelector(".board .scroll"));
});
byId("key").addEventListener("click", press => {
  keyShown = !keyShown;
  press.target.setAttribute("aria-pressed", String(keyShown));
  show(Number(slider.value));
});
addEventListener("hashchange", () => { if (turnTo(location.hash.slice(1))) pause(); });

for (const [n, frame] of frames.entries()) {
  if (!frame.opens && !frame.fight) continue;
  const tick = document.createElement("i");
  tick.className = frame.fight ? "fight" : "turn";
  tick.style.left = `${100 * n / Math.max(1, last)}%`;
  byId("ticks").append(tick);
}
if (!turnTo(location.hash.slice(1))) show(0);
slider.focus();
