"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const get = id => document.getElementById(id);
  const last = data.turn.length - 1;
  const END = "end";
  const board = boardOf(data);
  const seats = Array.from(get("seats").children, (seat, n) => ({
    seat, mark: seat.querySelector(".mark"), score: seat.querySelector("b"), unit: seat.querySelector(".score span"),
    holds: seat.querySelector(".holds"), held: -1, chance: seat.querySelector(".chance"),
    chip: get("chips").children[n],
  }));
  const common = get("common").querySelector(".holds");
  let lying = -1;
  // The last moment of each turn: where steps of a turn stop.
  const stops = data.turn.map((_, n) => n).filter(n => n === 0 || n === last || data.turn[n] !== data.turn[n + 1]);
  const marks = document.querySelectorAll(".now");
  let now = last, timer = 0, shown = -1;

  const make = (kind, text, name) => {
    const found = document.createElement(kind);
    if (name) found.className = name;
    found.textContent = text;
    return found;
  };
  const plural = (n, one, many) => n === 1 ? one : `${n} ${many}`;

  // --- what lies beside the board

  const tip = get("tip");
  function explain(element, text) {
    const room = element.getBoundingClientRect();
    tip.textContent = text;
    tip.hidden = false;
    const wide = tip.offsetWidth, high = tip.offsetHeight;
    const left = Math.max(8, Math.min(room.left, document.documentElement.clientWidth - wide - 8));
    const below = room.bottom + high + 8 < innerHeight;
    tip.style.left = `${left + scrollX}px`;
    tip.style.top = `${(below ? room.bottom + 6 : room.top - high - 6) + scrollY}px`;
  }
  const hush = () => { tip.hidden = true; };

  function thing(text, colour) {
    const item = make("li", "");
    if (colour) {
      const dot = board.drawing("svg", {class: "dot", viewBox: "0 0 12 12", "aria-hidden": "true"});
      dot.append(board.drawing("rect", {x: 1, y: 1, width: 10, height: 10, rx: 2, fill: colour}));
      item.append(dot);
    }
    const effect = data.cards[text.replace(/ \u00d7 \d+$/, "")];
    if (!effect) {
      item.append(text);
      return item;
    }
    const card = make("button", text, "card");
    card.type = "button";
    card.setAttribute("aria-describedby", "tip");
    for (const kind of ["mouseenter", "focus", "click"]) card.addEventListener(kind, () => explain(card, effect));
    for (const kind of ["mouseleave", "blur"]) card.addEventListener(kind, hush);
    item.append(card);
    return item;
  }

  const hold = (list, held) => list.replaceChildren(...data.held[held].map(each => thing(...each)));
  for (const place of document.querySelectorAll(".seen rect[data-note]")) {
    for (const kind of ["mouseenter", "click"]) place.addEventListener(kind, () => explain(place, place.dataset.note));
    place.addEventListener("mouseleave", hush);
  }

  // --- the story

  const told = new Map(data.turn.map(turn => [turn, []]));
  for (const [since, until, words, lit, kind] of data.story) {
    told.get(data.turn[since]).push({since, until, words, lit, kind});
  }
  const linesAt = n => told.get(data.turn[n]).filter(line => line.since <= n && n <= line.until);
  const atEnd = turn => told.get(turn).filter(line => line.until >= data.turn.lastIndexOf(turn));

  const heading = n => {
    const turn = data.turn[n];
    if (turn === null) return "The start";
    if (turn === END) return "The end";
    const seat = data.whose[turn];
    return `Turn ${turn}: ${seat === null || seat === undefined ? "everybody" : data.names[seat]}`;
  };

  let reading = 0;
  function point(line, item) {
    for (const other of get("happened").querySelectorAll(".read")) other.classList.remove("read");
    if (item) item.classList.add("read");
    board.light(line ? line.lit : []);
  }

  // Lines light their places one after the other; at once where nothing should move or there is no time.
  function read(lines) {
    clearTimeout(reading);
    const spoken = lines.filter(([line]) => line.lit.length);
    const pace = timer ? Number(get("speed").value) / (spoken.length || 1) : 1300;
    if (board.still() || pace < 250) {
      board.light(spoken.flatMap(([line]) => line.lit));
      return;
    }
    const next = n => {
      point(...(spoken[n] || []));
      if (n + 1 < spoken.length) reading = setTimeout(() => next(n + 1), pace);
    };
    next(0);
  }

  function lineItem(line) {
    const item = make(line.lit.length ? "button" : "p", line.words, line.kind ? `line ${line.kind}` : "line");
    if (!line.lit.length) return item;
    item.type = "button";
    for (const kind of ["mouseenter", "focus", "click"]) {
      item.addEventListener(kind, () => { clearTimeout(reading); point(line, item); });
    }
    return item;
  }

  // Lines as they are shown, offers that came to nothing folded into one.
  function folded(lines, item) {
    const shown = [];
    for (let n = 0; n < lines.length; n += 1) {
      let end = n;
      while (end < lines.length && lines[end].kind === "refused") end += 1;
      if (end === n) {
        shown.push(item(lines[n]));
        continue;
      }
      const fold = make("details", "", "fold");
      fold.append(make("summary", plural(end - n, "an offer refused", "offers refused")), ...lines.slice(n, end).map(item));
      shown.push(fold);
      n = end - 1;
    }
    return shown;
  }

  function tell(n) {
    const items = new Map(), lines = linesAt(n);
    const item = line => {
      items.set(line, lineItem(line));
      return items.get(line);
    };
    get("happened").replaceChildren(make("h2", heading(n)), ...folded(lines, item));
    get("happened").scrollTop = stops.includes(n) ? 0 : get("happened").scrollHeight;
    const fresh = stops.includes(n) ? lines.filter(line => line.kind !== "refused") : lines.filter(line => line.since === n);
    const loud = fresh.filter(line => !line.kind);
    read((loud.length ? loud : fresh).map(line => [line, items.get(line)]));
  }

  function writeStory() {
    const turns = [...told.keys()].filter(turn => turn !== null && told.get(turn).length);
    const isQuiet = turn => turn !== END && atEnd(turn).every(line => line.kind);
    const entry = turn => {
      const where = make("a", turn === END ? "The end" : `Turn ${turn}`), of = make("div", "", "told");
      where.href = turn === END ? "#end" : `#turn=${turn}`;
      where.addEventListener("click", () => document.querySelector(".seen").scrollIntoView());
      const head = make("p", "", "whose");
      head.append(where, turn === END ? "" : ` ${heading(data.turn.lastIndexOf(turn)).split(": ")[1]}`);
      of.append(head, ...folded(atEnd(turn), line => make("p", line.words, "line")));
      return of;
    };
    const all = [];
    for (let n = 0; n < turns.length; n += 1) {
      let end = n;
      while (end < turns.length && isQuiet(turns[end])) end += 1;
      if (end === n) {
        all.push(entry(turns[n]));
        continue;
      }
      const fold = make("details", "", "fold");
      const named = end - n === 1 ? `Turn ${turns[n]}: quiet` : `Turns ${turns[n]} to ${turns[end - 1]}: quiet`;
      fold.append(make("summary", named), ...turns.slice(n, end).map(entry));
      all.push(fold);
      n = end - 1;
    }
    get("story-lines").replaceChildren(...all);
  }

  // --- a moment

  function show(n, gliding) {
    now = Math.max(0, Math.min(last, n));
    if (now === shown) return;
    board.show(now, gliding && shown >= 0 && now > shown && (!timer || Number(get("speed").value) >= 400));
    shown = now;
    for (const each of board.boards) each.setAttribute("aria-label", `The ${data.seen}. ${heading(now)}`);
    const known = data.chances.filter(([from]) => from <= now).pop();
    seats.forEach((each, n) => {
      const won = now === last && data.winners.includes(n);
      const on = now < last && data.seat[now + 1] === n;
      each.seat.className = won ? "wins" : on ? "turn" : "";
      each.chip.className = won ? "won" : on ? "on" : "";
      each.mark.textContent = won ? `★ ${data.won}` : on ? "decides" : "";
      each.chip.querySelector(".star").textContent = won ? "★" : "";
      if (each.score) {
        each.score.textContent = each.chip.querySelector("b").textContent = data.scores[now][n];
        each.unit.textContent = data.scores[now][n] === 1 ? data.unit.slice(0, -1) : data.unit;
      }
      if (known) {
        each.chance.textContent = `wins ${known[1][n]}`;
        each.chip.querySelector("i").textContent = known[1][n].split(" [")[0];
      }
      if (each.held !== data.holds[now][n]) hold(each.holds, each.held = data.holds[now][n]);
    });
    const lies = data.holds[now][seats.length];
    if (lying !== lies) hold(common, lying = lies);
    hush();
    tell(now);
    get("slider").value = now;
    get("slider").setAttribute("aria-valuetext", heading(now));
    for (const mark of marks) mark.setAttribute("d", `M${data.at[now]} 0V220`);
    get("first").disabled = get("turn-back").disabled = now === 0;
    get("last").disabled = get("turn-on").disabled = now === last;
    get("link").href = address(now);
    if (parent !== window) parent.postMessage({moment: now, last}, "*");  // a page around it may play on from here
  }

  const address = n => stops.includes(n) && data.turn[n] !== null
    ? data.turn[n] === END ? "#end" : `#turn=${data.turn[n]}` : `#decision=${n}`;

  function open() {
    const asked = /^#(?:(turn|decision|move)=(\d+)|end)$/.exec(location.hash);
    if (!asked) return show(0);
    if (!asked[1]) return show(last);
    const number = Number(asked[2]);
    if (asked[1] === "move" && data.costs[number]) return showCost(number);
    return show(asked[1] === "decision" ? number : data.turn.lastIndexOf(number));
  }

  // The board before a move that cost something, with what was better.
  function showCost(n) {
    const [moment, played, better, words] = data.costs[n];
    show(moment);
    clearTimeout(reading);
    get("happened").replaceChildren(make("h2", heading(Math.min(moment + 1, last))), ...words.map(text => make("p", text, "line")));
    board.compare(played, better);
  }

  const byTurn = way => way > 0 ? stops.find(n => n > now) ?? last : stops.filter(n => n < now).pop() ?? 0;

  function go(n) {
    play(false);
    show(n, true);
    history.replaceState(null, "", address(now));
  }

  function play(going) {
    clearInterval(timer);
    timer = 0;
    if (going) {
      if (now === last) show(0);
      const step = () => {
        show(get("pace") && get("pace").value === "decision" ? now + 1 : byTurn(1), true);
        if (now === last) play(false);
      };
      timer = setInterval(step, Number(get("speed").value));
    }
    get("play").textContent = timer ? "❚❚" : "▶";
    get("play").setAttribute("aria-label", timer ? "Pause" : "Play");
    get("happened").setAttribute("aria-live", timer ? "off" : "polite");
  }

  const press = {
    first: () => go(0), last: () => go(last), "turn-back": () => go(byTurn(-1)), "turn-on": () => go(byTurn(1)),
    back: () => go(now - 1), on: () => go(now + 1), play: () => play(!timer),
  };
  for (const id in press) if (get(id)) get(id).addEventListener("click", press[id]);
  get("slider").addEventListener("input", event => go(Number(event.target.value)));
  get("speed").addEventListener("change", () => timer && play(true));
  for (const plot of document.querySelectorAll(".plot")) {
    plot.addEventListener("click", event => {
      const room = plot.getBoundingClientRect();
      const at = 1000 * (event.clientX - room.left) / room.width;
      const near = (best, n) => Math.abs(data.at[n] - at) < Math.abs(data.at[best] - at) ? n : best;
      go(stops.reduce(near, 0));
    });
  }
  for (const link of document.querySelectorAll(".decided a, .costly a")) {
    link.addEventListener("click", () => document.querySelector(".seen").scrollIntoView());
  }
  const keys = {Home: "first", End: "last", ArrowLeft: "turn-back", ArrowRight: "turn-on", " ": "play"};
  const closer = {"+": () => board.closer() * 1.5, "-": () => board.closer() / 1.5, "0": () => 1};
  document.addEventListener("keydown", event => {
    const kind = event.target.tagName;
    if (event.key === "Escape") hush();
    if (event.altKey || event.ctrlKey || event.metaKey || kind === "SELECT") return;
    if (event.key in closer) return board.zoom(closer[event.key]());
    if (!(event.key in keys)) return;
    if (event.key === " " && (kind === "BUTTON" || kind === "SUMMARY" || kind === "A")) return;
    event.preventDefault();
    const one = event.shiftKey && {ArrowLeft: "back", ArrowRight: "on"}[event.key];
    press[one || keys[event.key]]();
  });
  addEventListener("hashchange", open);

  for (const id of ["controls", "pace-row", "happened", "keys", "story"]) get(id).hidden = false;
  get("transcript").open = false;
  for (const mark of marks) mark.removeAttribute("display");
  writeStory();
  open();
})();
