"use strict";
(() => {
const data = JSON.parse(document.getElementById("writing").textContent);
const asked = document.getElementById("asked"), room = document.getElementById("write");
const MOST_MAIL = 1800, MANY = 16, WIDTH = 56, READY = "ready";
const COMPARED = ["is so", "is not so", ">=", "<=", "=", "!="];
data.fills.KIND = Object.keys(data.kinds);
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
let now = {orders: [], plan: [], cards: {...data.scripts}, policies: {...data.policies}};
for (const text of Object.keys(now.cards)) now.cards[text] = parts(now.cards[text]);
const first = JSON.stringify(now), before = [];
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
function conditions(change) {
  const rows = [], box = el("div", {class: "conditions"});
  function row() {
    const made = {join: "and", term: data.terms[0], fill: [], how: COMPARED[0], value: "1"};
    const blanks = el("span", null), value = el("input", {"aria-label": "Compared with", value: "1", size: 8,
      hidden: true, autocapitalize: "off", input: e => { made.value = clean(e.target.value); change(); }});
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
      chooser("Look at", data.terms.map(term => [term, shown(term)]), {change: e => { made.term = e.target.value; fill(); change(); }}),
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
  const guard = conditions(show), alongs = [];
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
  function show() { told.textContent = line() || "\u2026"; }
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
    radios("When", [["", "in any case"], ["failed", "if the one before failed"], ["success", "if it succeeded"],
      ["otherwise", "else"], ["if", "if \u2026"]], "", when => {
      make.when = when;
      guards.hidden = when !== "if";
      if (when === "if") guard.begin();
      show();
    }), guards,
    el("fieldset", {class: "chips"}, el("legend", null, "And"),
      tick("again until success", on => { make.until = on; show(); }),
      chooser("at most so many times", [...Array(19).keys()].map(n => [`${n + 2}`, `max ${n + 2}`]),
        {change: e => { make.times = e.target.value; show(); }}),
      tick("anyway, also after a line that could not be", on => { make.anyway = on; show(); })));
  show();
  open(choice ? choice.title : "A line in own words", () => {
    if (!line()) return false;
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

// ---- choices: by who acts, then by target
function read(shown, note, to, who, rule) {
  const along = shown.match(/ \[with (?:one of: |up to (\d+) of: )?([^\]]*)\]$/);
  const one = / \[with one of: /.test(shown), more = [...shown.matchAll(/ \[(\+\d+)\]/g)].map(found => found[1]);
  const line = (along ? shown.slice(0, along.index) : shown).replace(/(?: \[\+\d+\])+/, "\0");
  const made = {shown, line, note, to, who, rule, more, along: along ? along[2].split(" ") : [],
    most: one ? 1 : Number(along?.[1] ?? 0), title: line.replace("\0", "")};
  return {...made, does: does(made)};
}
const listed = data.plan ? [] : [...asked.querySelectorAll(".choices li")];
const menu = listed.map(li => read(
  li.querySelector("code").textContent, li.querySelector(".note")?.textContent ?? "", li.dataset.to ?? "",
  li.closest("[data-who]")?.dataset.who ?? "", li.dataset.rule ?? li.parentElement.dataset.rule ?? ""));
const LEVELS = [["who", "Who acts?", named], ["does", "What?", word => word], ["to", "On what?", named]];
// `march: parley ely` does `parley \u2026`.
function does({title, to, who}) {
  const words = title.split(" ").map(word => word === to ? "\u2026" : word);
  return words.filter(word => word !== `${who}:` && word !== `${who}`).join(" ");
}
// A line to tap, with the names of what it is about.
function tapping(one, take) {
  const about = [one.who, one.to].filter(word => data.names[word]).map(named).join(", ");
  return button(el("span", null, code(one.shown), about ? el("span", {class: "note"}, about) : "", one.note ? el("span", {class: "note"}, one.note) : ""),
    () => once ? take(one.title) : compose(one, take), {class: "tap"});
}
function picker(all, take) {
  const chosen = {who: null, does: null, to: null, all: false}, box = el("div", {class: "picker"});
  function chips(title, words, key, some, called) {
    const toggle = word => () => {
      chosen[key] = chosen[key] === word ? null : word;
      chosen.all = false;
      for (const [lower] of LEVELS.slice(LEVELS.findIndex(([level]) => level === key) + 1)) chosen[lower] = null;
      show();
    };
    return el("div", {class: "chips", role: "group", "aria-label": title}, ...words.map(word => button(
      el("span", null, word ? called(word) : "Other", " ", el("small", null, `${some.filter(one => one[key] === word).length}`)),
      toggle(word), {class: "chip", "aria-pressed": `${chosen[key] === word}`, "data-key": `${key} ${word}`})));
  }
  function show() {
    const inside = [];
    let left = all;
    for (const [key, title, called] of LEVELS) {
      const words = [...new Set(left.map(one => one[key]))];
      if (words.length > 1 && (left.length > MANY || chosen[key] !== null)) {
        inside.push(el("p", {class: "caption"}, title), chips(title, words, key, left, called));
        if (chosen[key] === null) break;
        left = left.filter(one => one[key] === chosen[key]);
      }
    }
    if (left.length <= MANY || chosen.to !== null || chosen.all) inside.push(el("ul", {class: "taps"}, ...left.map(one => el("li", null, tapping(one, take)))));
    else inside.push(button(`Show all ${left.length}`, () => { chosen.all = true; show(); }, {class: "chip", "data-key": "all"}));
    keep(() => box.replaceChildren(...inside));
  }
  show();
  return box;
}

// ---- lists of lines: the orders, and the script of each card
function keep(make) {
  const key = document.activeElement?.dataset?.key;
  make();
  if (key) again(key);
}
// What stood there, else the one before it in its list, else Undo.
function again(key) {
  const found = key => room.querySelector(`[data-key="${CSS.escape(key)}"]:not(:disabled)`);
  (found(key) ?? found(key.replace(/\d+$/, n => n - 1)) ?? found("undo"))?.focus();
}
const among = get => ({
  move: (state, at, by) => { const list = get(state); list.splice(at + by, 0, ...list.splice(at, 1)); },
  drop: (state, at) => get(state).splice(at, 1),
});
// A card of the plan takes its script along.
function scripted(state, change) {
  const pairs = state.plan.map((card, at) => [card, state.cards[at + 1] ?? []]);
  change(pairs);
  state.plan = pairs.map(([card]) => card);
  state.cards = Object.fromEntries(pairs.map(([, lines], at) => [at + 1, lines]).filter(([, lines]) => lines.length));
}
const stacked = {
  move: (state, at, by) => scripted(state, pairs => pairs.splice(at + by, 0, ...pairs.splice(at, 1))),
  drop: (state, at) => scripted(state, pairs => pairs.splice(at, 1)),
};
function rows(list, {move, drop}, called, below) {
  return el("ol", {class: "lines"}, ...list.map((line, at) => el("li", null, code(line),
    el("span", {class: "tools"},
      button("\u2191", () => change(`Up: ${line}`, state => move(state, at, -1)),
        {"aria-label": `Up: ${line}`, disabled: at === 0, "data-key": `${called} up ${at - 1}`}),
      button("\u2193", () => change(`Down: ${line}`, state => move(state, at, 1)),
        {"aria-label": `Down: ${line}`, disabled: at === list.length - 1, "data-key": `${called} down ${at + 1}`}),
      button("\u2715", () => change(`Left out: ${line}`, state => drop(state, at)),
        {"aria-label": `Leave out: ${line}`, "data-key": `${called} out ${at}`})), below?.(line, at))));
}
const adder = (get, whole) => line => change(`Added: ${line}`, state => {
  const list = get(state);
  if (whole) list.length = 0;
  list.push(line);
});
// Which lines a line counts on: the first is checked by its menu, the others when those before have run.
function leans(list, at) {
  const before = list.slice(0, at).map((line, n) => /^stop if /.test(line) ? 0 : n + 1).filter(Boolean), line = list[at];
  if (/^stop if /.test(line)) return "An alarm: looked at before each line below.";
  const last = before.at(-1);
  if (!last) return "";
  const when = /^(?:anyway: )?if (failed|success)\b/.exec(line);
  if (when) return `Counts on line ${last}: only if its roll ${when[1] === "failed" ? "fails" : "succeeds"}.`;
  if (/^else\b/.test(line)) return `Counts on line ${last}: only if its condition does not hold.`;
  return `Counts on ${before.length > 1 ? `lines ${before[0]} to ${last}` : `line ${last}`}: checked at home, after that.`;
}
const leaning = list => (line, at) => { const told = leans(list, at); return told ? el("p", {class: "note"}, told) : ""; };
const extras = take => el("p", {class: "buttons"}, button("A line in own words", () => compose(null, take)),
  button("An alarm: stop if \u2026", () => alarm(take)));
const opened = new Set();
function fold(key, title, ...inside) {
  return el("details", {open: opened.has(key), toggle: e => e.target.open ? opened.add(key) : opened.delete(key)},
    el("summary", {"data-key": key}, title), ...inside);
}
function script(number, card) {
  const get = state => state.cards[number] ??= [], list = now.cards[number] ?? [], take = adder(get);
  const told = list.length ? `${list.length} ${list.length === 1 ? "line" : "lines"}` : "none, you will be asked";
  const ready = (data.prepared[card] ?? []).map(([shown, note, to]) => read(shown, note, to, card, ""));
  return fold(`card ${number}`, `Script of card ${number}: ${told}`, rows(list, among(get), `card ${number}`, leaning(list)),
    ready.length ? fold(`choices ${number}`, `What ${named(card)} could do if it were turned up now`, picker(ready, take)) : "",
    extras(take));
}

// ---- the plan, and policies
function planning() {
  const {size, limits} = data.plan, count = card => now.plan.filter(one => one === card).length;
  const left = card => limits[card] < 0 ? Infinity : limits[card] - count(card);
  return [
    el("p", {class: "caption"}, `The ${data.plan.verb}: ${now.plan.length} of ${size} cards, the first to be turned up first`),
    el("div", {class: "chips", role: "group", "aria-label": "Cards"}, ...Object.keys(limits).map(card => button(
      el("span", null, named(card), " ", el("small", null, left(card) === Infinity ? "" : `${left(card)} left`)),
      () => change(`Card ${now.plan.length + 1}: ${named(card)}`, state => state.plan.push(card)),
      {class: "chip", disabled: !left(card) || now.plan.length >= size, "data-key": `plan ${card}`}))),
    rows(now.plan, stacked, "plan", (card, at) => card === "pass" ? "" : script(at + 1, card)),
  ];
}
// An answer of a policy: a form with its words chosen, any where none is.
function answering(kind, take) {
  const places = Object.keys(data.names).filter(word => !data.things.piece.includes(word) && !data.things.card.includes(word));
  const lists = {...data.things, place: places, amount: [...Array(20).keys()].map(n => `${n + 1}`)};
  const make = {form: data.forms[kind][0] ?? "ask", words: [], when: "", best: false};
  const told = el("output", {class: "made"}), gaps = el("p", {class: "row"}), guard = conditions(show);
  const guards = el("div", {hidden: true}, guard.box), last = parts(now.policies[kind] ?? "").at(-1);
  function answer() {
    let n = 0;
    return clean(make.form.replace(/\{[^}]*\}/g, () => make.words[n++] ?? "").replace(/^[ :]+/, ""));
  }
  function show() {
    told.textContent = make.when ? `if ${guard.said()}: ${answer()}` : make.best ? `${last}, ${answer()}` : answer();
  }
  function fill() {
    make.words = [];
    gaps.replaceChildren(...[...make.form.matchAll(/\{([^}]*)\}/g)].map(([, of], n) => {
      const some = lists[of] ?? (of.includes("|") ? of.split("|") : []);
      return chooser(`word ${n + 1}`, [["", "any"], ...some.map(word => [word, named(word)])],
        {change: e => { make.words[n] = e.target.value; show(); }});
    }));
  }
  const shown = form => form.replace(/\{[^}]*\}/g, "\u2026");
  fill();
  show();
  open(`Answer on ${kind.replace(/_/g, " ")}`, () => { if (answer()) take(answer(), told.textContent, make.best); return Boolean(answer()); }, "Add it",
    radios("What", [...data.forms[kind], "ask", "pass"].map(form => [form, shown(form)]), make.form, form => { make.form = form; fill(); show(); }), gaps,
    radios("When", [["", last ? "otherwise" : "in any case"], ...(last ? [["best", "if that before is not possible"]] : []), ["if", "if \u2026"]], "", when => {
      make.when = when === "if" ? when : "";
      make.best = when === "best";
      guards.hidden = !make.when;
      if (make.when) guard.begin();
      show();
    }), guards, el("p", null, told));
}
function policy(kind, about) {
  const shown = now.policies[kind] ?? "";
  const examples = [...about.matchAll(/`([^`]+)`/g)].map(found => found[1]);
  const ready = Object.values(data.presets).map(preset => preset[kind]).filter(Boolean);
  const set = said => change(`On ${kind}: ${said || "nothing said"}`, state => {
    if (said) state.policies[kind] = said; else delete state.policies[kind];
  });
  const input = el("input", {value: shown, "aria-label": `Answer on ${kind}`, autocapitalize: "off", autocomplete: "off",
    change: e => set(clean(e.target.value)), "data-key": `on ${kind}`});
  const cases = parts(shown), lists = state => {
    const list = parts(state.policies[kind] ?? "");
    return {list, done: () => { if (list.length) state.policies[kind] = list.join("; "); else delete state.policies[kind]; }};
  };
  const put = {
    move: (state, at, by) => { const {list, done} = lists(state); list.splice(at + by, 0, ...list.splice(at, 1)); done(); },
    drop: (state, at) => { const {list, done} = lists(state); list.splice(at, 1); done(); },
  };
  const add = () => answering(kind, (answer, made, best) => set([...(best ? cases.slice(0, -1) : cases), made].join("; ")));
  const answers = kind === "default" ? ["ask", "pass"] : [...new Set(["ask", "pass", ...examples, ...ready])];
  const guarded = () => {
    const told = el("output", {class: "made"});
    const answer = clean(input.value) || "pass", whole = () => `${answer} if ${guard.said()}; else ask`;
    const guard = conditions(() => { told.textContent = guard ? whole() : ""; });
    guard.begin();
    told.textContent = whole();
    open(`${answer}, only if \u2026`, () => { set(whole()); return true; }, "Take it", guard.box, el("p", null, told));
  };
  return fold(`policy ${kind}`, `${kind.replace(/_/g, " ")}: ${shown || "\u2013"}`, el("p", null, about),
    kind !== "default" && cases.length ? rows(cases, put, `case ${kind}`) : "",
    kind === "default" ? "" : el("p", {class: "buttons"}, button("Add an answer", add, {"data-key": `add ${kind}`})), labelled("Answer", input),
    el("div", {class: "chips", role: "group", "aria-label": `Answers on ${kind}`}, ...answers.map(said => button(code(said),
      () => set(said), {class: "chip", "aria-pressed": `${said === shown}`, "data-key": `on ${kind} ${said}`})),
      kind === "default" ? "" : button("only if \u2026", guarded, {class: "chip", "data-key": `on ${kind} if`}),
      shown ? button("say nothing", () => set(""), {class: "chip", "data-key": `on ${kind}`}) : ""));
}
function policies() {
  const kinds = Object.entries(data.kinds), names = Object.keys(data.presets);
  const take = name => () => change(`Preset ${name}`, state => Object.assign(state.policies, data.presets[name]));
  const told = Object.keys(now.policies).length;
  return fold("policies", `Policies, for what others may force on you: ${told || "none"}`,
    names.length ? el("p", {class: "caption"}, "Ready-made sets, to begin with:") : "",
    el("div", {class: "chips", role: "group", "aria-label": "Presets"}, ...names.map(name =>
      button(name.replace(/_/g, " "), take(name), {class: "chip", "data-key": `preset ${name}`}))),
    policy("default", "What is not answered below: `ask` asks you, `pass` does nothing where that is possible."),
    ...kinds.map(([kind, about]) => policy(kind, about)));
}

// ---- out: copied, mailed, or selected by hand
async function copy() {
  const area = document.getElementById("lines");
  try {
    await navigator.clipboard.writeText(text());
    say("Copied. Paste it into a mail to yourself.");
    return;
  } catch { /* not allowed here: the older way */ }
  area.focus();
  area.select();
  say(document.execCommand("copy") ? "Copied. Paste it into a mail to yourself." : "Copy the selected lines by hand.");
}
function out() {
  const lines = text(), whole = !data.plan || !now.plan.length || now.plan.length === data.plan.size;
  if (!lines) return [el("p", {class: "hint"}, "Nothing is written yet.")];
  const subject = `${data.game}: lines of ${data.side}, for myself`;
  const address = `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(lines.replace(/\n/g, "\r\n"))}`;
  return [
    whole ? "" : el("p", {class: "wanted"}, `The ${data.plan.verb} needs ${data.plan.size} cards; it has ${now.plan.length}.`),
    el("p", null, el("strong", null, "These lines are in clear."), " Send them to nobody but yourself: to your own address. On your own " +
      "machine ", code("pbem orders game.toml --from MAIL"), " reads them from that mail, shows them again, checks them and seals them. " +
      "Only the sealed mail goes to the GM."),
    el("p", {class: "buttons"}, button("Copy the lines", copy, {class: "main", "data-key": "copy"}),
      address.length < MOST_MAIL ? el("a", {href: address, class: "main", "data-key": "mail"}, "Mail them to myself")
        : el("span", {class: "hint"}, "Too long for a mail link: copy them.")),
    el("textarea", {id: "lines", readonly: true, rows: lines.split("\n").length, "aria-label": "The lines to copy",
      spellcheck: "false"}, lines),
  ];
}

// ---- the whole
const said = el("p", {role: "status", "aria-live": "polite", class: "said"});
function say(told) { said.textContent = told; }
const take = adder(state => state.orders, once);
const spaces = {orders: el("div", null), more: el("div", null), out: el("div", null)};
function draw() {
  keep(() => {
    spaces.orders.replaceChildren(...(data.plan ? planning() : [
      now.orders.length ? rows(now.orders, among(state => state.orders), "order", leaning(now.orders))
        : el("p", {class: "hint"}, data.answers ? "No line yet: tap a choice." : "Nothing is asked of you now; policies can be changed.")]));
    spaces.more.replaceChildren(...Object.entries(data.plan ? {} : data.cards).filter(([, card]) => card !== "pass")
      .map(([number, card]) => script(number, card)), ...(readying ? [] : [policies()]));
    spaces.out.replaceChildren(el("p", {class: "buttons"},
      button("Undo", undo, {disabled: !before.length, "data-key": "undo"})), ...out().filter(Boolean));
  });
}
const inside = [el("h2", {id: "write-title"}, "Your orders")];
if (data.at_once) inside.push(el("p", null, "Several answer this at once: yours stays secret until the others have answered."));
if (menu.length) {
  inside.push(picker(menu, take));
  if (!once) inside.push(extras(take), el("p", {class: "hint"}, "Further lines answer what you are asked next; they are checked at home."));
}
room.setAttribute("aria-labelledby", "write-title");
room.replaceChildren(...inside, said, el("h3", null, "What you order"), spaces.orders, spaces.more,
  el("h3", null, "Take them home"), spaces.out, sheet);
// What the script shows as buttons stands in the list too, folded: its lines can be tapped there as well.
for (const details of asked.querySelectorAll("details.who")) details.open = false;
menu.forEach((one, at) => listed[at].replaceChildren(tapping(one, take)));
draw();
})();
