"use strict";
// What is played is told by the server as parts of pages; the script puts them in their places.
const parts = key => document.querySelectorAll(`[data-job="${key}"]`);

function show({ jobs, queue }) {
  const line = document.getElementById("queue");
  if (line.innerHTML !== queue) line.innerHTML = queue;
  for (const [key, job] of Object.entries(jobs)) {
    for (const part of parts(key)) {
      if (part.dataset.html !== job.html) {
        part.dataset.html = job.html;
        part.innerHTML = job.html;
      }
      if ("follow" in part.dataset && job.leads) location.replace(job.leads);
    }
    for (const buttons of document.querySelectorAll(`[data-of="${key}"]`)) buttons.dataset.state = job.state;
  }
}
const told = new EventSource("/events");
told.onmessage = event => show(JSON.parse(event.data));
addEventListener("pagehide", () => told.close());
addEventListener("pageshow", event => event.persisted && location.reload());

// A form of rules: which of them are not standard, and which are looked for.
const form = document.getElementById("ask");
if (form) {
  const count = document.getElementById("count");
  const mark = () => {
    let changed = 0;
    for (const rule of form.querySelectorAll(".rule")) {
      const input = rule.querySelector("input, select");
      const output = rule.querySelector("output");
      if (output) output.textContent = input.value;
      const other = input.value !== rule.dataset.standard && !(input.value === "" && input.type === "number");
      rule.classList.toggle("changed", other);
      changed += other;
    }
    count.textContent = changed ? `${changed} ${changed === 1 ? "rule changes" : "rules change"}` : "nothing changes yet";
  };
  form.addEventListener("input", mark);
  addEventListener("pageshow", mark);
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
  const button = document.getElementById("from-shown");
  if (!button || event.source !== document.getElementById("watched").contentWindow) return;
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
document.querySelector(".sort select")?.addEventListener("change", event => event.target.form.submit());
