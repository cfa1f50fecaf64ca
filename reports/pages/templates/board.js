"use strict";
// The board of a page to watch a game: what is seen when, how it is looked at, what is lit on it.
function boardOf(data) {
  const boards = Array.from(document.querySelectorAll(".seen > svg"));
  const shapes = Array.from(document.querySelectorAll(".seen [data-in]"), shape => ({
    shape,
    spans: shape.dataset.in.split(" ").map(span => span.split("-").map(Number)),
    seen: !shape.hasAttribute("display"),
  }));
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const SVG = "http://www.w3.org/2000/svg";
  const GLIDE = 420, MOST = 60, LEAST = 9, CLOSER = 2.4;
  const NOTE = Number(boards[0].querySelector('g[fill="currentColor"]')?.getAttribute("font-size")) || 90;

  const drawing = (kind, values) => {
    const made = document.createElementNS(SVG, kind);
    for (const name in values) made.setAttribute(name, values[name]);
    return made;
  };

  // --- what is seen

  const isNote = shape => shape.parentNode.getAttribute("fill") === "currentColor" || shape.tagName === "rect";
  const sized = box => `${Math.round(box.width / 4)} ${Math.round(box.height / 4)}`;

  function glide(came, went) {
    for (const shape of came) {
      if (isNote(shape)) continue;
      const box = shape.getBBox();
      const alike = went.filter(old => old.shape.parentNode === shape.parentNode && sized(old.box) === sized(box));
      const isMoved = alike.length === 1 && came.filter(other => other.parentNode === shape.parentNode).length === 1;
      const far = Number(boards[0].getAttribute("viewBox").split(" ")[3]) / 22;
      const [x, y] = isMoved ? [alike[0].box.x - box.x, alike[0].box.y - box.y] : [0, -far];
      shape.animate(
        [{transform: `translate(${x}px, ${y}px)`, opacity: isMoved ? 1 : 0}, {transform: "none", opacity: 1}],
        {duration: GLIDE, easing: "cubic-bezier(.2, .7, .2, 1)"},
      );
    }
  }

  function show(now, gliding) {
    const came = [], went = [];
    const changed = shapes.filter(each => each.seen !== each.spans.some(([from, to]) => from <= now && now <= to));
    const slow = gliding && !still.matches && changed.length <= MOST;
    for (const each of changed) {
      each.seen = !each.seen;
      if (each.seen) {
        each.shape.removeAttribute("display");
        came.push(each.shape);
      } else {
        if (slow) went.push({shape: each.shape, box: each.shape.getBBox()});
        each.shape.setAttribute("display", "none");
      }
    }
    if (slow) glide(came, went);
    look(now);
  }

  // --- how it is looked at

  let closer = 1, middle = [0.5, 0.5], looked = 0;

  function look(now = looked) {
    looked = now;
    boards.forEach((board, n) => {
      const [x, y, width, height] = data.windows[data.window[now]][n];
      const [w, h] = [width / closer, height / closer];
      const from = [x + middle[0] * width - w / 2, y + middle[1] * height - h / 2];
      board.setAttribute("viewBox", [...from, w, h].map(Math.round).join(" "));
      const room = board.getBoundingClientRect();
      const pixels = NOTE * Math.min(room.width / w, room.height / h);
      board.classList.toggle("far", pixels > 0 && pixels < LEAST);
      board.classList.toggle("closer", closer > 1);
    });
  }

  // Where on its board a finger is, in parts of what is shown there unless somebody looks closer.
  function part(board, x, y) {
    const [left, top, width, height] = data.windows[data.window[looked]][boards.indexOf(board)];
    const at = new DOMPoint(x, y).matrixTransform(board.getScreenCTM().inverse());
    return [(at.x - left) / width, (at.y - top) / height];
  }

  function zoom(times, about = [0.5, 0.5], to = about) {
    const before = closer;
    closer = Math.max(1, Math.min(8, times));
    // what is `about` stays where it is
    middle = middle.map((m, i) => to[i] + (m - about[i]) * before / closer);
    const room = 0.5 / closer;
    middle = middle.map(m => Math.max(room, Math.min(1 - room, m)));
    look();
  }

  const fingers = new Map();
  let apart = 0, tapped = -Infinity, pinched = false, byTouch = false;
  const pair = () => [...fingers.values()];
  const distance = ([a, b]) => Math.hypot(a[0] - b[0], a[1] - b[1]);
  for (const board of boards) {
    board.addEventListener("pointerdown", event => {
      fingers.set(event.pointerId, [event.clientX, event.clientY]);
      byTouch = event.pointerType === "touch";
      pinched = fingers.size > 1;
      if (fingers.size === 2) apart = distance(pair());
    });
    board.addEventListener("pointermove", event => {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      const old = part(board, ...before), at = part(board, event.clientX, event.clientY);
      fingers.set(event.pointerId, [event.clientX, event.clientY]);
      if (fingers.size === 2) {
        const [a, b] = pair(), now = distance([a, b]);
        zoom(closer * now / apart, part(board, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2));
        apart = now;
      } else if (closer > 1 && fingers.size === 1) {
        middle = middle.map((m, i) => m - at[i] + old[i]);
        zoom(closer);
      }
    });
    for (const kind of ["pointerup", "pointercancel", "pointerleave"]) {
      board.addEventListener(kind, event => {
        fingers.delete(event.pointerId);
        if (kind !== "pointerup" || !byTouch || pinched) return;
        if (event.timeStamp - tapped < 320) zoom(closer > 1 ? 1 : CLOSER, part(board, event.clientX, event.clientY));
        tapped = event.timeStamp - tapped < 320 ? -Infinity : event.timeStamp;
      });
    }
    board.addEventListener("dblclick", event => {
      if (!byTouch) zoom(closer > 1 ? 1 : CLOSER, part(board, event.clientX, event.clientY));
    });
  }
  addEventListener("resize", () => look());

  // --- what is lit

  const layer = drawing("g", {class: "lit", "aria-hidden": "true"});
  boards[0].append(layer);
  const outlines = (lit, name) => lit.flatMap(n => ["rim", name].map(
    kind => drawing("path", {class: kind, d: data.lit[n]})));

  function light(lit, name = "glow") {
    layer.replaceChildren(...outlines(lit, name));
  }

  const heart = paths => {
    const boxes = paths.map(path => path.getBBox());
    const [left, top] = [Math.min(...boxes.map(b => b.x)), Math.min(...boxes.map(b => b.y))];
    const right = Math.max(...boxes.map(b => b.x + b.width)), low = Math.max(...boxes.map(b => b.y + b.height));
    return [(left + right) / 2, (top + low) / 2];
  };

  // A move that was played, one that was better, and an arrow from it to that.
  function compare(played, better) {
    layer.replaceChildren(...outlines(played, "played"), ...outlines(better, "better"));
    const seen = boards[0].viewBox.baseVal, all = layer.getBBox(), edge = 40;
    const left = Math.min(seen.x, all.x - edge), top = Math.min(seen.y, all.y - edge);
    const right = Math.max(seen.x + seen.width, all.x + all.width + edge);
    const low = Math.max(seen.y + seen.height, all.y + all.height + edge);
    boards[0].setAttribute("viewBox", [left, top, right - left, low - top].map(Math.round).join(" "));
    const [from, to] = ["played", "better"].map(name => Array.from(layer.querySelectorAll(`.${name}`)));
    if (!from.length || !to.length) return;
    const [a, b] = [heart(from), heart(to)];
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]], long = Math.hypot(dx, dy);
    if (long < 60) return;
    const [ux, uy] = [dx / long, dy / long], size = Math.min(150, long / 3);
    const bend = [(a[0] + b[0]) / 2 - uy * long / 7, (a[1] + b[1]) / 2 + ux * long / 7];
    const way = Math.hypot(b[0] - bend[0], b[1] - bend[1]);
    const [vx, vy] = [(b[0] - bend[0]) / way, (b[1] - bend[1]) / way];
    const neck = [b[0] - vx * size, b[1] - vy * size];
    const head = `M${b}L${neck[0] - vy * size / 2} ${neck[1] + vx * size / 2}L${neck[0] + vy * size / 2} ${neck[1] - vx * size / 2}z`;
    for (const name of ["rim", "arrow"]) {
      layer.append(drawing("path", {class: name, d: `M${a}Q${bend} ${neck}`}), drawing("path", {class: `${name} head`, d: head}));
    }
  }

  return {show, look, zoom, light, compare, boards, closer: () => closer, still: () => still.matches, drawing};
}
