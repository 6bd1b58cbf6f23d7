const data = JSON.parse(document.getElementById("writing").textContent);
const asked = document.getElementById("asked"), room = document.getElementById("write");
const MOST_MAIL = 1800, MANY = 16, FEW = 8, GROWS = 700, WIDTH = 56, READY = "ready";
const COMPARED = ["is so", "is not so", ">=", "<=", "=", "!="];
data.fills.KIND = data.policies.groups.flatMap(([, kinds]) => Object.keys(kinds));
const readying = data.answers === READY, once = data.at_once || readying;

// ---- making elements
function el(name, more, ...inside) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(more ?? {})) {
    if (typeof value === "function") made.addEventListener(key, value);
    else if (value !== false && value !== undefined) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...inside.filter(one => one !== null && one !== undefined && one !== ""));
  return made;
}
const button = (said, click, more) => el("button", {type: "button", click, ...more}, said);
const code = said => el("code", null, said);
const named = word => data.names[word] ?? word.replace(/_/g, " ").replace(/\b[a-z]/g, c => c.toUpperCase());
const option = ([value, said]) => el("option", {value}, said);
const chooser = (label, pairs, more) => el("select", {"aria-label": label, ...more}, ...pairs.map(option));
const labelled = (said, input) => el("label", {class: "typed"}, el("span", null, said), input);
// One of several: radio buttons that look like chips.
let groups = 0;
function radios(title, pairs, chosen, change) {
  const name = `pick${++groups}`;
  return el("fieldset", {class: "chips"}, el("legend", null, title), ...pairs.map(([value, said]) => el("label",
    {class: "chip"}, el("input", {type: "radio", name, value, checked: value === chosen, change: () => change(value)}), said)));
}
const tick = (said, change, more) =>
  el("label", {class: "chip"}, el("input", {type: "checkbox", change: e => change(e.target.checked), ...more}), said);

// ---- what is written, and everything before it for undo
let now = {orders: [], plan: [], cards: {...data.scripts}, policies: {...data.policies.now}};
for (const text of Object.keys(now.cards)) now.cards[text] = parts(now.cards[text]);
const first = JSON.stringify(now), before = [];
// Lines that were tapped, in sentences.
const spoken = new Map();
function parts(script) { return script.split(/[;\n]/).map(one => one.trim()).filter(Boolean); }
function change(told, make) {
  before.push(JSON.stringify(now));
  make(now);
  draw();
  say(told);
}
function undo() {
  if (!before.length) return;
  now = JSON.parse(before.pop());
  draw();
  say("Taken back.");
}
const clean = text => text.replace(/[[\]]/g, "").replace(/\s+/g, " ").trim();

// ---- the lines that come out
function crc(text) {
  let sum = ~0;
  for (const byte of new TextEncoder().encode(text)) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum >>> 1 ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (~sum >>> 0).toString(16).padStart(8, "0");
}
function items() {
  const was = JSON.parse(first), made = [];
  if (data.plan && now.plan.length) made.push(["order", [data.plan.verb, ...now.plan].join(" ")]);
  for (const line of now.orders) made.push(["order", line]);
  if (made.length) made.unshift(["answers", data.answers]);
  for (const [card, some] of Object.entries(now.cards)) {
    if (some.join("; ") !== (was.cards[card] ?? []).join("; ")) made.push([`card ${card}`, some.join("; ")]);
  }
  if (JSON.stringify(now.policies) !== JSON.stringify(was.policies)) {
    for (const [kind, text] of Object.entries(now.policies)) made.push([`on ${kind}`, parts(text).join("; ")]);
    if (!Object.keys(now.policies).length) made.push(["on default", "ask"]);
  }
  return made.length ? [["game", data.game], ["side", data.side], ...made] : made;
}
// Short lines, so that no mail program breaks them; none begins with a sign that looks like a quote.
function wrapped(text) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    if (line && line.length + word.length >= WIDTH && !/^[^\w"'(]/.test(word)) lines.push(word);
    else lines[lines.length - 1] = line ? `${line} ${word}` : word;
  }
  return lines.join("\n");
}
function text() {
  const told = items();
  if (!told.length) return "";
  const sum = crc(told.map(([key, value]) => `${key} ${value}`).join(" ").replace(/\s+/g, " ").replace(/ ?([:;,]) ?/g, "$1"));
  const rows = told.map(([key, value]) => wrapped(`[${key}] ${value}`));
  return ["[PBEM2 LINES]", ...rows, `[sum] ${sum}`, "[PBEM2 END]"].join("\n") + "\n";
}

