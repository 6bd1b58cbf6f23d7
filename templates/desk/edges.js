// What glows outside the window of the map has a mark at its edge that leads there; what is too small to be seen is drawn larger.
"use strict";
const BEYOND = ["\u2192", "\u2198", "\u2193", "\u2199", "\u2190", "\u2196", "\u2191", "\u2197"];
const COAST = ["east", "south-east", "south", "south-west", "west", "north-west", "north", "north-east"];
const PIECE = 12, SIGN = 13, LEGIBLE = 6.5, LONG = 22, ALONG = 24, FEW = 3;
let marking = 0;

// Each thing that glows on the map once, who acts first, and whom the question is about, and where to of few such places:
// names are for few, numbers for many.
function glowing() {
  const all = new Map(), aims = [...document.querySelectorAll("#map g[data-place].other")];
  for (const one of [...document.querySelectorAll("#map :is([data-what].lit, g.about)"), ...aims.length > FEW ? [] : aims]) {
    const what = one.dataset.what ?? one.dataset.piece;
    if (!all.has(what) || all.get(what).matches(".hit")) all.set(what, one);
  }
  return [...all.values()];
}

function called(one) {
  const told = one.querySelector(":scope > .piece, :scope > .name")?.textContent;
  return (told ?? one.querySelector("title")?.textContent.split(",")[0] ?? "").trim();
}

// Where a counter stands: Kent and Warwick are places, too.
function whereabouts(one) {
  return (one.querySelector("title")?.textContent.match(/\) at ([^:,]+)/) ?? ["", ""])[1].trim();
}

// Is a place cut by the edge, and nothing of its name in the window?
function nameless(one, room) {
  const [sign, name] = [":is(.spot, [class^=side])", ".name"].map(which => one.querySelector(`:scope > ${which}`)?.getBoundingClientRect());
  if (!one.dataset.place || !sign || !name) return false;
  const whole = sign.left >= room.left && sign.right <= room.right && sign.top >= room.top && sign.bottom <= room.bottom;
  return !whole && (name.right <= room.left || name.left >= room.right || name.bottom <= room.top || name.top >= room.bottom);
}

// The marks are drawn anew when the map has come to rest.
function markEdges() {
  cancelAnimationFrame(marking);
  marking = requestAnimationFrame(() => {
    const home = byId("edges");
    if (!home) return;
    home.replaceChildren();
    if (aimed.scale === 1) return;
    const room = view.getBoundingClientRect(), ways = new Map();
    const here = { x: room.left + room.width / 2, y: room.top + room.height / 2 };
    for (const one of glowing()) {
      if (inWindow(one) && !nameless(one, room)) continue;
      const at = middle(one);
      const way = (Math.round(Math.atan2(at.y - here.y, at.x - here.x) / (Math.PI / 4)) + 8) % 8;
      ways.set(way, [...(ways.get(way) ?? []), one]);
    }
    for (const [way, some] of ways) home.append(edge(way, some, room, here));
    const settled = [], crowd = home.children.length ? crowded(room) : [];
    for (const one of home.children) settle(one, room, here, settled, crowd);
  });
}

function edge(way, some, room, here) {
  const far = one => Math.hypot(middle(one).x - here.x, middle(one).y - here.y);
  const near = some.reduce((best, one) => far(one) < far(best) ? one : best), who = some.filter(one => one.dataset.piece);
  const names = (who.length ? who : some).map(called).filter(Boolean), there = [...new Set(who.map(whereabouts))].filter(Boolean);
  const button = document.createElement("button"), told = names.join(", ");
  const few = told && told.length <= LONG ? told : "";
  const whom = there.length === 1 ? `${few || who.length} at ${there[0]}` : `${who.length} counters`;
  const word = who.length ? whom : few || `${some.length} places`;
  button.type = "button";
  button.tabIndex = -1;
  button.textContent = `${BEYOND[way]} ${word}`;
  button.title = `To the ${COAST[way]}: ${names.slice(0, 8).join(", ")}${names.length > 8 ? " ..." : ""}`;
  button.setAttribute("aria-label", button.title);
  button.classList.toggle("goal", !who.length);
  button.way = way;
  button.leads = who.length ? who : [near];
  return button;
}

