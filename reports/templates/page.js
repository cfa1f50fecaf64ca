"use strict";
// Every figure as a file: the SVG with its type, and a PNG of three dots a unit. The CSV is a link already.
(() => {
  const faces = document.getElementById("faces").textContent;
  const DENSITY = 3;

  function svgOf(figure) {
    const svg = figure.querySelector("svg").cloneNode(true);
    const style = document.createElementNS("http://www.w3.org/2000/svg", "style");
    style.textContent = faces;
    svg.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    svg.prepend(style);
    return new XMLSerializer().serializeToString(svg);
  }

  const addressed = text => `data:image/svg+xml;base64,${btoa(unescape(encodeURIComponent(text)))}`;

  async function pngOf(figure) {
    const {width, height} = figure.querySelector("svg").viewBox.baseVal;
    const image = new Image(), canvas = document.createElement("canvas");
    image.src = addressed(svgOf(figure));
    await image.decode();
    canvas.width = DENSITY * width;
    canvas.height = DENSITY * height;
    const brush = canvas.getContext("2d");
    brush.fillStyle = "#fff";
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
