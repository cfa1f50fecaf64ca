"use strict";
// Every figure as a slide, 16:9: its title, what it shows, the figure, and where it is from. As SVG with its type, as PNG,
// and copied. The CSV is a link already.
(() => {
  const faces = document.getElementById("faces").textContent;
  const WIDE = 960, HIGH = 540, EDGE = 40, DENSITY = 2, SPACE = "http://www.w3.org/2000/svg";
  const INK = "#1f2430", QUIET = "#5b6270";
  const brush = document.createElement("canvas").getContext("2d");

  function wrapped(text, size, weight, width) {
    brush.font = `${weight} ${size}px Inter, sans-serif`;
    const lines = [];
    for (const word of text.trim().split(/[ \n]+/)) {
      const longer = lines.length ? `${lines[lines.length - 1]} ${word}` : word;
      if (lines.length && brush.measureText(longer).width <= width) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    return lines;
  }

  function node(kind, values, text) {
    const made = document.createElementNS(SPACE, kind);
    for (const name in values) made.setAttribute(name, values[name]);
    if (text !== undefined) made.textContent = text;
    return made;
  }

  // Lines of words from y on; returns where the next line begins.
  function write(slide, lines, x, y, size, weight, fill) {
    const style = {"font-family": "Inter, sans-serif", "font-size": size, "font-weight": weight, fill};
    for (const line of lines) {
      y += 1.28 * size;
      slide.append(node("text", {x, y, ...style}, line));
    }
    return y;
  }

  function slideOf(figure) {
    const slide = node("svg", {xmlns: SPACE, viewBox: `0 0 ${WIDE} ${HIGH}`, width: WIDE, height: HIGH});
    slide.append(node("style", {}, faces), node("rect", {width: WIDE, height: HIGH, fill: "#ffffff"}));
    const words = figure.querySelector("figcaption")?.textContent ?? "", title = figure.dataset.title;
    const about = document.querySelector(".about")?.textContent ?? "";
    const command = document.querySelector("footer code")?.textContent.replace(/\s+/g, " ").trim() ?? "";
    const source = [about, command, document.body.dataset.program].filter(Boolean);
    const foot = source.flatMap(text => wrapped(text, 11, 400, WIDE - 2 * EDGE));
    const floor = HIGH - 22 - 1.28 * 11 * foot.length;

    const drawing = figure.querySelector("svg").cloneNode(true);
    const [, , wide, high] = drawing.getAttribute("viewBox").split(" ").map(Number);
    const beside = wide / high < 2.2, column = beside ? 350 : WIDE - 2 * EDGE;
    let size = 27;
    while (size > 16 && wrapped(title, size, 700, column).length > (beside ? 7 : 3)) size -= 1;
    let y = write(slide, wrapped(title, size, 700, column), EDGE, 34, size, 700, INK);
    y = write(slide, wrapped(words, 13, 400, column), EDGE, y + 12, 13, 400, QUIET);

    const x = beside ? EDGE + column + 30 : EDGE, top = beside ? 34 : y + 12;
    const place = {x, y: top, width: WIDE - EDGE - x, height: floor - top - 8, preserveAspectRatio: "xMidYMid meet"};
    for (const name in place) drawing.setAttribute(name, place[name]);
    slide.append(drawing);
    write(slide, foot, EDGE, floor, 11, 400, QUIET);
    return new XMLSerializer().serializeToString(slide).replace(/var\(--[-\w]+, (#\w+)\)/g, "$1");
  }

  const addressed = text => `data:image/svg+xml;base64,${btoa(unescape(encodeURIComponent(text)))}`;

  async function painted(figure) {
    await document.fonts.ready;
    const image = new Image(), canvas = document.createElement("canvas");
    image.src = addressed(slideOf(figure));
    await image.decode();
    canvas.width = DENSITY * WIDE;
    canvas.height = DENSITY * HIGH;
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas;
  }

  const blobOf = async figure => {
    const canvas = await painted(figure);
    return new Promise(done => canvas.toBlob(done, "image/png"));
  };

  function copier(figure) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "copy";
    button.title = "Copy the figure as a picture";
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.write([new ClipboardItem({"image/png": blobOf(figure)})]);
        button.textContent = "copied";
      } catch {
        button.textContent = "not allowed here";
      }
      setTimeout(() => { button.textContent = "copy"; }, 2000);
    });
    return button;
  }

  for (const take of document.querySelectorAll(".take")) {
    const figure = take.closest("figure");
    const kinds = {
      svg: async () => addressed(slideOf(figure)), png: async () => (await painted(figure)).toDataURL("image/png"),
    };
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
    if (window.ClipboardItem && navigator.clipboard?.write) take.append(copier(figure));
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

// Several settings: buttons, or a list of many, show the numbers of one at a time. Without scripts all of them stand below each other.
(() => {
  const group = document.getElementById("switch");
  if (!group) return;
  const buttons = Array.from(group.querySelectorAll("button")), blocks = Array.from(document.querySelectorAll(".block"));
  const list = group.querySelector("select");

  function show(number) {
    blocks.forEach((block, n) => { block.hidden = n !== number; });
    buttons.forEach((button, n) => button.setAttribute("aria-pressed", n === number));
  }

  buttons.forEach((button, number) => button.addEventListener("click", () => show(number)));
  if (list) list.addEventListener("change", () => show(list.selectedIndex));
  group.hidden = false;
  show(list ? list.selectedIndex : Math.max(0, buttons.findIndex(button => button.getAttribute("aria-pressed") === "true")));
})();

// A heading sorts by its column, and the other way round at the next click: in every table of more than a handful of rows.
// Of several rules side by side the first row, the game that all are held against, stays on top.
(() => {
  const HANDFUL = 5, SURE = "●◐○";  // sure, likely, not settled
  const key = (row, column) => {
    const text = row.cells[column]?.textContent.trim() ?? "";
    if (text && SURE.includes(text[0])) return SURE.indexOf(text[0]);
    const number = parseFloat(text.replace(/,/g, "").replace("\u2212", "-"));
    return Number.isNaN(number) ? text : number;
  };
  const order = (a, b) => typeof a === typeof b ? (a < b ? -1 : a > b ? 1 : 0) : typeof a === "number" ? -1 : 1;

  for (const table of document.querySelectorAll("table")) {
    const heads = Array.from(table.tHead.rows[0].cells), body = table.tBodies[0];
    const fixed = table.classList.contains("sorted") ? 1 : 0, spans = table.querySelector("[rowspan], [colspan]");
    if (spans || !fixed && body.rows.length <= HANDFUL) continue;
    heads.forEach((head, column) => {
      if (!head.textContent.trim()) return;
      const button = document.createElement("button");
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const way = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
        heads.forEach(other => other.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", way > 0 ? "ascending" : "descending");
        const rows = Array.from(body.rows).slice(fixed);
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

// The cards of the index: a button leaves those of one game.
(() => {
  const group = document.getElementById("games");
  if (!group) return;
  const buttons = Array.from(group.querySelectorAll("button")), cards = document.querySelectorAll(".cards > li");
  for (const button of buttons) {
    button.addEventListener("click", () => {
      const game = button.dataset.game;
      for (const card of cards) card.hidden = game !== "" && card.dataset.game !== game;
      for (const other of buttons) other.setAttribute("aria-pressed", other === button);
    });
  }
  group.hidden = false;
})();
