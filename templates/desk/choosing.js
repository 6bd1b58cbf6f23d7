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

// One of many is found by a part of its name or its words; Enter takes the first that is left.
const searched = find => [...find.closest(".kind").querySelectorAll(`.${find.dataset.find} > li`)];
const wording = one => (one.querySelector(".said") ?? one.querySelector("button").firstChild).textContent.toLowerCase();
document.addEventListener("input", event => {
  if (!event.target.matches("[data-find]")) return;
  const part = event.target.value.trim().toLowerCase();
  for (const one of searched(event.target)) one.hidden = !wording(one).includes(part);
  for (const rest of event.target.closest(".kind").querySelectorAll("details")) rest.open = Boolean(part);
});
document.addEventListener("keydown", event => {
  if (event.key !== "Enter" || !event.target.matches?.("[data-find]")) return;
  event.preventDefault();
  searched(event.target).find(one => !one.hidden)?.querySelector("button").click();
});
