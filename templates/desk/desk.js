// The desk: sends what is clicked, puts the answer's parts in their places, and says what was said.
"use strict";
const LIT = { piece: "data-piece", place: "data-place", card: "data-card" };
const byId = id => document.getElementById(id);
const LOOKED = ["card", "piece", "place"];
let spot = null;

// -- to the server and back ---------------------------------------------------------------------

async function ask(verb, words, desk) {
  try {
    const reply = await toOurs(desk ?? location.pathname, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ verb, words }),
    });
    return await reply.json();
  } catch {
    return null;
  }
}

let last = Promise.resolve(), waiters = 0;

// One after the other: each is sent with the version that the answer before it has brought.
function inTurn(work) {
  const done = last.then(work);
  last = done.catch(() => {});
  return done;
}

function version() {
  return document.querySelector("[data-version]")?.dataset.version ?? "";
}

function act(verb, words = {}, clicked = document.body, pressed = clicked) {
  hush();
  waiters += 1;
  const done = busy(pressed);
  return inTurn(async () => {
    if (!clicked.isConnected) return; // the answer before has put something else in its place
    const reply = await ask(verb, { version: version(), ...words }, clicked.dataset?.desk);
    if (reply) take(reply);
    else say("The program does not answer. Is it still running? Your unsent orders are kept.");
  }).finally(() => {
    waiters -= 1;
    done();
  });
}

// What was pressed shows at once that it works; what takes longer says so.
function busy(pressed) {
  document.body.setAttribute("aria-busy", "true");
  pressed.setAttribute("aria-busy", "true");
  const slow = setTimeout(() => say(pressed.closest("[data-busy]")?.dataset.busy ?? "Working ..."), 400);
  return () => {
    clearTimeout(slow);
    pressed.removeAttribute("aria-busy");
    if (!waiters) document.body.removeAttribute("aria-busy");
  };
}

// Where something is that was asked for: its tab and what folds it away are opened.
function openUpTo(one) {
  const panel = one.closest("[role=tabpanel]"), folded = one.closest("details");
  if (panel?.hidden) tab(byId(panel.getAttribute("aria-labelledby")), false);
  if (folded) folded.open = true;
  one.scrollIntoView({ block: "nearest" });
}

function take(answer) {
  if (answer.goes) { location.assign(answer.goes); return; }
  const focused = document.activeElement;
  const missed = answer.was && String(answer.was) !== version(); // another tab has had what came between
  for (const [id, html] of Object.entries(answer.parts ?? {})) put(id, html, focused);
  light();
  place();
  if (answer.parts?.drawer) pulled(focused);
  if (answer.parts?.correct) openUpTo(byId("correct"));
  refocus(focused);
  if (answer.job) follow(answer.job);
  if (answer.parts?.map || answer.parts?.noted || answer.parts?.log) pin();
  onSheet("");
  say(answer.said ?? "");
  if (missed) act("all");
}

// -- the drawer beside the map: who opens it is led into it, who shuts it is led back ------------

let opener = null, inside = "";

function pulled(from) {
  const drawer = byId("drawer"), title = byId("drawer-title")?.textContent ?? "";
  if (title && title !== inside) {
    if (!inside) opener = from;
    byId("drawer-title").focus();
  } else if (!title && inside) {
    ((opener && again(opener)) ?? heard())?.focus();
  }
  inside = title;
}

