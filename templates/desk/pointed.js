// What something is, for who points at it.
"use strict";
const POINTED = "[data-piece], [data-place], [data-card], [data-what^='piece:'], [data-what^='place:'], [data-what^='card:']";
const REST = 600, STIR = 4;
let pointed = null, waiting = 0, rests = { x: 0, y: 0 };

function named(one) {
  if (one.dataset.what && !/^(does|opens):/.test(one.dataset.what)) return one.dataset.what;
  for (const [kind, name] of Object.entries(LIT)) {
    if (one.getAttribute(name)) return `${kind}:${one.getAttribute(name)}`;
  }
  return "";
}

function point(one) {
  if (one === pointed) return;
  clearTimeout(waiting);
  waiting = 0;
  pointed = one;
  if (!one || one.closest("#position, #hint, #log, dialog")) { hush(); return; }
  rest(one);
}

// It is told when the mouse has come to rest there.
function rest(one) {
  clearTimeout(waiting);
  waiting = setTimeout(async () => {
    waiting = 0;
    const reply = await inTurn(() => ask("peek", { what: named(one) }));
    if (Object.keys(reply?.parts ?? {}).length > 1) take(reply); // something else has come meanwhile
    else if (reply?.parts?.hint && pointed === one) { put("hint", reply.parts.hint); beside(one); }
  }, REST);
}

// Beside the question, where it covers least of what glows and of what it tells of; where very many glow, these matter less.
function beside(one) {
  const hint = byId("hint"), box = one.getBoundingClientRect(), size = hint.getBoundingClientRect();
  const fit = (at, room, most) => Math.max(6, Math.min(at, most - room - 6));
  const boxes = which => [...document.querySelectorAll(which)].map(each => each.getBoundingClientRect());
  const lit = byId("map")?.matches(".many") ? 0.1 : 30;
  const weighed = [[box, 1000], ...boxes("#near:not([hidden]), #asked").map(each => [each, 1000]),
    ...boxes("#map .lit").map(each => [each, lit]),
    ...boxes("#map :is([data-piece].lit, .chosen:not(.hit)), #battle .lit, #tray .lit, #edges button").map(each => [each, 30]),
    ...boxes("#orders, #tray, #head, .lookups").map(each => [each, 12]),
    ...boxes(".view").map(each => [each, 3])];
  const spread = (most, size) => Array.from({ length: 9 }, (_, n) => 6 + (most - size - 12) * n / 8);
  let least = Infinity;
  for (const x of [box.right + 12, box.left - 12 - size.width, box.left, ...spread(innerWidth, size.width)]) {
    for (const y of [box.top, box.bottom + 12, box.top - 12 - size.height, ...spread(innerHeight, size.height)]) {
      const left = fit(x, size.width, innerWidth), top = fit(y, size.height, innerHeight);
      const over = ([each]) => each.left < left + size.width && each.right > left && each.top < top + size.height && each.bottom > top;
      const far = Math.hypot(left + size.width / 2 - box.left - box.width / 2, top + size.height / 2 - box.top - box.height / 2) / 120;
      const cost = weighed.filter(over).reduce((sum, each) => sum + each[1], far);
      if (cost >= least) continue;
      least = cost;
      hint.style.left = `${left}px`;
      hint.style.top = `${top}px`;
    }
  }
  hint.style.right = "auto";
}

document.addEventListener("pointerover", event => point(event.target.closest?.(POINTED) ?? null));
document.documentElement.addEventListener("pointerleave", () => point(null));
document.addEventListener("pointermove", event => {
  if (Math.hypot(event.clientX - rests.x, event.clientY - rests.y) < STIR) return;
  rests = { x: event.clientX, y: event.clientY };
  if (waiting && pointed) rest(pointed);
});
document.addEventListener("focusin", event => point(event.target.closest?.(POINTED) ?? null));
