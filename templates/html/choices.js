// ---- choices: by who acts, then by target; goes on from orders.js, in one function with it
function read(shown, note, to, who, rule, said, aim) {
  const along = shown.match(/ \[with (?:one of: |up to (\d+) of: )?([^\]]*)\]$/);
  const one = / \[with one of: /.test(shown), more = [...shown.matchAll(/ \[(\+\d+)\]/g)].map(found => found[1]);
  const line = (along ? shown.slice(0, along.index) : shown).replace(/(?: \[\+\d+\])+/, "\0");
  const made = {shown, line, note, to, who, rule, more, along: along ? along[2].split(" ") : [],
    most: one ? 1 : Number(along?.[1] ?? 0), title: line.replace("\0", ""), said, aim};
  return {...made, does: does(made)};
}
const listed = data.plan ? [] : [...asked.querySelectorAll(".choices li")];
const menu = listed.flatMap(li => {
  const text = what => li.querySelector(what)?.textContent ?? "", whole = [...li.querySelectorAll("i")];
  const who = li.closest("[data-who]")?.dataset.who ?? "", rule = li.dataset.rule ?? li.parentElement.dataset.rule ?? "";
  const one = (to, name, note) => read(text("code").replace("\u2026", to), note || text(".note"), to, who, rule, text("b").replace("\u2026", name), name);
  return whole.length ? whole.map(at => one(at.dataset.to ?? at.textContent, at.textContent, at.parentElement.querySelector("small")?.textContent))
    : [one(li.dataset.to ?? "", "")];
});
// The choices stand once: here, where they can be tapped.
for (const one of asked.querySelectorAll(".choices, details.who")) one.remove();
const LEVELS = [["who", "Who acts?", one => named(one.who)], ["does", "What?", one => one.does], ["to", "On what?", one => one.aim || named(one.to)]];
// How a sentence may call it: of a card with two names one, `Clarence (Y1)`.
function spelled(word) {
  const [, names, id] = /^(.*?)( \([^)]*\))?$/.exec(word && named(word));
  return [...new Set([`${names}${id ?? ""}`, ...names.split(" / ").map(name => `${name}${id ?? ""}`)])];
}
// `March: parley with Ely` does `Parley with \u2026`, and so does `march: parley ely` where nothing says it better.
function does({title, to, who, said}) {
  const deed = who ? said.replace(/^[^:]*: /, "") : said, name = spelled(to).find(one => deed.includes(one)) ?? "", at = to && !name ? -1 : deed.indexOf(name);
  if (deed && at >= 0) {
    const made = name ? `${deed.slice(0, at)}\u2026${deed.slice(at + name.length).replace(/^ near [^,]*/, "")}` : deed;
    return made[0].toUpperCase() + made.slice(1);
  }
  const words = title.split(" ").map(word => word === to ? "\u2026" : word);
  return words.filter(word => word !== `${who}:` && word !== `${who}`).join(" ").replace(/_/g, " ");
}
// A line to tap, with the names of what it is about.
function tapping(one, take) {
  const words = [one.who, ...one.title.split(/[ :,]+/), one.to];
  const about = [...new Set(words.filter(word => data.names[word]).map(named))].join(", ");
  return button(el("span", null, one.said ? el("b", null, one.said) : "", code(one.shown), about && !one.said ? el("span", {class: "note"}, about) : "", one.note ? el("span", {class: "note"}, one.note) : ""),
    () => { spoken.set(one.title, one.said); once ? take(one.title) : compose(one, take); }, {class: "tap"});
}
function picker(all, take) {
  const chosen = {about: null, who: null, does: null, to: null, all: false}, box = el("div", {class: "picker"});
  function chips(title, words, key, some, called) {
    const toggle = word => () => {
      chosen[key] = chosen[key] === word ? null : word;
      chosen.all = false;
      for (const [lower] of LEVELS.slice(LEVELS.findIndex(([level]) => level === key) + 1)) chosen[lower] = null;
      show();
    };
    const label = word => word ? called(some.find(one => one[key] === word)) : "Other";
    const count = word => some.filter(one => one[key] === word).length, single = words.every(word => count(word) === 1);
    // What is chosen among many stands alone, until it is tapped again.
    const shown = words.length > FEW && chosen[key] !== null ? [chosen[key]] : words;
    if (key === "to" && words.length > FEW) shown.sort((a, b) => label(a).localeCompare(label(b), "en"));
    return el("div", {class: "chips", role: "group", "aria-label": title}, ...shown.map(word => button(
      el("span", null, label(word), single ? "" : " ", single ? "" : el("small", null, `${count(word)}`), shown.length < words.length ? " \u2715" : ""),
      toggle(word), {class: "chip", "aria-pressed": `${chosen[key] === word}`, "data-key": `${key} ${word}`})));
  }
  function show() {
    const inside = [];
    let left = all;
    if (chosen.about) {
      left = all.filter(one => concerns(one, chosen.about));
      inside.push(el("div", {class: "chips"}, button(`${named(chosen.about)} \u2715`, () => about(null), {class: "chip",
        "aria-pressed": "true", "aria-label": `All choices, not only those about ${named(chosen.about)}`, "data-key": "about"})));
    }
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
  function about(word) {
    Object.assign(chosen, {about: word, who: null, does: null, to: null, all: false});
    show();
  }
  show();
  return Object.assign(box, {about});
}
// Words of lines and of the map: the same, or of one name.
const same = (word, id) => word === id || Boolean(data.names[word]) && data.names[word] === data.names[id];
const concerns = (one, id) => same(one.who, id) || same(one.to, id);

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
function rows(list, {move, drop}, called, below, word = line => spoken.get(line)) {
  return el("ol", {class: "lines"}, ...list.map((line, at) => el("li", null,
    called === "plan" ? el("b", null, named(line)) : el("span", null, word(line) ? el("b", null, word(line)) : "", code(line)),
    el("span", {class: "tools"},
      button("\u2191", () => change(`Up: ${line}`, state => move(state, at, -1)),
        {"aria-label": `Up: ${line}`, disabled: at === 0, "data-key": `${called} up ${at - 1}`}),
      button("\u2193", () => change(`Down: ${line}`, state => move(state, at, 1)),
        {"aria-label": `Down: ${line}`, disabled: at === list.length - 1, "data-key": `${called} down ${at + 1}`}),
      button("\u2715", () => change(`Left out: ${line}`, state => drop(state, at)),
        {"aria-label": `Leave out: ${line}`, "data-key": `${called} out ${at}`})), below?.(line, at))));
}
const adder = (get, whole) => Object.assign(line => change(`Added: ${spoken.get(line) || line}`, state => {
  const list = get(state);
  if (whole) list.length = 0;
  list.push(line);
}), {list: () => get(now)});
const acting = list => list.filter(line => !/^stop if /.test(line));
// Which lines a line counts on: the first is checked by its menu, the others when those before have run.
function leans(list, at) {
  const before = list.slice(0, at).map((line, n) => /^stop if /.test(line) ? 0 : n + 1).filter(Boolean), line = list[at];
  if (/^stop if /.test(line)) return "An alarm: it is checked before each line below.";
  const last = before.at(-1);
  if (!last) return /^(?:anyway: )?(?:if (?:failed|success)|else)\b/.test(line) ? "There is no line before it. Move it down, or your computer will refuse it." : "";
  const when = /^(?:anyway: )?if (failed|success)\b/.exec(line);
  if (when) return `Depends on line ${last}: runs only if its roll ${when[1] === "failed" ? "fails" : "succeeds"}.`;
  if (/^else\b/.test(line)) return `Depends on line ${last}: runs only if its condition is not true.`;
  return `Depends on ${before.length > 1 ? `lines ${before[0]} to ${last}` : `line ${last}`}: your computer checks this line after that.`;
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
  const ready = (data.prepared[card] ?? []).map(([shown, note, to, said]) => read(shown, note, to, card, "", said));
  return fold(`card ${number}`, `Script of card ${number}: ${told}`, rows(list, among(get), `card ${number}`, leaning(list)),
    ready.length ? fold(`choices ${number}`, `What ${named(card)} could do if it were turned up now`, picker(ready, take)) : "",
    extras(take));
}

// ---- the plan, and policies
function planning() {
  const {size, limits, places} = data.plan, count = card => now.plan.filter(one => one === card).length;
  const left = card => limits[card] < 0 ? Infinity : limits[card] - count(card);
  return [
    el("p", {class: "caption"}, data.plan.scripts ?
      `The ${data.plan.verb}: ${now.plan.length} of ${size} cards, the first to be turned up first` : `${now.plan.length} of ${size} chosen, in order${places[now.plan.length] ? `: the next stands ${places[now.plan.length]}` : ""}`),
    el("div", {class: "chips", role: "group", "aria-label": data.plan.scripts ? "Cards" : "To choose"}, ...Object.keys(limits).map(card => button(
      el("span", null, named(card), " ", el("small", null, left(card) === Infinity || limits[card] === 1 ? "" : `${left(card)} left`)),
      () => change(`${data.plan.scripts ? "Card " : ""}${now.plan.length + 1}: ${named(card)}`, state => state.plan.push(card)),
      {class: "chip", disabled: !left(card) || now.plan.length >= size, "data-key": `plan ${card}`}))),
    rows(now.plan, stacked, "plan", (card, at) => card === "pass" || !data.plan.scripts ? "" : script(at + 1, card)),
  ];
}
// A case of a policy in words: as the page was told, or as it was put together here.
const standing = data.policies, putTogether = {};
const worded = (kind, one) => standing.always[one] ?? standing.told[kind]?.[one] ?? putTogether[`${kind} ${one}`];
// The ways to answer a kind of question, which may be those of another kind: then its name is there.
const formsOf = kind => typeof standing.forms[kind] === "string" ? standing.forms[standing.forms[kind]] : standing.forms[kind];
const policyWords = (kind, text) => parts(text).map(one => worded(kind, one) ?? one).join(". ");
// An answer of a policy: a form with its words chosen, any where none is.
function answering(kind, asks, take) {
  const {own, others} = standing.things;
  const lists = {...standing.things, all: [...own, ...others], amount: [...Array(20).keys()].map(n => `${n + 1}`)};
  const forms = [...formsOf(kind), ...Object.entries(standing.always)];
  const make = {form: 0, words: {}, when: "", best: false};
  const told = el("output", {class: "made"}), gaps = el("p", {class: "row"}), guard = conditions(show);
  const guards = el("div", {hidden: true}, guard.box), last = parts(now.policies[kind] ?? "").at(-1);
  const answer = () => clean(forms[make.form][0].replace(/\{(\w+):[^}]*\}/g, (_, name) => make.words[name] ?? "").replace(/^[ :]+/, ""));
  const open_ = name => `any ${/^(to|at|from|way)$/.test(name) ? "place" : name.replace(/_/g, " ")}`;
  const title = text => text.charAt(0).toUpperCase() + text.slice(1);
  const words = () => title(forms[make.form][1].replace(/\{(\w+)\}/g, (_, name) => make.words[name] ? named(make.words[name]) : open_(name)));
  const line = () => make.when ? `if ${guard.said()}: ${answer()}` : make.best ? `${last}, ${answer()}` : answer();
  const sentence = () => make.when ? `If ${inWords(guard.said())}: ${words()}` : make.best ? `${worded(kind, last) ?? last}; if not possible: ${words()}` : words();
  function show() { told.replaceChildren(el("b", null, sentence()), code(line())); }
  function fill() {
    make.words = {};
    gaps.replaceChildren(...[...forms[make.form][0].matchAll(/\{(\w+):([^}]*)\}/g)].map(([, name, of]) => {
      const some = lists[of] ?? (of.includes("|") ? of.split("|") : []);
      return chooser(name.replace(/_/g, " "), [["", open_(name)], ...some.map(word => [word, named(word)])],
        {change: e => { make.words[name] = e.target.value; show(); }});
    }));
  }
  const shown = said => title(said.replace(/\{(\w+)\}/g, (_, name) => open_(name)));
  fill();
  show();
  open(asks, () => {
    if (!answer()) return false;
    putTogether[`${kind} ${line()}`] = sentence();
    take(line(), make.best);
    return true;
  }, "Add it",
    radios("What", forms.map(([, said], n) => [`${n}`, shown(said)]), "0", n => { make.form = Number(n); fill(); show(); }), gaps,
    radios("When", [["", last ? "otherwise" : "in any case"], ...(last ? [["best", "if that before is not possible"]] : []), ["if", "if \u2026"]], "", when => {
      make.when = when === "if" ? when : "";
      make.best = when === "best";
      guards.hidden = !make.when;
      if (make.when) guard.begin();
      show();
    }), guards, el("p", null, told));
}
function policy(kind, asks) {
  const shown = now.policies[kind] ?? "", all = kind === "default";
  const words = shown || all ? policyWords(kind, shown || "ask") : "as all others";
  const set = said => change(`${asks} ${said ? policyWords(kind, said) : "As all others"}.`, state => {
    if (said) state.policies[kind] = said; else delete state.policies[kind];
  });
  const input = el("input", {value: shown, "aria-label": `Answer: ${asks}`, autocapitalize: "off", autocomplete: "off",
    change: e => set(clean(e.target.value)), "data-key": `on ${kind}`});
  const cases = parts(shown), lists = state => {
    const list = parts(state.policies[kind] ?? "");
    return {list, done: () => { if (list.length) state.policies[kind] = list.join("; "); else delete state.policies[kind]; }};
  };
  const put = {
    move: (state, at, by) => { const {list, done} = lists(state); list.splice(at + by, 0, ...list.splice(at, 1)); done(); },
    drop: (state, at) => { const {list, done} = lists(state); list.splice(at, 1); done(); },
  };
  const add = () => answering(kind, asks, (made, best) => set([...(best ? cases.slice(0, -1) : cases), made].join("; ")));
  const plain = all ? [] : formsOf(kind).filter(([line]) => !line.includes("{"));
  for (const [line, said] of plain) putTogether[`${kind} ${line}`] ??= said;
  const answers = [...new Set([...(standing.ready[kind] ?? []), ...plain.map(([line]) => line), "ask", "pass"])];
  return fold(`policy ${kind}`, el("span", null, asks, " ", el(shown ? "b" : "small", null, words)),
    !all && cases.length ? rows(cases, put, `case ${kind}`, null, one => worded(kind, one)) : "",
    el("div", {class: "chips", role: "group", "aria-label": `Answers: ${asks}`}, ...answers.map(said => button(policyWords(kind, said),
      () => set(said), {class: "chip", "aria-pressed": `${said === shown}`, "data-key": `on ${kind} ${said}`})),
      all ? "" : button("Another answer \u2026", add, {class: "chip", "data-key": `add ${kind}`}),
      shown ? button("Say nothing", () => set(""), {class: "chip", "data-key": `on ${kind} -`}) : ""),
    all ? "" : fold(`own ${kind}`, "In own words", labelled(code(kind), input)));
}
function policies() {
  const take = (name, some) => () => change(`Policies taken: ${name}.`, state => Object.assign(state.policies, some));
  const told = Object.keys(now.policies).length, groups = standing.groups, sets = Object.entries(standing.sets);
  const asked = kinds => Object.entries(kinds).map(([kind, asks]) => policy(kind, asks));
  const called = name => name.charAt(0).toUpperCase() + name.slice(1).replace(/_/g, " ");
  return fold("policies", `Policies, for what others may force on you: ${told || "none"}`,
    sets.length ? el("p", {class: "caption"}, "Ready-made sets, to begin with:") : "",
    el("div", {role: "group", "aria-label": "Ready-made sets"}, ...sets.map(([name, [does, some]]) =>
      el("p", null, button(called(name), take(called(name), some), {class: "chip", "data-key": `preset ${name}`}), " ", does))),
    policy("default", "What no policy answers:"),
    ...groups.slice(0, 1).flatMap(([heading, kinds]) => [el("p", {class: "caption"}, heading), ...asked(kinds)]),
    ...groups.slice(1).map(([heading, kinds]) => fold(`group ${heading}`,
      el("span", null, heading, " ", el("small", null, `${Object.keys(kinds).filter(kind => now.policies[kind]).length} of ${Object.keys(kinds).length} answered`)),
      ...asked(kinds))));
}