function put(id, html, from) {
  const old = byId(id), made = document.createElement("template");
  made.innerHTML = html;
  const fresh = made.content.firstElementChild;
  if (!old || !fresh) return;
  if (id === "battle" && !fresh.hidden && (old.hidden || old.dataset.below !== fresh.dataset.below)) flip("below" in fresh.dataset);
  // A new question starts at its top.
  const top = old.dataset.question === fresh.dataset.question ? old.scrollTop : 0, wasOpen = old.matches("dialog[open]");
  if (old.dataset.question === fresh.dataset.question) for (const box of fresh.querySelectorAll("#always")) box.checked = byId("always")?.checked;
  // What is being put together in this tab alone stays, whatever becomes of all around it.
  for (const held of old.querySelectorAll("[data-held]")) {
    const there = made.content.querySelector(`#${held.id}`);
    if (!there) continue;
    there.closest("details").open = held.closest("details").open;
    there.replaceWith(held);
  }
  old.replaceWith(fresh);
  fresh.scrollTop = top;
  if (id === "map") { showKey(); aim(); }
  if (id === "arrived") { hideSteps(); turned(); }
  if (fresh.matches("dialog[data-open]") || wasOpen && fresh.matches("dialog") && fresh.childElementCount) {
    opened(fresh, from, wasOpen);
  }
}

let unsaid = 0;

// Over the map it goes by itself, later the longer it is, but not while something is waited for.
function say(words) {
  const said = byId("said");
  clearTimeout(unsaid);
  if (words && view) unsaid = setTimeout(() => document.body.hasAttribute("aria-busy") || say(""), 6000 + 60 * words.length);
  said.textContent = "";
  said.textContent = words;
  said.classList.toggle("fresh", Boolean(words));
  if (words) onSheet(words);
}

// -- long work: how far it is, and an end to it ----------------------------------------------------

async function follow(number) {
  const row = document.createElement("li"), bar = document.createElement("progress");
  const name = document.createElement("span"), stop = document.createElement("button");
  stop.type = "button";
  stop.textContent = "Stop";
  row.append(name, bar, stop);
  byId("works").append(row);
  let ends = false, pause = 40;
  stop.addEventListener("click", event => { event.stopPropagation(); ends = true; stop.disabled = true; });
  try {
    const look = async () => {
      const reply = await fromOurs(`jobs/${number}${ends ? "/stop" : ""}`, ends ? { method: "POST" } : {});
      const now = await reply.json();
      if (!reply.ok) say(now.said ?? "");
      else if (now.answer) take(now.answer);
      return reply.ok && !now.answer ? now : null;
    };
    for (let now; (now = await inTurn(look));) {
      name.textContent = now.label;
      bar.max = now.of;
      bar.value = now.done;
      bar.setAttribute("aria-label", now.label);
      await new Promise(done => setTimeout(done, pause));
      pause = Math.min(300, pause * 2);
    }
  } catch {
    say("The program does not answer. Is it still running?");
  }
  row.remove();
}

// -- notes, where they are about ------------------------------------------------------------------

function pin() {
  if (!byId("noted")) return;
  for (const old of document.querySelectorAll("[data-noted]:not(#noted)")) delete old.dataset.noted;
  for (const old of document.querySelectorAll(".chart .noted-here")) old.remove();
  for (const [what, text] of Object.entries(JSON.parse(byId("noted").dataset.noted))) {
    const at = what.indexOf(":"), kind = what.slice(0, at), id = CSS.escape(what.slice(at + 1));
    for (const one of document.querySelectorAll(`[data-${kind}="${id}"]`)) {
      if (one.closest("#near, #drawer, dialog") || one.matches(".hit")) continue;
      one.dataset.noted = "";
      if (one instanceof SVGElement) pinned(one, text); else one.title = text;
    }
  }
}

function pinned(one, text) {
  const box = one.getBBox(), mark = document.createElementNS("http://www.w3.org/2000/svg", "text");
  const told = document.createElementNS("http://www.w3.org/2000/svg", "title");
  mark.setAttribute("class", "noted-here");
  mark.setAttribute("x", box.x + box.width);
  mark.setAttribute("y", box.y + 12);
  mark.textContent = "\u270E";
  told.textContent = text;
  mark.append(told);
  one.append(mark);
}

// -- what glows ---------------------------------------------------------------------------------

