"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const get = id => document.getElementById(id);
  const last = data.turn.length - 1;
  const END = "end";
  const boards = Array.from(document.querySelectorAll(".seen > svg"));
  const shapes = Array.from(document.querySelectorAll(".seen [data-in]"), shape => ({
    shape,
    spans: shape.dataset.in.split(" ").map(span => span.split("-").map(Number)),
    seen: !shape.hasAttribute("display"),
  }));
  const seats = Array.from(get("seats").children, seat => ({
    seat, mark: seat.querySelector(".mark"), score: seat.querySelector("b"), unit: seat.querySelector(".score span"),
    holds: seat.querySelector(".holds"), held: -1, chance: seat.querySelector(".chance"),
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

  const drawing = (kind, values) => {
    const found = document.createElementNS("http://www.w3.org/2000/svg", kind);
    for (const name in values) found.setAttribute(name, values[name]);
    return found;
  };

  function hold(list, held) {
    list.replaceChildren(...data.held[held].map(([text, colour]) => {
      const item = make("li", "");
      if (colour) {
        const dot = drawing("svg", {class: "dot", viewBox: "0 0 12 12", "aria-hidden": "true"});
        dot.append(drawing("rect", {x: 1, y: 1, width: 10, height: 10, rx: 2, fill: colour}));
        item.append(dot);
      }
      item.append(text);
      return item;
    }));
  }

  const heading = n => {
    const turn = data.turn[n];
    if (turn === null) return "The start";
    if (turn === END) return "The end";
    const seat = data.told[turn] ? data.told[turn][0] : data.seat[n];
    return `Turn ${turn}: ${seat === null ? "everybody" : data.names[seat]}`;
  };

  function tell(n) {
    const turn = data.turn[n], lines = [make("h2", heading(n))];
    if (stops.includes(n) && turn !== null) {
      for (const line of data.told[turn] ? data.told[turn][1] : []) lines.push(make("p", line));
    } else if (turn !== null) {
      let first = n;
      while (data.turn[first - 1] === turn) first -= 1;
      for (let m = first; m <= n; m += 1) {
        lines.push(make("p", `${data.names[data.seat[m]]}: ${data.words[m]}`, m < n ? "part" : ""));
      }
    }
    get("happened").replaceChildren(...lines);
    get("happened").scrollTop = stops.includes(n) ? 0 : get("happened").scrollHeight;
  }

  function show(n) {
    now = Math.max(0, Math.min(last, n));
    if (now === shown) return;
    shown = now;
    for (const each of shapes) {
      const seen = each.spans.some(([from, to]) => from <= now && now <= to);
      if (seen === each.seen) continue;
      each.seen = seen;
      if (seen) each.shape.removeAttribute("display");
      else each.shape.setAttribute("display", "none");
    }
    boards.forEach((board, n) => {
      board.setAttribute("viewBox", data.windows[data.window[now]][n].join(" "));
      board.setAttribute("aria-label", `The ${data.seen}. ${heading(now)}`);
    });
    seats.forEach((each, n) => {
      const won = now === last && data.winners.includes(n);
      const on = now < last && data.seat[now + 1] === n;
      each.seat.className = won ? "wins" : on ? "turn" : "";
      each.mark.textContent = won ? `★ ${data.won}` : on ? "decides" : "";
      if (each.score) {
        each.score.textContent = data.scores[now][n];
        each.unit.textContent = data.scores[now][n] === 1 ? data.unit.slice(0, -1) : data.unit;
      }
      if (each.held !== data.holds[now][n]) hold(each.holds, each.held = data.holds[now][n]);
    });
    const lies = data.holds[now][seats.length];
    if (lying !== lies) hold(common, lying = lies);
    tell(now);
    get("slider").value = now;
    get("slider").setAttribute("aria-valuetext", heading(now));
    for (const mark of marks) mark.setAttribute("d", `M${data.at[now]} 0V220`);
    const known = data.chances.filter(([from]) => from <= now).pop();
    if (known) seats.forEach((each, n) => { each.chance.textContent = `wins ${known[1][n]}`; });
    get("first").disabled = get("turn-back").disabled = now === 0;
    get("last").disabled = get("turn-on").disabled = now === last;
    get("link").href = address(now);
  }

  const address = n => stops.includes(n) && data.turn[n] !== null
    ? data.turn[n] === END ? "#end" : `#turn=${data.turn[n]}` : `#decision=${n}`;

  function open() {
    const asked = /^#(?:(turn|decision)=(\d+)|end)$/.exec(location.hash);
    if (!asked) return show(0);
    if (!asked[1]) return show(last);
    const number = Number(asked[2]);
    show(asked[1] === "decision" ? number : data.turn.lastIndexOf(number));
  }

  const byTurn = way => way > 0 ? stops.find(n => n > now) ?? last : stops.filter(n => n < now).pop() ?? 0;

  function go(n) {
    play(false);
    show(n);
    history.replaceState(null, "", address(now));
  }

  function play(going) {
    clearInterval(timer);
    timer = 0;
    if (going) {
      if (now === last) show(0);
      const step = () => {
        show(get("pace") && get("pace").value === "decision" ? now + 1 : byTurn(1));
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
  const keys = {Home: "first", End: "last", ArrowLeft: "turn-back", ArrowRight: "turn-on", " ": "play"};
  document.addEventListener("keydown", event => {
    const kind = event.target.tagName;
    if (event.altKey || event.ctrlKey || event.metaKey || kind === "SELECT" || !(event.key in keys)) return;
    if (event.key === " " && (kind === "BUTTON" || kind === "SUMMARY" || kind === "A")) return;
    event.preventDefault();
    const one = event.shiftKey && {ArrowLeft: "back", ArrowRight: "on"}[event.key];
    press[one || keys[event.key]]();
  });
  addEventListener("hashchange", open);

  for (const id of ["controls", "pace-row", "happened", "keys"]) get(id).hidden = false;
  get("transcript").open = false;
  for (const mark of marks) mark.removeAttribute("display");
  open();
})();