// ---- out: copied, mailed, or selected by hand
async function copy() {
  const area = document.getElementById("lines");
  try {
    await navigator.clipboard.writeText(text());
    say("Copied. Paste it into an email to yourself.");
    return;
  } catch { /* not allowed here: the older way */ }
  area.focus();
  area.select();
  say(document.execCommand("copy") ? "Copied. Paste it into an email to yourself." : "Copy the selected lines by hand.");
}
// Of a mail to oneself, "" where it would be too long for one.
function address() {
  const subject = `${data.game}: lines of ${data.side}, for myself`;
  const made = `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text().replace(/\n/g, "\r\n"))}`;
  return made.length < MOST_MAIL ? made : "";
}
function out() {
  const lines = text(), whole = !data.plan || !now.plan.length || now.plan.length === data.plan.size;
  if (!lines) return [el("p", {class: "hint"}, "Nothing is written yet.")];
  return [
    whole ? "" : el("p", {class: "wanted"}, `The ${data.plan.verb} needs ${data.plan.size}; it has ${now.plan.length}.`),
    el("p", null, el("strong", null, "Anybody can read these lines."), " Send them only to yourself, to your own address. On your own " +
      "computer, drop that email on the desk (", code("pbem play"), "), or type ", code("pbem orders game.toml --from MAIL"), ". There you see the lines again before they are checked and sealed. " +
      "Only the sealed email goes to the GM."),
    el("p", {class: "buttons"}, button("Copy the lines", copy, {class: "main", "data-key": "copy"}),
      address() ? el("a", {href: address(), class: "main", "data-key": "mail"}, "Mail them to myself")
        : el("span", {class: "hint"}, "Too long for an email link: copy the lines.")),
    el("textarea", {id: "lines", readonly: true, rows: lines.split("\n").length, "aria-label": "The lines to copy",
      spellcheck: "false"}, lines),
  ];
}