function light() {
  if (!byId("glow")) return;
  for (const old of document.querySelectorAll(".lit, .other, .chosen")) {
    old.classList.remove("lit", "goal", "farther", "other", "chosen");
    for (const name of ["role", "tabindex", "aria-pressed", "aria-description", "data-what"]) old.removeAttribute(name);
  }
  const { lit, on, ways, goals, farther } = Object.fromEntries(
    ["lit", "on", "ways", "goals", "farther"].map(name => [name, JSON.parse(byId("glow").dataset[name])]));
  for (const [what, count] of Object.entries(lit)) mark(what, count ? "lit" : "other", count);
  for (const what of goals) mark(what, "goal", lit[what]);
  for (const what of farther) mark(what, "farther", lit[what]);
  for (const what of on) mark(what, "chosen", 0);
  const about = (byId("glow").dataset.about ?? "").split(" ");
  for (const one of document.querySelectorAll("#battle [data-piece], #map g[data-piece]")) one.classList.toggle("about", about.includes(one.dataset.piece));
  for (const one of document.querySelectorAll("#map .hit[data-place]")) one.classList.toggle("about", about.includes(`place:${one.dataset.place}`));
  for (const [way, goal] of Object.entries(ways)) {
    for (const line of document.querySelectorAll(`[data-way="${CSS.escape(way)}"]`)) {
      line.classList.add("lit", "goal");
      line.dataset.what = `place:${goal}`;
    }
  }
  voice();
  squeeze();
  flagTabs();
  reveal();
}

// A tab says that something on its hidden page can be chosen.
function flagTabs() {
  for (const one of document.querySelectorAll("[role=tab]")) {
    const has = byId(one.getAttribute("aria-controls")).querySelector(".lit") !== null;
    one.classList.toggle("has-lit", has);
    one.title = has ? "You can choose something here" : "";
  }
}

function mark(what, how, count) {
  const at = what.indexOf(":"), name = LIT[what.slice(0, at)];
  if (!name) return;
  for (const one of document.querySelectorAll(`[${name}="${CSS.escape(what.slice(at + 1))}"]`)) {
    if (one.closest("#log")) continue;
    one.classList.add(how);
    one.dataset.what = what;
    if (one.matches(".hit")) continue;
    one.setAttribute("role", "button");
    one.setAttribute("tabindex", how === "other" && name === LIT.place ? "-1" : "0");
    one.setAttribute("aria-pressed", how === "chosen" ? "true" : "false");
    if (count) one.setAttribute("aria-description", count === 1 ? "1 choice" : `${count} choices`);
    if (!one.querySelector("title") && !one.hasAttribute("aria-label")) one.setAttribute("aria-label", label(one));
  }
}

function label(one) {
  return one.textContent.trim().replace(/\s+/g, " ");
}

// -- the card at the click ----------------------------------------------------------------------

