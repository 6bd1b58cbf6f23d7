// The map: zoom and pan. What is too small to be read on it is left out, and it opens where there is something to do.
"use strict";
const TYPE = { small: 8.6, county: 9.5, name: 11.5 };
const DETAIL = 9, GROWS = 6.5, READ = 11, NEARLY = 0.6, EDGE = 12, MANY = 24, MOST = 8, SLACK = 0.15, MARGIN = 0.15;
const view = document.querySelector(".view");
const aimed = { scale: 1, x: 0, y: 0 };
let fitted = { wide: 0, high: 0, unit: 0 }; // the window as the map was last drawn in it
let drag = null, dragged = false, keyShown = false, actors = "", drawn = "";
let guided = false; // somebody has moved the map since it was fitted into the window

// How many pixels a unit of the drawing has while all of it is shown.
function unit() {
  const box = document.querySelector("#map .chart")?.viewBox.baseVal;
  return box ? Math.min(view.clientWidth / box.width, view.clientHeight / box.height) : 0;
}

// A battle's board is drawn smaller where not all of it would be in sight.
function squeeze() {
  for (const battle of document.querySelectorAll("#battle, #battle-then")) {
    const boards = [...battle.querySelectorAll(".battle-board")];
    for (const board of boards) board.style.zoom = "";
    for (const size of [1.65, 1.38, 1.2, 1, 0.85]) {
      if (battle.scrollHeight <= battle.clientHeight) break;
      for (const board of boards) if (getComputedStyle(board).zoom > size) board.style.zoom = size;
    }
  }
}

function aim() {
  if (!view) return;
  const wide = view.clientWidth, high = view.clientHeight, type = unit() * aimed.scale;
  const within = (at, room) => Math.max(room * (1 - SLACK - aimed.scale), Math.min(room * SLACK, at));
  aimed.x = within(aimed.x, wide);
  aimed.y = within(aimed.y, high);
  fitted = { wide, high, unit: unit() };
  for (const map of document.querySelectorAll("#map, #then")) {
    map.style.transform = `translate(${aimed.x}px, ${aimed.y}px) scale(${aimed.scale})`;
    map.style.setProperty("--near", aimed.scale); // an arrow is as thick on a close-up
    const many = map.querySelector(".field") !== null;
    signs(map, many ? type : 0);
    const grown = many && aimed.scale === 1 && TYPE.name * type >= GROWS ? Math.max(1, DETAIL / TYPE.name / type) : 1;
    map.style.setProperty("--grown", grown); // names of the whole map, a little larger than in the drawing
    for (const [name, size] of Object.entries({ ...TYPE, name: TYPE.name * grown })) {
      map.classList.toggle(`no-${name}`, many && !keyShown && size * type < DETAIL - 0.01);
    }
  }
  markEdges();
}

function zoom(factor, x, y) {
  const scale = Math.min(MOST, Math.max(1, aimed.scale * factor)), by = scale / aimed.scale;
  aimed.x = x - (x - aimed.x) * by;
  aimed.y = y - (y - aimed.y) * by;
  aimed.scale = scale;
  if (scale === 1) aimed.x = aimed.y = 0;
  aim();
}

// The room of all of these in the window, while all of the map is shown; null if there are none.
function around(some) {
  const room = view.getBoundingClientRect(), boxes = some.map(extent);
  if (!boxes.length) return null;
  const at = (value, edge, moved) => (value - edge - moved) / aimed.scale;
  return {
    left: at(Math.min(...boxes.map(box => box.left)), room.left, aimed.x),
    right: at(Math.max(...boxes.map(box => box.right)), room.left, aimed.x),
    top: at(Math.min(...boxes.map(box => box.top)), room.top, aimed.y),
    bottom: at(Math.max(...boxes.map(box => box.bottom)), room.top, aimed.y),
  };
}

