// The two maps of a preview: nearer, farther and aside together, and first of all on what changes.
"use strict";
let peeped = null, pulledAt = null;

function peep(change) {
  const maps = [...document.querySelectorAll("#preview .peep")];
  if (!maps.length) return;
  if (peeped?.home !== maps[0]) peeped = { home: maps[0], scale: 1, x: 0, y: 0 };
  const wide = maps[0].clientWidth, high = maps[0].clientHeight;
  change(peeped, wide, high, maps);
  peeped.scale = Math.min(8, Math.max(1, peeped.scale));
  peeped.x = Math.max(wide * (1 - peeped.scale), Math.min(0, peeped.x));
  peeped.y = Math.max(high * (1 - peeped.scale), Math.min(0, peeped.y));
  for (const map of maps) {
    map.querySelector(".chart").style.transform = `translate(${peeped.x}px, ${peeped.y}px) scale(${peeped.scale})`;
  }
}

function nearer(factor, x, y) {
  peep((now, wide, high) => {
    const by = Math.min(8, Math.max(1, now.scale * factor)) / now.scale, at = x ?? wide / 2, down = y ?? high / 2;
    now.x = at - (at - now.x) * by;
    now.y = down - (down - now.y) * by;
    now.scale *= by;
  });
}

// What has a ring stands in the middle, as near as all of it fits, where names could not be read on the whole map.
function toRings() {
  peep((now, wide, high, maps) => {
    const rings = maps.flatMap(map => [...map.querySelectorAll(".ring, .hit.changed")].map(ring => {
      const room = map.getBoundingClientRect(), box = ring.getBoundingClientRect();
      return { left: box.left - room.left, right: box.right - room.left, top: box.top - room.top, bottom: box.bottom - room.top };
    }));
    if (!rings.length) return;
    const left = Math.min(...rings.map(one => one.left)), right = Math.max(...rings.map(one => one.right));
    const top = Math.min(...rings.map(one => one.top)), bottom = Math.max(...rings.map(one => one.bottom));
    const chart = maps[0].querySelector(".chart").viewBox.baseVal, type = TYPE.name * Math.min(wide / chart.width, high / chart.height);
    now.scale = Math.max(1, Math.min(1.1 * READ / type, wide / (right - left + 60), high / (bottom - top + 60)));
    now.x = wide / 2 - (left + right) / 2 * now.scale;
    now.y = high / 2 - (top + bottom) / 2 * now.scale;
  });
}

function anew() {
  peep(now => { now.scale = 1; });
  toRings();
}

addEventListener("resize", anew);
document.addEventListener("focusin", event => {
  const home = event.target.closest("#preview")?.querySelector(".peep");
  if (home && peeped?.home !== home) toRings();
});
document.addEventListener("click", event => {
  const how = event.target.closest("[data-peep]")?.dataset.peep;
  if (how === "all") peep(now => { now.scale = 1; });
  else if (how === "rings") anew();
  else if (how) nearer(how === "in" ? 1.5 : 1 / 1.5);
});
document.addEventListener("wheel", event => {
  const map = event.target.closest?.(".peep");
  if (!map) return;
  event.preventDefault();
  const room = map.getBoundingClientRect();
  nearer(event.deltaY < 0 ? 1.25 : 1 / 1.25, event.clientX - room.left, event.clientY - room.top);
}, { passive: false });
document.addEventListener("pointerdown", event => {
  if (event.button === 0 && event.target.closest(".peep")) pulledAt = { x: event.clientX, y: event.clientY };
});
addEventListener("pointermove", event => {
  if (!pulledAt) return;
  const { x, y } = pulledAt;
  pulledAt = { x: event.clientX, y: event.clientY };
  peep(now => { now.x += event.clientX - x; now.y += event.clientY - y; });
});
addEventListener("pointerup", () => { pulledAt = null; });