function place() {
  const near = byId("near");
  if (!near) return;
  if (!spot) near.hidden = true;
  if (near.hidden) return;
  const box = near.getBoundingClientRect(), board = document.querySelector(".board").getBoundingClientRect();
  const on = one => spot.x >= one.left && spot.x <= one.right && spot.y >= one.top && spot.y <= one.bottom;
  const room = on(board) ? board : { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const gap = 14, bottom = Math.min(room.bottom, innerHeight);
  const fit = (at, size, from, to) => Math.max(from + 8, Math.min(at, to - size - 8));
  const spread = (at, size, from, to) => [at + gap, at - gap - size, at - size / 2,
    ...Array.from({ length: 9 }, (_, n) => from + (to - from - size) * n / 8)];
  const boxes = which => [...document.querySelectorAll(which)].map(one => one.getBoundingClientRect());
  const able = boxes("#map [role=button]"), glowing = boxes("#map .lit"), pieces = boxes("#map [data-piece]:is(.lit, .other)"), chosen = boxes("#map .chosen:not(.hit)");
  let least = Infinity;
  // Near the click, where it hides little of what can be clicked next, nothing as a whole, and not what was clicked.
  for (const x of spread(spot.x, box.width, room.left, room.right)) for (const y of spread(spot.y, box.height, room.top, bottom)) {
    const left = fit(x, box.width, room.left, room.right), top = fit(y, box.height, room.top, bottom);
    const over = one => one.left < left + box.width && one.right > left && one.top < top + box.height && one.bottom > top;
    const hidden = one => one.left + one.width / 8 >= left && one.right - one.width / 8 <= left + box.width
      && one.top + one.height / 8 >= top && one.bottom - one.height / 8 <= top + box.height;
    const at = { left: spot.x, right: spot.x, top: spot.y, bottom: spot.y };
    const far = Math.hypot(left + box.width / 2 - spot.x, top + box.height / 2 - spot.y) / 120;
    const cost = 60 * able.filter(hidden).length + glowing.filter(over).length + 6 * pieces.filter(over).length + 9 * chosen.filter(over).length + far + (over(at) ? 1000 : 0);
    if (cost >= least) continue;
    least = cost;
    near.style.left = `${left}px`;
    near.style.top = `${top}px`;
  }
  if (spot.keys) near.querySelector("button:not(.close)")?.focus();
}

// What was clicked is elsewhere now.
function follows() {
  const same = spot ? `[data-what="${CSS.escape(spot.what)}"]:not(#near *)` : "#none";
  const one = document.querySelector(`#map ${same}`) ?? document.querySelector(same);
  if (!one) return;
  Object.assign(spot, middle(one), { keys: false });
  place();
}

function remember(event, target) {
  const box = target.getBoundingClientRect();
  const keys = event.detail === 0;
  const at = keys ? { x: box.right, y: box.bottom } : { x: event.clientX, y: event.clientY };
  spot = { ...at, keys, what: target.dataset.what };
}

// A place, a piece or a card that does not glow tells what is known of it.
function looked(target) {
  const one = target.closest?.("[data-card], [data-piece], [data-place]");
  if (!one || one.closest("#near, dialog")) return "";
  return LOOKED.filter(name => one.dataset[name]).map(name => `${name}:${one.dataset[name]}`)[0];
}

// -- clicks and keys ----------------------------------------------------------------------------

function words(element) {
  const { verb, desk, ...said } = element.dataset;
  if (/^(take|play|pick)$/.test(verb) && byId("always")?.checked) said.always = "yes";
  const form = element.matches("form") ? element : element.closest("form");
  if (form) for (const [name, value] of new FormData(form)) {
    said[name] = said[name] ? `${said[name]} ${value}` : value;
  }
  return said;
}

function picks(lit) {
  return { what: lit.dataset.what, ...(byId("always")?.checked && { always: "yes" }) };
}

document.addEventListener("click", event => {
  if (dragged) { dragged = false; return; }
  const lit = event.target.closest("[data-what]:is(.lit, .other, .chosen)");
  if (lit && !lit.dataset.verb) {
    remember(event, lit);
    act("pick", picks(lit), lit);
    return;
  }
  const button = event.target.closest("button, [data-verb]:not(form)");
  const look = button?.dataset.look ?? looked(event.target);
  if (look && (!button || button.dataset.look)) {
    act("about", { ...(byId("correct")?.checkVisibility() && words(byId("correct"))), what: look }, event.target);
    return;
  }
  if (!button) return;
  if (button.dataset.flip) { flip(!document.querySelector(".board").matches(".charted")); return; }
  if (button.dataset.zoom) { zoomed(button.dataset.zoom); return; }
  if (button.dataset.beside) {
    const done = busy(button);
    addEventListener("pagehide", () => { done(); say(""); }, { once: true });
    location.assign(`${location.pathname}-${button.dataset.beside}`);
    return;
  }
  if (button.matches("[role=tab]")) { chose(button); return; }
  if (button.dataset.close) { button.closest("dialog").close(); return; }
  if (button.dataset.step) { step(button.dataset.step); return; }
  if (button.dataset.copy) { copy(button); return; }
  if (button.dataset.verb && button.type !== "submit") {
    if (!button.closest("#near")) spot = null;
    act(button.dataset.verb, words(button), button);
  }
});

document.addEventListener("pointerdown", () => { if (view) say(""); });

document.addEventListener("submit", event => {
  const form = event.target;
  if (!form.dataset.verb) return;
  event.preventDefault();
  const said = words(form);
  if (event.submitter?.name) said[event.submitter.name] = event.submitter.value;
  act(form.dataset.verb, said, form, event.submitter ?? form);
});

document.addEventListener("change", event => {
  const most = Number(event.target.closest("fieldset[data-most]")?.dataset.most ?? 0);
  if (!most) return;
  const boxes = [...event.target.closest("fieldset").querySelectorAll("input[type=checkbox]")];
  const full = boxes.filter(box => box.checked).length >= most;
  for (const box of boxes) box.disabled = full && !box.checked;
});

document.addEventListener("keydown", event => {
  if (document.querySelector(MODAL)) {
    // Enter writes, and Enter again seals what was shown, unless something in it is in doubt.
    if (event.key === "Enter" && !event.repeat && event.target.id === "sheet-title") document.querySelector("#sheet [data-enter]")?.click();
    return;
  }
  if (event.key === "Escape") hush();
  const lit = event.target.closest?.("[data-what]:not(button)");
  if (lit && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    spot = null;
    remember({ detail: 0 }, lit);
    act("pick", picks(lit));
    return;
  }
  if (event.key === "Escape" && byId("near") && !byId("near").hidden) { act("widen"); return; }
  if (event.key === "Escape" && event.target.closest?.("#drawer")) { act("close"); return; }
  if (event.target.closest?.("input, textarea, select")) return;
  if (byId("glow") && (event.ctrlKey || event.metaKey) && event.key === "z") {
    event.preventDefault();
    act("undo");
    return;
  }
  if (event.target.matches?.("[role=tab]")) {
    const all = [...event.target.parentElement.querySelectorAll("[role=tab]")].filter(one => one.checkVisibility());
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step) chose(all.at((all.indexOf(event.target) + step) % all.length));
    return;
  }
  if (typed(event)) { event.preventDefault(); return; }
  if (lit && TOWARDS[event.key] && hop(lit, event.key)) { event.preventDefault(); return; }
  if (event.target.closest?.(".view")) keyed(event);
});

