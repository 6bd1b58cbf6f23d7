// Talks to the program, and tells it that somebody looks: without a tab for ten minutes it ends.
"use strict";
let ourMark = "";

// Once ours has ended another program may have its port: nothing that it says is believed.
async function fromOurs(path, options = {}) {
  const reply = await fetch(path, options);
  const told = reply.headers.get("x-pbem") ?? "";
  ourMark ||= told;
  if (!told || told !== ourMark) throw new Error("another program answers");
  return reply;
}

const tellOurs = () => fromOurs("alive", { method: "POST" });

// Nor is it told a word: first it must show who it is.
async function toOurs(path, options) {
  await tellOurs();
  return fromOurs(path, options);
}

const tells = () => tellOurs().catch(() => {});
setInterval(tells, 30000);
document.addEventListener("visibilitychange", () => { if (!document.hidden) tells(); });
tells();