// ---- the whole
// The bar at the foot of the screen tells what was done and what is written.
const said = el("span", null), count = el("strong", null), ways = el("span", {class: "tools"});
const bar = el("div", {id: "bar"},
  el("p", {role: "status", "aria-live": "polite", "aria-atomic": "true", class: "said"}, said, " ", count), ways);
function say(told) {
  said.textContent = told;
  bar.classList.toggle("on", Boolean(told || count.textContent));
}
function tally() {
  const keys = items().map(([key]) => key.split(" ")[0]), number = key => keys.filter(one => one === key).length;
  const told = [["order", "line", "lines"], ["card", "script", "scripts"], ["on", "policy", "policies"]]
    .filter(([key]) => number(key)).map(([key, one, more]) => `${number(key)} ${number(key) === 1 ? one : more}`);
  count.textContent = told.length ? `${told.join(", ")} written.` : "";
  ways.replaceChildren(...(told.length ? [button("Look", () => { ordered.scrollIntoView(); ordered.focus(); }, {"data-key": "look"}),
    button("Copy", copy, {"data-key": "copy soon"}), ...(address() ? [el("a", {href: address(), class: "main"}, "Mail")] : [])] : []));
  bar.classList.toggle("on", Boolean(said.textContent || told.length));
}
const take = adder(state => state.orders, once);
const spaces = {orders: el("div", null), more: el("div", null), out: el("div", null)};
function draw() {
  keep(() => {
    spaces.orders.replaceChildren(...(data.plan ? planning() : [
      now.orders.length ? rows(now.orders, among(state => state.orders), "order", leaning(now.orders))
        : el("p", {class: "hint"}, data.answers ? "No line yet: tap a choice." : "You have nothing to decide now, but you can change your policies.")]));
    spaces.more.replaceChildren(...Object.entries(data.plan ? {} : data.cards).filter(([, card]) => card !== "pass")
      .map(([number, card]) => script(number, card)), ...(readying ? [] : [policies()]));
    spaces.out.replaceChildren(el("p", {class: "buttons"},
      button("Undo", undo, {disabled: !before.length, "data-key": "undo"})), ...out().filter(Boolean));
    const lines = acting(now.orders).length;
    earlier.hidden = once || !lines;
    earlier.textContent = `These choices are from before ${lines === 1 ? "your line" : `your ${lines} lines`}. ` +
      "If your lines make a choice impossible, your computer refuses it and says why.";
    homeward.hidden = spaces.out.hidden = !before.length && !items().length;
    tally();
  });
}
const homeward = el("h3", null, "Take them home"), ordered = el("h3", {tabindex: -1}, "What you order"), tappable = menu.length ? picker(menu, take) : null;
const inside = [el("h2", {id: "write-title"}, "Your orders")], earlier = el("p", {class: "wanted", id: "earlier"});
if (data.at_once) inside.push(el("p", null, "Several players answer this at once. Your answer stays secret until the others have answered."));
if (menu.length) {
  inside.push(earlier, tappable);
  if (!once) inside.push(extras(take), el("p", {class: "hint"}, "Further lines answer your next questions. Your computer checks them later."));
}
room.setAttribute("aria-labelledby", "write-title");
room.replaceChildren(...inside, ordered, spaces.orders, spaces.more,
  homeward, spaces.out, sheet, bar);