// 1 to 9 take an answer, Enter sends what is written, N goes on with what happened.
function typed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return false;
  const chosen = /^[1-9]$/.test(event.key) ? document.querySelector(`#asked li[data-key="${event.key}"]`)
    : /^n$/i.test(event.key) ? byId("arrived")
    : event.key === "Enter" && event.target.matches("body, main, section") ? document.querySelector("#asked .prompt") : null;
  const button = chosen?.querySelector("button.choice, .choice > button, .target, [data-step=next]:enabled, [data-verb=looked], .send");
  if (!button || !shown(button)) return false;
  button.click();
  return true;
}

// While a battle is fought it has the place of the map, until somebody wants to see the map; a board that is `below`
// shows when somebody wants to see it.
function flip(toMap) {
  document.querySelector(".board").classList.toggle("charted", toMap);
  document.querySelector("[data-flip]").setAttribute("aria-pressed", String(toMap));
  hush();
  squeeze();
  aim();
}

function tab(chosen, focused = true) {
  for (const one of chosen.parentElement.querySelectorAll("[role=tab]")) {
    const mine = one === chosen, panel = byId(one.getAttribute("aria-controls"));
    one.setAttribute("aria-selected", String(mine));
    one.tabIndex = mine ? 0 : -1;
    if (panel.id === "turn") panel.parentElement.classList.toggle("turned", mine);
    else panel.hidden = !mine;
  }
  if (focused) chosen.focus();
}

// On a narrow screen what is asked is a tab too; on a wide one it is always in sight. A tab that was chosen stays.
let mine = null, lore = null;

