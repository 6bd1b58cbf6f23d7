// Conditions that are built by choosing: what is looked at decides which lists stand beside it.
"use strict";
document.addEventListener("change", event => {
  const look = event.target.closest(".look");
  if (!look || !event.target.dataset.term) return;
  const form = look.closest("form");
  act("fit", { ...words(form), prefix: look.dataset.prefix, n: look.dataset.n }, form);
});
