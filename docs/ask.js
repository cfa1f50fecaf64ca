"use strict";
// The question of the first page: the slider shows what was played at its value.
(() => {
  const data = document.getElementById("ask-data");
  if (!data) return;
  const {values, standard, measures} = JSON.parse(data.textContent);
  const get = id => document.getElementById(id), dial = get("ask-dial"), turns = measures.turns.points;
  const value = (key, n) => measures[key].points[n].value[0];
  const most = Math.max(...turns.map(point => point.value[0]));
  const bars = values.map((points, n) => {
    const name = document.createElement("div"), bar = document.createElement("span"), room = document.createElement("div");
    const number = document.createElement("div");
    name.textContent = `${points} points${n === standard ? " *" : ""}`;
    bar.style.width = `${100 * turns[n].value[0] / most}%`;
    room.append(bar);
    const [mid, low, high] = turns[n].value;
    const range = document.createElement("i");
    range.className = "range";
    range.textContent = ` [${low.toFixed(1)}, ${high.toFixed(1)}]`;
    number.append(`${mid.toFixed(1)} turns`, range);
    get("ask-bars").append(name, room, number);
    return bar;
  });

  function show() {
    const n = Number(dial.value);
    get("ask-value").textContent = values[n];
    bars.forEach((bar, m) => bar.classList.toggle("now", m === n));
    const about = (key, digits) => value(key, n).toFixed(digits);
    let text = `A game to ${values[n]} points takes about ${about("turns", 0)} turns`;
    if (n !== standard) text += ` in place of ${value("turns", standard).toFixed(0)}`;
    text += ".";
    text += ` The winner is ${about("lead", 1)} points ahead of the next; seat 1 wins ${about("win_share seat 1", 0)} of 100 games.`;
    get("ask-answer").textContent = text;
    dial.setAttribute("aria-valuetext", `${values[n]} points: ${text}`);
  }
  dial.addEventListener("input", show);
  show();
})();