function chose(one) {
  mine = one;
  if (one.id !== "tab-turn") lore = one;
  tab(one);
}

const slim = matchMedia("(max-width: 68.75em)");

function turned() {
  const turn = byId("tab-turn");
  if (turn && slim.matches) tab(turn, false);
  else if (turn?.ariaSelected === "true") tab(turn.nextElementSibling, false);
}

slim.addEventListener("change", () => {
  const turn = byId("tab-turn");
  if (turn && slim.matches) tab(mine ?? turn, false);
  else if (turn?.ariaSelected === "true") tab(lore ?? turn.nextElementSibling, false);
});

async function copy(button) {
  const text = byId(button.dataset.copy).textContent;
  try { await navigator.clipboard.writeText(text); say("Copied."); }
  catch { getSelection().selectAllChildren(byId(button.dataset.copy)); say("Selected; copy it with Ctrl+C."); }
}

function hush() {
  if (byId("hint")) byId("hint").hidden = true;
}

addEventListener("resize", () => { hush(); squeeze(); follows(); });

// -- the start -----------------------------------------------------------------------------------

if (view) {
  turned();
  light();
  if (byId("arrived")?.hidden === false) hideSteps();
  say(byId("said").textContent);
  pin();
  fit();
}

// -- files that are dropped ---------------------------------------------------

addEventListener("dragover", event => {
  if (!event.dataTransfer?.types.includes("Files")) return;
  event.preventDefault();
  document.body.classList.add("dropping");
});
addEventListener("dragleave", event => { if (!event.relatedTarget) document.body.classList.remove("dropping"); });
addEventListener("drop", event => {
  document.body.classList.remove("dropping");
  if (!event.dataTransfer?.files.length) return;
  event.preventDefault();
  drops(event.dataTransfer.files);
});
document.addEventListener("change", event => {
  if (event.target.matches("input[type=file][data-drop]")) drops(event.target.files);
});

// Lines from a phone, or the text of a mail, pasted anywhere but into a field.
addEventListener("paste", event => {
  const text = event.clipboardData?.getData("text/plain") ?? "";
  if (!text.includes("PBEM2") || event.target.closest?.("input, textarea")) return;
  event.preventDefault();
  drops([new File([text], "pasted text")]);
});

// One after another: answers that overtook each other would show an older pile. What each brought is said together.
function drops(files) {
  const heard = [];
  for (const file of [...files]) inTurn(() => drop(file, heard));
}

const LARGEST_MB = 24; // as the program says, which would cut the line in the middle of a larger one

async function drop(file, heard) {
  if (file.size > LARGEST_MB * 1024 * 1024) {
    heard.push(`${file.name} is too large: mails and saves have at most ${LARGEST_MB} MB.`);
    say(heard.join(" "));
    return;
  }
  waiters += 1;
  const done = busy(document.body);
  try {
    const reply = await toOurs(`${location.pathname}?drop=${encodeURIComponent(file.name)}`, {
      method: "POST",
      headers: { "Content-Type": "application/octet-stream" },
      body: file,
    });
    const answer = await reply.json();
    take(answer);
    if (answer.said) heard.push(answer.said);
    if (heard.length > 1) say(heard.length > 4 ? `${heard.length} files: ${heard.slice(-2).join(" ")}` : heard.join(" "));
  } catch {
    say("The program did not get the file. Is it still running?");
  } finally {
    waiters -= 1;
    done();
  }
}

// The form of a new game is long, and its card may stand at the foot of the window.
document.addEventListener("toggle", ({ target: one }) => {
  if (one.open && one.matches("details.new")) one.scrollIntoView({ block: "nearest" });
}, true);

document.querySelector("dialog[data-open]")?.showModal();
if (document.querySelector("#battle[data-below]")) flip(true);

// Chosen before this script had come: the event is gone, the files are there.
for (const chosen of document.querySelectorAll("input[type=file][data-drop]")) drops(chosen.files);