draw();

// ---- the map, which comes below: a tap makes it larger there, and then leads to the choices of what is tapped
function lead(id) {
  tappable.about(id);
  document.getElementById("write-title").scrollIntoView();
  tappable.querySelector("button")?.focus({preventScroll: true});
}
function tapped() {
  const map = document.getElementById("map"), chart = map?.querySelector(".chart"), area = map?.querySelector(".scroll");
  if (!chart) return;
  const larger = button("Larger map", () => grow(.5, .5)), idOf = thing => thing.dataset.piece ?? thing.dataset.place;
  for (const thing of chart.querySelectorAll("[data-piece],[data-place]"))
    thing.classList.toggle("can", menu.some(one => concerns(one, idOf(thing))));
  function grow(x, y) {
    larger.textContent = map.classList.toggle("large") ? "Whole map" : "Larger map";
    area.scrollTo(x * chart.clientWidth - area.clientWidth / 2, y * chart.clientHeight - area.clientHeight / 2);
  }
  map.prepend(el("p", {class: "buttons"}, larger, menu.length ? el("span", {class: "hint"}, "Tap the map: larger there. Then tap what is framed: its choices.") : ""));
  chart.addEventListener("click", event => {
    const thing = event.target.closest(".can"), {left, top, width, height} = chart.getBoundingClientRect();
    if (width < GROWS) grow((event.clientX - left) / width, (event.clientY - top) / height);
    else if (thing) lead(idOf(thing));
  });
}
// A page that came packed is read already when this script begins.
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", tapped);
else tapped();
