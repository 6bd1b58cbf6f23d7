// Conditions that are built by choosing, where what is looked at decides which lists stand beside it; and names that are looked for.
"use strict";
document.addEventListener("change", event => {
  const chosen = event.target.closest("[data-change]");
  if (chosen) act(chosen.dataset.change, words(chosen.form), chosen);
  const look = event.target.closest(".look");
  if (!look || !event.target.dataset.term) return;
  const form = look.closest("form");
  act("fit", { ...words(form), prefix: look.dataset.prefix, n: look.dataset.n }, form);
});

// One of many is found by a part of its name; Enter takes the first that is left.
document.addEventListener("input", event => {
  const kind = event.target.matches("[data-find]") && event.target.closest(".kind");
  if (!kind) return;
  const part = event.target.value.trim().toLowerCase();
  for (const one of kind.querySelectorAll(".targets > li")) one.hidden = !one.querySelector("button").firstChild.data.toLowerCase().includes(part);
  for (const rest of kind.querySelectorAll("details")) rest.open = Boolean(part);
});
document.addEventListener("keydown", event => {
  if (event.key !== "Enter" || !event.target.matches?.("[data-find]")) return;
  event.preventDefault();
  event.target.closest(".kind").querySelector(".targets > li:not([hidden]) button")?.click();
});
