// The map: zoom and pan, by wheel, pointer and keys; the key of its signs.
"use strict";

const aimed = { scale: 1, x: 0, y: 0 };
let drag = null, dragged = false;

function aim() {
  for (const map of document.querySelectorAll("#map, #then")) {
    map.style.transform = `translate(${aimed.x}px, ${aimed.y}px) scale(${aimed.scale})`;
  }
}

function zoom(factor, x, y) {
  const scale = Math.min(8, Math.max(1, aimed.scale * factor)), by = scale / aimed.scale;
  aimed.x = x - (x - aimed.x) * by;
  aimed.y = y - (y - aimed.y) * by;
  aimed.scale = scale;
  if (scale === 1) aimed.x = aimed.y = 0;
  aim();
}

let keyShown = false;

function showKey() {
  for (const map of document.querySelectorAll(":is(#map, #then) .chart")) {
    map.dataset.frame ??= map.getAttribute("viewBox");
    map.classList.toggle("keyed", keyShown);
    map.setAttribute("viewBox", keyShown ? map.dataset.whole : map.dataset.frame);
  }
}

function zoomed(how) {
  if (how === "key") {
    keyShown = !keyShown;
    document.querySelector("[data-zoom=key]").setAttribute("aria-pressed", String(keyShown));
    showKey();
    return;
  }
  const box = document.querySelector(".view").getBoundingClientRect();
  if (how === "all") zoom(0, 0, 0);
  else zoom(how === "in" ? 1.4 : 1 / 1.4, box.width / 2, box.height / 2);
}

function keyed(event) {
  const step = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] }[event.key];
  const how = { "+": "in", "=": "in", "-": "out", "0": "all" }[event.key];
  if (step) { aimed.x += step[0]; aimed.y += step[1]; aim(); }
  else if (how) zoomed(how);
  else return;
  event.preventDefault();
}

const view = document.querySelector(".view");
if (view) {
  view.addEventListener("wheel", event => {
    if (document.body.matches(".flows") && !event.ctrlKey) return; // it moves the page
    event.preventDefault();
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
    dragged = true;
    aimed.x = drag.fromX + x;
    aimed.y = drag.fromY + y;
    aim();
  });
  addEventListener("pointerup", () => { drag = null; setTimeout(() => { dragged = false; }); });
  view.addEventListener("focusin", event => event.target.scrollIntoView?.({ block: "nearest", inline: "nearest" }));
}