// As near as names can be read: on what glows and one's own pieces, or as many of these as the window then holds; on all of
// the map where a question is about nothing there.
function fit() {
  guided = false;
  const type = TYPE.name * unit(), mine = byId("map").dataset.mine; // who plays no side looks at all of it
  if (!type || type > (mine === undefined ? DETAIL : READ - NEARLY)) return;
  const all = what => [...document.querySelectorAll(`#map ${what}`)];
  for (const one of all(".stood[transform], .stood > [transform]")) one.removeAttribute("transform"); // a sign is larger than its counter will be
  const own = all(mine === undefined ? "[data-piece]" : `[data-piece]:has(> .side${mine})`), lit = all(".lit");
  const kinds = [all("[data-piece].lit"), lit, told(), own, all("[data-piece]"), all("g[data-place]")].filter(some => some.length);
  const wide = view.clientWidth - 2 * EDGE, high = view.clientHeight - 2 * EDGE, read = READ / type;
  const near = box => Math.min(wide / (box.right - box.left), high / (box.bottom - box.top));
  const asked = [...lit, ...told()], moving = all("[data-piece]:has(> .active)"); // also whom the question speaks of as moving
  if (!asked.length && !moving.length && document.querySelector("#asked :is(.choice, .target)")) { zoom(0, 0, 0); return; } // nothing of it is on the map
  const marked = asked.filter(one => !one.matches(".hit")); // an area may be larger than the window
  const names = new Set(asked.filter(one => one.dataset.piece).map(whereabouts)), homes = all("g[data-place]").filter(one => names.has(called(one)));
  const whole = [[...asked, ...homes, ...moving, ...own], [...asked, ...homes, ...moving], [...asked, ...moving, ...own], [...asked, ...moving], [...asked, ...own], asked, marked, kinds[0]].map(around).find(box => box && near(box) >= read * 0.93);
  const found = whole ?? densest(kinds[0], wide / read, high / read);
  const goals = around(all(".hit.lit.goal:not(.farther)")) ?? { left: 0, right: view.clientWidth, top: 0, bottom: view.clientHeight };
  aimed.scale = whole ? Math.min(read * 1.1, near(found)) : read;
  aimed.x = inwards(found.left, found.right, (goals.left + goals.right) / 2, view.clientWidth);
  aimed.y = inwards(found.top, found.bottom, (goals.top + goals.bottom) / 2, view.clientHeight);
  filled();
  uncut(found);
}

// A counter that the edge of the window cuts is in it as a whole, where what the map was fitted to stays in the window.
function uncut(found) {
  const wide = view.clientWidth, high = view.clientHeight;
  const shift = (low, high, to) => low < 0 && high > 0 ? EDGE - low : low < to && high > to ? to - EDGE - high : 0;
  const stays = (low, high, to) => low >= EDGE - 1 && high <= to - EDGE + 1;
  for (const box of [...document.querySelectorAll("#map .stood")].map(one => around([one]))) {
    const left = box.left * aimed.scale + aimed.x, right = box.right * aimed.scale + aimed.x;
    const top = box.top * aimed.scale + aimed.y, bottom = box.bottom * aimed.scale + aimed.y;
    if (right <= 0 || left >= wide || bottom <= 0 || top >= high) continue;
    const across = shift(left, right, wide), down = shift(top, bottom, high);
    if (across && stays(found.left * aimed.scale + aimed.x + across, found.right * aimed.scale + aimed.x + across, wide)) aimed.x += across;
    if (down && stays(found.top * aimed.scale + aimed.y + down, found.bottom * aimed.scale + aimed.y + down, high)) aimed.y += down;
  }
  filled();
}

// How far the map is moved so that these are in the window, off its middle by MARGIN at most: towards where they can go,
// else towards the middle of the map, so that less of the window is sea.
function inwards(low, high, goal, room) {
  const middle = (low + high) / 2 * aimed.scale, rest = Math.max(0, room * (1 - 2 * MARGIN) - (high - low) * aimed.scale) / 2;
  return room / 2 - Math.max(middle - rest, Math.min(middle + rest, goal * aimed.scale));
}

// None of the window is beyond the map, where the map is large enough; else the map is in the middle.
function filled() {
  const box = document.querySelector("#map .chart").viewBox.baseVal, { scale } = aimed;
  const within = (at, room, drawn) => {
    const rest = room - drawn, edge = rest / 2 * scale; // the map is in the middle of its room
    return drawn * scale > room ? Math.min(-edge, Math.max(room * (1 - scale) + edge, at)) : room / 2 * (1 - scale);
  };
  aimed.x = within(aimed.x, view.clientWidth, box.width * unit());
  aimed.y = within(aimed.y, view.clientHeight, box.height * unit());
  aim();
}

// Into a window of another size the map is fitted again; if somebody has moved it, the same part of it is in the middle, as
// large as before.
function resized() {
  if (!view) return;
  const { wide, high, unit: was } = fitted, now = unit();
  if (!guided && wide && now && !keyShown) {
    zoom(0, 0, 0);
    fit();
  } else if (aimed.scale !== 1 && was && now) {
    const scale = Math.min(MOST, Math.max(1, aimed.scale * was / now)), by = now / was;
    const middle = (at, from, to) => to / 2 - (to / 2 + ((from / 2 - at) / aimed.scale - from / 2) * by) * scale;
    aimed.x = middle(aimed.x, wide, view.clientWidth);
    aimed.y = middle(aimed.y, high, view.clientHeight);
    aimed.scale = scale;
    filled();
  } else aim();
  actors = "anew";
  reveal();
}