// ---- conditions: what is looked at, and how it is compared
// In words. `last`: a die was rolled before, which they can look at.
const WORDS = {">=": "is at least", "<=": "is at most", "=": "is", "!=": "is not"};
const inWords = text => text.split(" ").map(word => WORDS[word] ?? data.names[word] ?? word).join(" ");
function conditions(change, last = true) {
  const rows = [], box = el("div", {class: "conditions"});
  function row() {
    const terms = data.terms.filter(term => last || !/^(failed|success)$/.test(term));
    const made = {join: "and", term: terms[0], fill: [], how: COMPARED[0], value: "1"};
    const blanks = el("span", null), field = el("input", {"aria-label": "Compared with", value: "1", size: 4,
      autocapitalize: "off", input: e => { made.value = clean(e.target.value); change(); }});
    const by = (sign, said, n) => button(sign, () => { made.value = field.value = `${(parseInt(field.value, 10) || 0) + n}`; change(); },
      {"aria-label": said});
    const value = el("span", {class: "row", hidden: true}, by("\u2212", "One less", -1), field, by("+", "One more", 1));
    function fill() {
      const gaps = made.term.split(" ").filter(word => /^[A-Z]{3,}$/.test(word));
      made.fill = [];
      blanks.replaceChildren(...gaps.map((gap, n) => {
        const there = data.fills[gap] ?? [];
        made.fill[n] = there[0] ?? "";
        if (!there.length) return el("input", {"aria-label": gap.toLowerCase(), size: 10,
          input: e => { made.fill[n] = clean(e.target.value); change(); }});
        const pairs = there.map(word => [word, named(word)]).sort((a, b) => a[1] < b[1] ? -1 : 1);
        made.fill[n] = pairs[0][0];
        return chooser(gap.toLowerCase(), pairs, {change: e => { made.fill[n] = e.target.value; change(); }});
      }));
    }
    const shown = term => term.replace(/\b[A-Z]{3,}\b/g, "\u2026");
    const inside = [
      rows.length ? chooser("And, or", [["and", "and"], ["or", "or"]], {change: e => { made.join = e.target.value; change(); }}) : null,
      chooser("Look at", terms.map(term => [term, shown(term)]), {change: e => { made.term = e.target.value; fill(); change(); }}),
      blanks,
      chooser("Compare", COMPARED.map(how => [how, how]), {change: e => {
        made.how = e.target.value; value.hidden = /so$/.test(made.how); change(); }}),
      value,
    ];
    fill();
    rows.push(made);
    box.append(el("p", {class: "row"}, ...inside.filter(Boolean)));
    change();
  }
  const one = ({term, fill, how, value}) => {
    const words = [...fill], told = term.replace(/\b[A-Z]{3,}\b/g, () => words.shift());
    return how === "is so" ? told : how === "is not so" ? `not ${told}` : `${told} ${how} ${value}`;
  };
  const said = () => rows.map((made, n) => (n ? ` ${made.join} ` : "") + one(made)).join("");
  return {box: el("div", null, box, button("and, or \u2026", row, {class: "chip"})), said, begin: () => rows.length || row()};
}

// ---- the sheet on which one line is made
// Is a die rolled for this line?
const rolling = line => data.rolls.includes(line.replace(/ until .*$/, "").split(": ").at(-1).split(" ")[0]);
let back = "";
const sheet = el("dialog", {id: "sheet", "aria-labelledby": "sheet-title",
  close: () => { if (back && document.activeElement.matches("body, #sheet *")) again(back); }});
