"use strict";
// What is played is told by the server as parts of pages; the script puts them in their places.
const parts = key => document.querySelectorAll(`[data-job="${key}"]`);

// The focus stays where it is, though the part around it is written anew.
function write(part, html) {
  const places = () => [...part.querySelectorAll("a, button, pre[tabindex]")];
  const at = places().indexOf(document.activeElement);
  part.innerHTML = html;
  places()[at]?.focus({ preventScroll: true });
}

function show({ jobs, newest, queue }) {
  const line = document.getElementById("queue");
  if (line.dataset.html !== queue) {
    line.dataset.html = queue;
    write(line, queue);
  }
  for (const [key, job] of Object.entries(jobs)) {
    for (const part of parts(key)) {
      if (part.dataset.html !== job.html) {
        part.dataset.html = job.html;
        write(part, job.html);
      }
      if ("follow" in part.dataset && job.leads) location.replace(job.leads);
    }
    for (const buttons of document.querySelectorAll(`[data-of="${key}"]`)) buttons.dataset.state = job.state;
  }
  const own = document.getElementById("own");
  const key = newest[own?.dataset.own];
  if (key && !parts(key).length) renew(own);
}
// A file was saved: what is played of it now stands first.
async function renew(own) {
  const text = await (await fetch(location)).text();
  write(own, new DOMParser().parseFromString(text, "text/html").getElementById("own").innerHTML);
}
const told = new EventSource("/events");
told.onmessage = event => show(JSON.parse(event.data));
addEventListener("pagehide", () => told.close());
addEventListener("pageshow", event => event.persisted && location.reload());

// A form of rules: which of them are not standard, which variant that is, and which are looked for.
const form = document.getElementById("ask");
if (form) {
  const get = id => document.getElementById(id);
  const rules = [...form.querySelectorAll(".rule")];
  const inputOf = rule => rule.querySelector("input, select");
  const valueOf = rule => inputOf(rule).value || rule.dataset.standard;
  const wanted = (rule, values) => values[inputOf(rule).name.slice("rule.".length)] ?? rule.dataset.standard;
  const variants = [...form.querySelectorAll(".variant")].map(
    button => ({ button, values: JSON.parse(button.dataset.rules) }));
  const isOn = ({ values }) => rules.every(rule => valueOf(rule) === wanted(rule, values));

  const mark = () => {
    let changed = 0;
    for (const rule of rules) {
      const output = rule.querySelector("output");
      if (output) output.textContent = inputOf(rule).value;
      const other = valueOf(rule) !== rule.dataset.standard;
      rule.classList.toggle("changed", other);
      changed += other;
    }
    for (const variant of variants) variant.button.setAttribute("aria-pressed", isOn(variant));
    if (variants.length) tell("variant", variants.find(isOn)?.button.dataset.text);
    tell("how-well", form.querySelector("[name='policy']:checked")?.dataset.text);
    const swept = form.elements.sweep.selectedOptions[0];
    tell("count", [
      [...form.querySelectorAll(".own-file")].map(file => file.value).filter(Boolean).join(", "),
      changed ? `${changed} ${changed === 1 ? "rule changes" : "rules change"}` : "",
      swept.value && `a curve: ${swept.text}, ${form.elements.values.value}`,
    ].filter(Boolean).join("; ") || "nothing changes yet");
  };
  const tell = (id, text) => {
    if (get(id).textContent !== (text ?? "")) get(id).textContent = text ?? "";
  };
  for (const variant of variants) {
    variant.button.addEventListener("click", () => {
      const values = isOn(variant) ? {} : variant.values;
      for (const rule of rules) inputOf(rule).value = wanted(rule, values);
      mark();
      for (const group of form.querySelectorAll("details:has(.changed)")) group.open = true;
    });
  }

  // From value to value: two sliders where the values are numbers.
  const [sweep, from, to, values] = ["sweep", "from", "to", "values"].map(get);
  const span = () => sweep.selectedOptions[0].dataset.span ?? "";
  const range = (text = span()) => /^(-?\d+)\.\.(-?\d+)$/.exec(text.trim())?.slice(1).map(Number);
  const slide = () => {
    const ends = range(), chosen = range(values.value);
    get("range").hidden = !ends;
    if (!ends) return;
    for (const [slider, at] of [[from, 0], [to, 1]]) {
      [slider.min, slider.max] = ends;
      if (chosen) slider.value = chosen[at];
      slider.nextElementSibling.textContent = slider.value;
    }
  };
  sweep.addEventListener("input", () => {
    const ends = range();
    const rule = get(`rule-${sweep.value}`)?.closest(".rule");
    const standard = Number(rule?.dataset.standard);
    const middle = Number.isFinite(standard) ? standard : ends?.[0] + 2;  // or the standard depends on who plays
    values.value = ends && ends[1] - ends[0] > 8
      ? `${Math.max(ends[0], middle - 2)}..${Math.min(ends[1], middle + 2)}` : span();
  });
  for (const slider of [from, to]) {
    slider.addEventListener("input", () => {
      const other = slider === from ? to : from;
      if (Number(from.value) > Number(to.value)) other.value = slider.value;
      values.value = `${from.value}..${to.value}`;
    });
  }
  form.addEventListener("input", () => { slide(); mark(); });
  addEventListener("pageshow", () => { slide(); mark(); });
  slide();
  mark();
  document.getElementById("find").addEventListener("input", event => {
    const words = event.target.value.toLowerCase().split(/\s+/).filter(Boolean);
    let every = 0;
    for (const group of form.querySelectorAll("details")) {
      let found = 0;
      for (const rule of group.querySelectorAll(".rule")) {
        const text = rule.textContent.toLowerCase();
        rule.hidden = !words.every(word => text.includes(word));
        found += !rule.hidden;
      }
      if (words.length) group.open = found > 0;
      group.hidden = words.length > 0 && found === 0;
      every += found;
    }
    document.getElementById("none-found").hidden = every > 0;
    event.target.closest(".search").scrollIntoView();  // or what is found lies below the screen
  });
}
// A game that is watched says which moment it shows, so that the lab can play on from there.
addEventListener("message", event => {
  const frame = [...document.querySelectorAll(".watched")].find(each => each.contentWindow === event.source);
  const button = frame?.parentElement.querySelector("[name='decision']");
  if (!button) return;
  const { moment, last } = event.data;
  button.hidden = !Number.isInteger(moment) || moment >= last;
  button.value = moment;
});
document.addEventListener("click", event => {
  const from = event.target.dataset?.copy;
  if (!from) return;
  navigator.clipboard.writeText(document.getElementById(from).textContent);
  event.target.textContent = "Copied";
});