// The room of as many of these as stand in one window of this size.
function densest(some, wide, high) {
  const boxes = some.map(one => [one, around([one])]);
  const with_ = first => boxes.filter(([, box]) => box.left >= first.left && box.top >= first.top - high / 2
    && box.right <= first.left + wide && box.bottom <= first.top + high / 2);
  const groups = boxes.map(([one, box]) => [one, ...with_(box).map(([other]) => other)]);
  return around(groups.reduce((most, group) => group.length > most.length ? group : most));
}

// Whom the question is about is seen among all that lie there.
function unfold() {
  for (const tray of [byId("battle"), byId("tray")]) if (tray) unfolded(tray);
}

function unfolded(tray) {
  const one = tray?.querySelector(".token:is(.chosen, .lit)");
  if (!one) return;
  const box = tray.getBoundingClientRect(), at = one.getBoundingClientRect();
  if (at.bottom > box.bottom) tray.scrollTop += Math.min(at.bottom - box.bottom + 6, at.top - box.top);
  else if (at.top < box.top) tray.scrollTop += at.top - box.top - 6;
}

// Where nothing that glows is in the window, go to it; where others can act now than before, all of them are in it if it
// can hold them.
function reveal() {
  markEdges();
  unfold();
  const fields = [...document.querySelectorAll("#map .hit.lit")].flatMap(one => one.getAttribute("d").match(/M/g));
  byId("map")?.classList.toggle("many", fields.length > MANY);
  veil();
  if (!view) return;
  const all = what => [...document.querySelectorAll(`#map ${what}`)], lit = all(".lit"), chosen = all(".chosen");
  const goals = chosen.filter(one => one.dataset.place), acting = goals.length ? goals : [...chosen, ...all("[data-piece].lit")];
  const before = actors;
  if (!lit.length) acting.push(...told());
  actors = acting.map(one => `${one.dataset.what ?? one.dataset.place} ${one.getBBox().x}`).join();
  if (aimed.scale === 1) {
    if (!guided && (acting.length || lit.length)) fit(); // the whole of it was shown while nothing was asked there
    return;
  }
  const size = document.querySelector("#map .chart")?.dataset.whole?.split(" ")[2];
  if (drawn && size !== drawn && !keyShown) { drawn = size; zoom(0, 0, 0); fit(); return; } // another scale of the board
  if (!keyShown) drawn = size;
  if (acting.length && actors !== before) {
    if (!before) fit();
    else if (holds(acting)) bring(acting);
    else if (!acting.some(inWindow)) go(acting);
  } else if (lit.length && !lit.some(inWindow)) fit();
}

// Where somebody can get to very many fields, these keep their colours, with a dot in each, and a line within them runs along
// the others, which are barred in grey.
function veil() {
  for (const one of document.querySelectorAll("#map :is(.reach, .dots)")) one.remove();
  const goals = [...document.querySelectorAll("#map .hit.lit.goal:not(.farther)")], near = new Set(goals);
  const paths = some => some.map(one => one.getAttribute("d")).join("");
  const path = paths(goals);
  const others = document.querySelector("#map :is(.hit.lit:not(.goal), [data-place].other)");
  const veiled = others === null && (path.match(/M/g)?.length ?? 0) > MANY;
  byId("map")?.classList.toggle("veiled", veiled);
  if (!veiled) return;
  const beyond = paths([...document.querySelectorAll("#map .hit")].filter(one => !near.has(one)));
  const layer = (name, above) => {
    const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
    group.setAttribute("class", name);
    above.before(group);
    return group;
  };
  layer(goals.length > MANY ? "reach" : "reach few", document.querySelector("#map .hit")).innerHTML = `<pattern id="bars" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">`
    + `<path d="M0,3.5h7"/></pattern><clipPath id="within"><path d="${path}"/></clipPath>`
    + `<path class="veil" d="${beyond}"/><path fill="url(#bars)" d="${beyond}"/>`
    + `<g clip-path="url(#within)"><path class="bound" d="${beyond}"/></g>`;
  const texts = [...document.querySelectorAll("#map .chart :is(.name, .county)")].map(one => one.getBBox());
  const marked = one => document.querySelector(`#map g[data-place="${CSS.escape(one.dataset.place)}"] > :is(.town, .spot, [class^=side])`);
  const bare = goals.filter(one => !marked(one));
  layer("dots", document.querySelector("#map g[data-place]")).innerHTML = bare.map(one => dot(one.getBBox(), texts)).join("");
}

