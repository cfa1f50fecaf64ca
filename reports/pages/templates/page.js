"use strict";
// Every figure as a file: the SVG with its type, and a PNG of four dots a unit. The CSV is a link already.
(() => {
  const faces = document.getElementById("faces").textContent;
  const DENSITY = 4;

  function svgOf(figure) {
    const svg = figure.querySelector("svg").cloneNode(true);
    const style = document.createElementNS("http://www.w3.org/2000/svg", "style");
    style.textContent = faces;
    if (figure.dataset.window) {
      const [, , width, height] = figure.dataset.window.split(" ");
      svg.setAttribute("viewBox", figure.dataset.window);
      svg.setAttribute("width", width);
      svg.setAttribute("height", height);
    }
    svg.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    svg.prepend(style);
    return new XMLSerializer().serializeToString(svg).replace(/var\(--[-\w]+, (#\w+)\)/g, "$1");
  }

  const addressed = text => `data:image/svg+xml;base64,${btoa(unescape(encodeURIComponent(text)))}`;

  async function pngOf(figure) {
    const window = figure.dataset.window ?? figure.querySelector("svg").getAttribute("viewBox");
    const [, , width, height] = window.split(" ").map(Number);
    const image = new Image(), canvas = document.createElement("canvas");
    image.src = addressed(svgOf(figure));
    await image.decode();
    canvas.width = DENSITY * width;
    canvas.height = DENSITY * height;
    const brush = canvas.getContext("2d");
    brush.fillStyle = "white";
    brush.fillRect(0, 0, canvas.width, canvas.height);
    brush.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL("image/png");
  }

  for (const take of document.querySelectorAll(".take")) {
    const figure = take.closest("figure");
    const kinds = {svg: async () => addressed(svgOf(figure)), png: () => pngOf(figure)};
    for (const [kind, made] of Object.entries(kinds)) {
      const link = document.createElement("a");
      link.download = `${take.dataset.name}.${kind}`;
      link.href = "#";
      link.textContent = kind.toUpperCase();
      link.addEventListener("click", async event => {
        if (link.href.startsWith("data:")) return;
        event.preventDefault();
        link.href = await made();
        link.click();
      });
      take.append(link);
    }
  }
})();

// A sweep: the slider shows the panels of its value; a bar that is pointed at, touched or reached by keys is read out.
(() => {
  const dial = document.getElementById("dial");
  if (!dial) return;
  const stops = Array.from(document.querySelectorAll(".stop")), line = document.getElementById("line");
  let picked = [];

  function read(figure, number) {
    const marks = JSON.parse(figure.dataset.marks), svg = figure.querySelector("svg");
    const n = Math.max(0, Math.min(marks.length - 1, number)), [at, words] = marks[n];
    const {width, height} = svg.viewBox.baseVal;
    svg.querySelector(".pick")?.remove();
    const pick = document.createElementNS("http://www.w3.org/2000/svg", "path");
    pick.setAttribute("class", "pick");
    pick.setAttribute("d", figure.dataset.along === "x" ? `M${at} 0V${height - 22}` : `M0 ${at + 11}H${width}`);
    svg.append(pick);
    figure.querySelector(".said").textContent = words;
    picked[Number(figure.dataset.number)] = n;
  }

  function show() {
    const at = stops.find(s => s.dataset.value === dial.value && s.dataset.line === (line ? line.value : "0"));
    for (const stop of stops) stop.hidden = stop !== at;
    dial.setAttribute("aria-valuetext", at.querySelector("h3").textContent);
    at.querySelectorAll(".panel").forEach((figure, n) => {
      if (picked[n] !== undefined) read(figure, picked[n]);
    });
  }

  function near(figure, event) {
    const svg = figure.querySelector("svg"), room = svg.getBoundingClientRect(), box = svg.viewBox.baseVal;
    const at = figure.dataset.along === "x"
      ? box.width * (event.clientX - room.left) / room.width : box.height * (event.clientY - room.top) / room.height;
    const far = JSON.parse(figure.dataset.marks).map(([place]) => Math.abs(place - at));
    return far.indexOf(Math.min(...far));
  }

  const steps = {ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1};
  for (const stop of stops) {
    stop.querySelectorAll(".panel").forEach((figure, number) => {
      const svg = figure.querySelector("svg");
      figure.dataset.number = number;
      svg.setAttribute("tabindex", "0");
      for (const kind of ["pointermove", "pointerdown"]) {
        svg.addEventListener(kind, event => read(figure, near(figure, event)));
      }
      svg.addEventListener("focus", () => read(figure, picked[number] ?? 0));
      svg.addEventListener("keydown", event => {
        if (!(event.key in steps)) return;
        event.preventDefault();
        read(figure, (picked[number] ?? 0) + steps[event.key]);
      });
    });
  }
  dial.addEventListener("input", show);
  if (line) line.addEventListener("change", show);
  document.getElementById("dials").hidden = false;
  show();
})();

// Several settings: buttons show the numbers of one at a time. Without scripts all of them stand below each other.
(() => {
  const group = document.getElementById("switch");
  if (!group) return;
  const buttons = Array.from(group.querySelectorAll("button")), blocks = Array.from(document.querySelectorAll(".block"));

  function show(number) {
    blocks.forEach((block, n) => { block.hidden = n !== number; });
    buttons.forEach((button, n) => button.setAttribute("aria-pressed", n === number));
  }

  buttons.forEach((button, number) => button.addEventListener("click", () => show(number)));
  group.hidden = false;
  show(Math.max(0, buttons.findIndex(button => button.getAttribute("aria-pressed") === "true")));
})();

// Several rules side by side: a heading sorts by its column, and the other way round at the next click. The first row, the
// game that all are held against, stays on top.
(() => {
  const key = (row, column) => {
    const text = row.cells[column].textContent.trim(), number = parseFloat(text.replace(/,/g, ""));
    return Number.isNaN(number) ? text : number;
  };
  const order = (a, b) => typeof a === typeof b ? (a < b ? -1 : a > b ? 1 : 0) : typeof a === "number" ? -1 : 1;

  for (const table of document.querySelectorAll("table.sorted")) {
    const heads = Array.from(table.tHead.rows[0].cells), body = table.tBodies[0];
    heads.forEach((head, column) => {
      const button = document.createElement("button");
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const way = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
        heads.forEach(other => other.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", way > 0 ? "ascending" : "descending");
        const rows = Array.from(body.rows).slice(1);
        rows.sort((a, b) => way * order(key(a, column), key(b, column)));
        body.append(...rows);
      });
    });
  }
})();

// A link to a row of the evidence opens the part that it lies in.
(() => {
  function open() {
    const row = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const part = row && row.closest("details");
    if (!part) return;
    part.open = true;
    row.scrollIntoView({block: "center"});
  }
  window.addEventListener("hashchange", open);
  open();
})();
