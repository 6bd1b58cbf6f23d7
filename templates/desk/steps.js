// What happened, step by step, while the rest of the page still shows what was before.
"use strict";

function steps() {
  return [...document.querySelectorAll("#arrived .steps > h3, #arrived .steps > ul > li")];
}

function hideSteps() {
  byId("then")?.remove();
  for (const one of steps()) one.classList.add("to-come");
  const before = document.querySelector("#arrived .before");
  document.body.classList.toggle("stepping", before !== null);
  if (before) document.querySelector(".view").append(before.content.cloneNode(true));
  step("next");
}

function step(how) {
  const coming = steps().filter(one => one.classList.contains("to-come"));
  const upto = how === "all" ? coming.length : coming.findIndex(one => one.matches("li")) + 1;
  const now = coming.slice(0, upto || coming.length);
  for (const one of now) one.classList.remove("to-come");
  now.at(-1)?.scrollIntoView({ block: "nearest" });
  if (now.length === coming.length) endSteps();
}

function endSteps() {
  for (const button of document.querySelectorAll("[data-step]")) button.disabled = true;
  document.querySelector("#arrived [data-verb=looked]")?.focus();
  document.body.classList.remove("stepping");
  byId("then")?.remove();
}