// A dot in a field, in its middle or where no name is written.
function dot(field, texts) {
  const clear = ([x, y]) => !texts.some(box => Math.abs(x - box.x - box.width / 2) < box.width / 2 + 5
    && Math.abs(y - box.y - box.height / 2) < box.height / 2 + 3);
  const spots = [[0, 0], [0, 0.27], [-0.27, 0.14], [0.27, 0.14], [-0.27, -0.14], [0.27, -0.14]]
    .map(([x, y]) => [field.x + field.width * (0.5 + x), field.y + field.height * (0.5 + y)]);
  const [x, y] = spots.find(clear) ?? spots[0];
  return `<circle cx="${x}" cy="${y}" r="4.5"/>`;
}

// Has the window, as near as the map is, room for all of these?
function holds(some) {
  const box = around(some);
  return (box.right - box.left) * aimed.scale <= view.clientWidth - 2 * EDGE
    && (box.bottom - box.top) * aimed.scale <= view.clientHeight - 2 * EDGE;
}

// Whom or which places the question is about without a choice among them, as where a battle is fought.
function told() {
  const about = [...document.querySelectorAll("#map g.about")];
  if (about.length) return about;
  const places = [...document.querySelectorAll("#battle h3 [data-place]")].map(one => CSS.escape(one.dataset.place));
  return places.flatMap(place => [...document.querySelectorAll(`#map g[data-place="${place}"]`)]);
}

// What is cut by the edge is in the window if most of it is.
function inWindow(one) {
  const room = view.getBoundingClientRect(), box = extent(one);
  const x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
  return x > room.left && x < room.right && y > room.top && y < room.bottom;
}

// Move the map no farther than it must so that these are in the window.
function bring(some) {
  const box = around(some), wide = view.clientWidth, high = view.clientHeight;
  const by = (low, high, to) => Math.max(0, EDGE - low) || Math.min(0, to - EDGE - high);
  aimed.x += by(box.left * aimed.scale + aimed.x, box.right * aimed.scale + aimed.x, wide);
  aimed.y += by(box.top * aimed.scale + aimed.y, box.bottom * aimed.scale + aimed.y, high);
  filled();
}

function showKey() {
  for (const map of document.querySelectorAll(":is(#map, #then) .chart")) {
    map.dataset.frame ??= map.getAttribute("viewBox");
    map.classList.toggle("keyed", keyShown);
    map.setAttribute("viewBox", keyShown ? map.dataset.whole : map.dataset.frame);
  }
}

function zoomed(how) {
  guided = true;
  if (how === "key") {
    keyShown = !keyShown;
    document.querySelector("[data-zoom=key]").setAttribute("aria-pressed", String(keyShown));
    showKey();
    if (keyShown) zoom(0, 0, 0);
    else aim();
    return;
  }
  if (how === "all") zoom(0, 0, 0);
  else zoom(how === "in" ? 1.4 : 1 / 1.4, view.clientWidth / 2, view.clientHeight / 2);
}

function keyed(event) {
  const step = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] }[event.key];
  const how = { "+": "in", "=": "in", "-": "out", "0": "all" }[event.key];
  if (step) { guided = true; aimed.x += step[0]; aimed.y += step[1]; aim(); }
  else if (how) zoomed(how);
  else return;
  event.preventDefault();
}

if (view) {
  view.addEventListener("wheel", event => {
    if (document.body.matches(".flows") && !event.ctrlKey) return; // it moves the page
    event.preventDefault();
    guided = true;
    const box = view.getBoundingClientRect();
    zoom(event.deltaY < 0 ? 1.2 : 1 / 1.2, event.clientX - box.left, event.clientY - box.top);
  }, { passive: false });
  view.addEventListener("pointerdown", event => {
    if (event.button === 0) drag = { x: event.clientX, y: event.clientY, fromX: aimed.x, fromY: aimed.y };
    dragged = false;
  });
  addEventListener("pointermove", event => {
    if (!drag) return;
    const x = event.clientX - drag.x, y = event.clientY - drag.y;
    if (!dragged && Math.hypot(x, y) < 6) return;
    dragged = guided = true;
    aimed.x = drag.fromX + x;
    aimed.y = drag.fromY + y;
    aim();
  });
  addEventListener("pointerup", () => { drag = null; setTimeout(() => { dragged = false; }); });
  addEventListener("resize", resized);
  // The browser scrolls to what has the focus: that is panning here. Under a pressed button nothing moves, or the
  // click would find something else.
  view.addEventListener("scroll", () => view.scrollTo(0, 0));
  view.addEventListener("focusin", event => {
    view.scrollTo(0, 0);
    if (event.target !== view && event.target.matches(":focus-visible")) bring([event.target]);
  });
}
