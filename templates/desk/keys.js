// Who plays by keys, or listens: the keyboard is never lost when a part of the page is drawn anew, and the map says what it shows.
"use strict";
const ABLE = "button:not(:disabled), a[href], input:not([type=hidden]):not(:disabled), select, textarea, summary, [tabindex]";
const SAME = ["verb", "what", "line", "word", "card", "section", "name", "kind", "way", "step", "look", "of"];
const MODAL = "dialog:modal";

// -- where the keyboard is -----------------------------------------------------------------------

function shown(one) {
  return one.checkVisibility({ visibilityProperty: true });
}

// What stands now where this stood: itself, its like, its line at its new place, or what is next to it.
function again(was) {
  if (was.isConnected) return was.matches(ABLE) && shown(was) ? was : null;
  const from = was.closest("[id]"), home = byId(from?.id);
  if (!home || !shown(home) || from.dataset.question !== home.dataset.question) return null; // a new question is read from its top
  const all = [...home.querySelectorAll(ABLE)].filter(shown);
  const { verb, what, at, to } = was.dataset;
  const likes = all.filter(one => one.tagName === was.tagName && SAME.every(name => one.dataset[name] === was.dataset[name])
    && (verb || what || one.name === was.name && one.textContent === was.textContent));
  if (at !== undefined && to !== undefined) {
    const moved = likes.filter(one => one.dataset.at === to);
    return moved.find(one => one.dataset.to - to === to - at) ?? moved[0] ?? null;
  }
  return likes.find(one => one.dataset.at === at) ?? (at === undefined ? null : likes.at(-1)) ?? null;
}

function held() {
  const now = document.activeElement;
  return now && now.matches(ABLE) && shown(now); // what glows no more has let it go
}

// The keyboard stays where it was, or goes to what is asked: never to the top of the page.
function refocus(was) {
  if (!was || was === document.body || held()) return;
  const next = again(was) ?? (was.closest("#near") ? picked() : was.closest("dialog") ? led() : null) ?? heard();
  next?.focus();
}

function picked() {
  const what = spot?.keys && spot.what;
  const one = what && document.querySelector(`#map [data-what="${CSS.escape(what)}"][tabindex]`);
  return one || null;
}

// What is to be read next: the news before they are looked at, else the question.
function heard() {
  const modal = document.querySelector(MODAL);
  if (modal) return modal.querySelector("h2[tabindex]") ?? modal;
  return ["arrived", "asked", "mails", "games"].map(byId).find(one => one && shown(one)) ?? null;
}

// What is said while a sheet is open stands on it, till the next answer, so that nothing moves under a click: what
// lies behind is dim, and is not read out.
function onSheet(words) {
  const sheet = document.querySelector(MODAL);
  sheet?.querySelector(":scope > .told")?.remove();
  if (!sheet || !words) return;
  const told = document.createElement("p");
  told.className = "told";
  told.setAttribute("role", "alert");
  sheet.append(told);
  told.textContent = words;
  told.scrollIntoView({ block: "nearest" });
}

let asker = null;

// A dialog that opens takes the keyboard with it; drawn anew it keeps it; who shuts it is led back.
function opened(dialog, from, anew = false) {
  if (!anew) asker = from;
  dialog.showModal();
  ((anew && again(from)) || dialog.querySelector("h2[tabindex]"))?.focus();
}

function led() {
  const next = asker && asker !== document.body ? again(asker) : null;
  asker = null;
  return next;
}

document.addEventListener("close", event => {
  if (!event.target.matches("dialog") || document.querySelector(MODAL)) return;
  const next = led();
  if (!held()) (next ?? heard())?.focus();
}, true);

// -- what the map says -----------------------------------------------------------------------------

// Each place and piece is one thing with a name; ground without a name of its own is said only while it can be chosen.
function voice() {
  for (const one of document.querySelectorAll("#map :is(g[data-place], g[data-piece])")) {
    const glows = one.hasAttribute("tabindex"), name = one.querySelector("title")?.textContent ?? "";
    if (!glows) one.setAttribute("role", "img");
    one.toggleAttribute("data-bare", name.split(",")[0] === one.dataset.place);
    if (!glows && one.hasAttribute("data-bare")) one.setAttribute("aria-hidden", "true");
    else one.removeAttribute("aria-hidden");
  }
}

// -- from one thing that glows to the next ----------------------------------------------------------

const TOWARDS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// The nearest on the map in the direction of an arrow key.
function hop(from, key) {
  const [dx, dy] = TOWARDS[key], here = middle(from);
  let best = null, least = Infinity;
  for (const one of document.querySelectorAll("#map [data-what][tabindex]")) {
    if (one === from) continue;
    const at = middle(one), x = at.x - here.x, y = at.y - here.y, ahead = x * dx + y * dy;
    if (ahead <= 1) continue;
    const cost = ahead + 2.5 * Math.abs(x * dy - y * dx);
    if (cost < least) { least = cost; best = one; }
  }
  best?.focus();
  return best !== null;
}

// The room of something on the screen. A place without a name whose number had no room draws nothing: its field is there.
function extent(one) {
  const box = one.getBoundingClientRect();
  if (box.width || box.height || !one.dataset.what) return box;
  return document.querySelector(`#map .hit[data-what="${CSS.escape(one.dataset.what)}"]`)?.getBoundingClientRect() ?? box;
}

function middle(one) {
  const box = extent(one);
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

// -- the list of keys, and the ways past the head ------------------------------------------------------

document.addEventListener("keydown", event => {
  if (event.key !== "?" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest?.("input, textarea, select") || document.querySelector(MODAL) || !byId("keys")) return;
  event.preventDefault();
  opened(byId("keys"), document.activeElement);
});

document.addEventListener("click", event => {
  const one = event.target.closest?.(".skip, [data-keys]");
  if (!one) return;
  event.preventDefault();
  if (one.matches("[data-keys]")) { opened(byId("keys"), one); return; }
  const goal = one.hash === "#asked" ? heard() : document.querySelector(one.hash);
  const glows = one.hash === "#board" ? document.querySelector("#map [data-what][tabindex]") : null;
  (glows ?? goal)?.focus();
});