function open(title, done, said, ...inside) {
  back = document.activeElement.dataset.key;
  sheet.replaceChildren(el("form", {method: "dialog", submit: e => { e.preventDefault(); if (done()) sheet.close(); }},
    el("h3", {id: "sheet-title", tabindex: -1}, title), ...inside,
    el("p", {class: "buttons"}, el("button", {type: "submit", class: "main"}, said), button("Cancel", () => sheet.close()))));
  sheet.showModal();
  document.getElementById("sheet-title").focus();
}
// `choice`: a row of a menu, null for a line in own words. `take` is given the finished line.
function compose(choice, take) {
  const make = {more: "", along: [], when: "", until: false, times: "2", anyway: false, own: ""};
  const told = el("output", {class: "made"});
  const before = acting(take.list()), last = before.at(-1) ?? "", rolled = before.some(rolling);
  const guard = conditions(show, rolled), alongs = [];
  const guards = el("div", {hidden: true}, guard.box);
  function body() {
    if (!choice) return clean(make.own);
    const added = make.along.length ? ` with ${choice.along.filter(name => make.along.includes(name)).join(" ")}` : "";
    return choice.line.replace("\0", make.more ? ` ${make.more}` : "") + added;
  }
  function line() {
    if (!body()) return "";
    const when = {failed: "if failed: ", success: "if success: ", otherwise: "else: ", if: `if ${guard.said()}: `}[make.when] ?? "";
    const again = make.until ? ` until success max ${make.times}` : "";
    return `${make.anyway && make.when !== "otherwise" ? "anyway: " : ""}${when}${body()}${again}`;
  }
  function sentence() {
    const when = {failed: "If that fails: ", success: "If that succeeds: ", otherwise: "Else: ", if: `If ${inWords(guard.said())}: `}[make.when] ?? "";
    const along = make.along.length ? ` with ${choice.along.filter(name => make.along.includes(name)).map(named).join(", ")}` : "";
    return `${make.anyway && make.when !== "otherwise" ? "Anyway: " : ""}${when}${choice.said}${make.more ? ` ${make.more}` : ""}${along}` +
      (make.until ? `, again until it succeeds, at most ${make.times} times` : "");
  }
  function show() { told.replaceChildren(choice?.said ? el("b", null, sentence()) : "", code(line() || "\u2026")); }
  const rule = choice?.rule && [...asked.querySelectorAll(".sections dt")].find(dt => {
    const number = dt.textContent.split(" ")[0];
    return choice.rule === number || choice.rule.startsWith(`${number}.`);
  });
  const inside = [];
  if (choice?.note) inside.push(el("p", {class: "note"}, choice.note));
  if (choice?.rule) inside.push(rule ? el("details", null, el("summary", null, `Rule ${rule.textContent}`),
    el("p", null, rule.nextElementSibling.textContent)) : el("p", {class: "rule"}, `Rule ${choice.rule}`));
  if (!choice) {
    inside.push(labelled("The order line", el("input", {autocapitalize: "off", autocomplete: "off", spellcheck: "false",
      input: e => { make.own = e.target.value; show(); }})));
  }
  if (choice?.more.length) {
    inside.push(radios("Spend more", [["", "no more"], ...choice.more.map(n => [n, n])], "", n => { make.more = n; show(); }));
  }
  if (choice?.along.length) {
    const most = choice.most || choice.along.length;
    for (const name of choice.along) alongs.push(tick(named(name), on => {
      make.along = on ? [...make.along, name] : make.along.filter(one => one !== name);
      for (const label of alongs) label.control.disabled = !label.control.checked && make.along.length >= most;
      show();
    }));
    const limit = most < choice.along.length ? `, at most ${most}` : "";
    inside.push(el("fieldset", {class: "chips"}, el("legend", null, `With${limit}`), ...alongs));
  }
  if (!once) inside.push(
    radios("When", [["", "in any case"], ...(rolled ? [["failed", "if the roll before failed"], ["success", "if it succeeded"]] : []),
      ...(/^(anyway: )?(else )?if /.test(last) ? [["otherwise", "else"]] : []), ["if", "if \u2026"]], "", when => {
      make.when = when;
      guards.hidden = when !== "if";
      if (when === "if") guard.begin();
      show();
    }), guards,
    el("fieldset", {class: "chips"}, el("legend", null, "And"),
      ...(!choice || rolling(choice.title) ? [tick("again until it succeeds", on => { make.until = on; show(); }),
        chooser("At most so many times", [...Array(19).keys()].map(n => [`${n + 2}`, `at most ${n + 2} times`]),
          {change: e => { make.times = e.target.value; show(); }})] : []),
      tick("anyway, also after a line that could not be carried out", on => { make.anyway = on; show(); })));
  show();
  open(choice ? choice.said || choice.title : "A line in own words", () => {
    if (!line()) return false;
    if (choice?.said) spoken.set(line(), sentence());
    take(line());
    return true;
  }, "Add it", ...inside, el("p", null, told));
}
function alarm(take) {
  const told = el("output", {class: "made"});
  const guard = conditions(() => { told.textContent = `stop if ${guard?.said() ?? ""}`; });
  guard.begin();
  open("An alarm: nothing more runs once this is so", () => { take(`stop if ${guard.said()}`); return true; }, "Add it",
    guard.box, el("p", null, told));
}