// In the middle of its side of the window or in its corner, or as near as it can be without lying on another mark, on what
// glows, on a counter or, which matters least, on a name. `settled`: the boxes of the marks that have their place.
function settle(one, room, here, settled, crowd) {
  const box = one.getBoundingClientRect(), turn = one.way * Math.PI / 4;
  const wide = room.width - box.width - 8, high = room.height - box.height - 8;
  const left = here.x - box.width / 2, top = here.y - box.height / 2; // a mark in the middle of the window
  const wished = [left + Math.round(Math.cos(turn)) * wide / 2, top + Math.round(Math.sin(turn)) * high / 2];
  const spots = [wished];
  for (let n = 0; n <= ALONG; n++) {
    const x = left + wide * (n / ALONG - 0.5), y = top + high * (n / ALONG - 0.5);
    for (const side of [-0.5, 0.5]) spots.push([left + wide * side, y], [x, top + high * side]);
  }
  let least = Infinity, best = wished;
  for (const [x, y] of spots) {
    if ((x - left) * Math.cos(turn) + (y - top) * Math.sin(turn) < 1) continue; // it points across the window
    let cost = Math.hypot(x - wished[0], y - wished[1]) / 20;
    for (const [each, weight] of [...settled, ...crowd]) {
      const w = Math.min(each.right, x + box.width) - Math.max(each.left, x), h = Math.min(each.bottom, y + box.height) - Math.max(each.top, y);
      if (w > 0 && h > 0) cost += weight * (1 + w * h / box.width / box.height);
    }
    if (cost < least) { least = cost; best = [x, y]; }
  }
  one.style.left = `${best[0]}px`;
  one.style.top = `${best[1]}px`;
  settled.push([new DOMRect(...best, box.width, box.height), 200]);
}

// What is drawn in the window, each with how bad it is that a mark lies on it.
function crowded(room) {
  const seen = (which, weight) => [...document.querySelectorAll(which)].map(each => [each.getBoundingClientRect(), weight])
    .filter(([box]) => box.right > room.left && box.left < room.right && box.bottom > room.top && box.top < room.bottom);
  return [...seen("#map [data-piece]:is(.lit, .chosen) > .card", 40), ...seen("#map g[data-place]:is(.lit, .chosen)", byId("map").matches(".many") ? 1 : 8),
    ...seen("#map [data-piece]:not(.lit, .chosen) > .card", 20), ...seen("#map :is(.name, g[data-place] > :is(.spot, [class^=side]))", 4)];
}

// Move the map, as near as it is, to as many of these as one window holds.
function go(some) {
  const found = densest(some, (view.clientWidth - 2 * EDGE) / aimed.scale, (view.clientHeight - 2 * EDGE) / aimed.scale);
  aimed.x = view.clientWidth / 2 - (found.left + found.right) / 2 * aimed.scale;
  aimed.y = view.clientHeight / 2 - (found.top + found.bottom) / 2 * aimed.scale;
  filled();
}

// Counters whose names nobody could read: only whose they are, large enough to be found and clicked.
function signs(map, type) {
  const tiny = type > 0 && PIECE * type < LEGIBLE;
  if (!tiny && !map.matches(".no-piece")) return;
  map.classList.toggle("no-piece", tiny);
  for (const one of map.querySelectorAll(".stood")) {
    const drawn = [...one.querySelectorAll("[data-piece] > :is(.spot, [class^=side])")], boxes = drawn.map(box => box.getBBox());
    const left = [...new Set(boxes.map(box => box.x))].sort((a, b) => a - b), wide = boxes[0].width;
    const x = left[0] + left.length * wide / 2, y = (boxes[0].y + boxes.at(-1).y + boxes.at(-1).height) / 2;
    // Side by side without the room that their names had.
    if (left.length > 1) for (const [n, box] of drawn.entries()) {
      if (tiny) box.parentNode.setAttribute("transform", `translate(${left[0] + left.indexOf(boxes[n].x) * wide - boxes[n].x} 0)`);
      else box.parentNode.removeAttribute("transform");
    }
    const by = Math.max(1, SIGN / (wide * type)), high = (y - boxes[0].y + 3) * by, all = map.querySelector(".chart").viewBox.baseVal;
    const down = Math.max(all.y + high, Math.min(all.y + all.height - high, one.dataset.y)); // none is cut
    if (tiny) one.setAttribute("transform", `translate(${one.dataset.x} ${down}) scale(${by.toFixed(2)}) translate(${-x} ${-y})`);
    else one.removeAttribute("transform");
  }
}

document.querySelector("#edges")?.addEventListener("click", event => {
  const one = event.target.closest("button");
  event.stopPropagation();
  if (one) go(one.leads);
});
addEventListener("scroll", markEdges, { passive: true });
