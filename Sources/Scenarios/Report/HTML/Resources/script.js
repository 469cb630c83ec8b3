// What a browser adds: values beside the pointer, series that can be hidden, a closer look at a
// part of the time. All that the page says stands in it without this script.
"use strict";
(() => {
  const make = (name, properties, ...children) => {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...children);
    return element;
  };
  const trimmed = (value, digits) => String(Number(value.toPrecision(digits)));

  // Values as the text reports write them.
  const units = [["s", 1e9], ["ms", 1e6], ["us", 1e3], ["ns", 1]];
  const written = (value, quantity) => {
    if (quantity === "ratio") return (value * 100).toFixed(2) + "%";
    if (quantity === "instant") return (value / 1e9).toFixed(3) + " s";
    if (quantity === "duration") {
      if (value === 0) return "0 s";
      const [name, size] = units.find(([, size]) => value >= size) || units[3];
      return trimmed(value / size, 3) + " " + name;
    }
    return Math.abs(value) >= 1000
      ? Math.round(value).toLocaleString("en-US") : trimmed(value, 4);
  };

  // The command, to take along.
  const command = document.querySelector(".command");
  if (command && navigator.clipboard) {
    const button = make("button", { type: "button", textContent: "Copy" });
    button.addEventListener("click", () => {
      navigator.clipboard.writeText(command.querySelector("code").textContent).then(
        () => { button.textContent = "Copied"; }, () => { button.textContent = "Not allowed"; });
    });
    command.append(button);
  }

  // What the pointer, or the keyboard, is at.
  const tip = make("div", { className: "tip", hidden: true });
  tip.setAttribute("aria-hidden", "true");
  document.body.append(tip);
  const show = (event, ...lines) => {
    tip.replaceChildren(...lines);
    tip.hidden = false;
    const [width, height] = [tip.offsetWidth, tip.offsetHeight];
    const left = event.clientX + 14 + width > innerWidth
      ? event.clientX - 14 - width : event.clientX + 14;
    tip.style.left = Math.max(4, left) + "px";
    tip.style.top = Math.max(4, Math.min(event.clientY + 14, innerHeight - height - 4)) + "px";
  };
  const hide = () => { tip.hidden = true; };
  for (const svg of document.querySelectorAll(".chart, .small-chart")) {
    for (const title of svg.querySelectorAll(":scope * > title")) {
      // The tip replaces the browser's own, which comes late; readers of screens keep the text.
      const mark = title.parentNode;
      mark.setAttribute("aria-label", title.textContent);
      mark.dataset.tip = title.textContent;
      title.remove();
    }
    const [name, text] = ["title", "desc"].map(part => svg.querySelector(`:scope > ${part}`));
    if (name && text) {
      // So does that of the whole drawing.
      svg.setAttribute("aria-label", `${name.textContent}. ${text.textContent}`);
      svg.removeAttribute("aria-labelledby");
      name.remove();
    }
    svg.addEventListener("pointermove", event => {
      const mark = event.target.closest("[data-tip]");
      if (mark) show(event, mark.dataset.tip); else if (!svg.dataset.begin) hide();
    });
    svg.addEventListener("pointerleave", hide);
  }

  // Series that can be hidden.
  for (const figure of document.querySelectorAll("figure")) {
    const entries = figure.querySelectorAll(".legend li[data-series]");
    if (entries.length < 2) continue;
    for (const entry of entries) {
      const button = make("button", { type: "button" }, ...entry.childNodes);
      button.setAttribute("aria-pressed", "true");
      button.addEventListener("click", () => {
        const isShown = button.getAttribute("aria-pressed") !== "true";
        button.setAttribute("aria-pressed", String(isShown));
        const marks = `.chart [data-series="${entry.dataset.series}"]`;
        for (const mark of figure.querySelectorAll(marks)) {
          mark.classList.toggle("off", !isShown);
        }
      });
      entry.append(button);
    }
  }

  // A closer look at a part of the time: all charts of a run show the same part.
  const SVG = "http://www.w3.org/2000/svg";
  const niceStep = least => {
    const power = 10 ** Math.floor(Math.log10(least));
    return power * [1, 2, 5, 10].find(factor => factor * power >= least * 0.999999);
  };
  const tick = value => {
    if (value === 0) return "0";
    const [name, size] = units.find(([, size]) => Math.abs(value) >= size) || units[3];
    return trimmed(value / size, 6) + " " + name;
  };
  class TimeChart {
    constructor(svg) {
      this.svg = svg;
      this.area = svg.querySelector(".area");
      this.across = svg.querySelector(".across");
      this.whole = ["begin", "end"].map(name => Number(svg.dataset[name]));
      this.shown = this.whole;
      this.sides = ["left", "right"].map(name => Number(svg.dataset[name]));
      this.box = this.area.getAttribute("viewBox").split(" ").map(Number);
      this.lines = [...svg.querySelectorAll("[data-values]")].map(path => ({
        path, name: path.dataset.name, quantity: path.dataset.quantity,
        begin: Number(path.dataset.begin), window: Number(path.dataset.window),
        values: path.dataset.values.split(",").map(text => text === "" ? null : Number(text)),
      }));
      this.cursor = document.createElementNS(SVG, "line");
      this.cursor.setAttribute("class", "cursor");
      this.cursor.setAttribute("y1", this.box[1]);
      this.cursor.setAttribute("y2", this.box[1] + this.box[3]);
      this.window = document.createElementNS(SVG, "rect");
      this.window.setAttribute("class", "window");
      this.window.setAttribute("y", this.box[1]);
      this.window.setAttribute("height", this.box[3]);
      this.listen();
    }

    // Where an instant stands in the drawing, and the other way round.
    place(instant) {
      const [from, to] = this.shown, [left, right] = this.sides;
      return left + (instant - from) / (to - from) * (right - left);
    }

    instant(event) {
      const bounds = this.svg.getBoundingClientRect();
      const width = this.svg.viewBox.baseVal.width;
      const x = (event.clientX - bounds.left) / bounds.width * width;
      const [from, to] = this.shown, [left, right] = this.sides;
      const part = Math.min(1, Math.max(0, (x - left) / (right - left)));
      return from + part * (to - from);
    }

    listen() {
      let start = null;
      this.svg.addEventListener("pointerdown", event => {
        if (event.button === 0 && event.pointerType === "mouse") start = this.instant(event);
      });
      this.svg.addEventListener("pointermove", event => {
        const instant = this.instant(event);
        if (start !== null) this.mark(start, instant);
        this.point(event, instant);
      });
      addEventListener("pointerup", event => {
        if (start === null) return;
        const range = [start, this.instant(event)].sort((one, other) => one - other);
        start = null;
        this.window.remove();
        if (range[1] - range[0] > (this.shown[1] - this.shown[0]) / 100) this.zoom(range);
      });
      this.svg.addEventListener("pointerleave", () => this.cursor.remove());
      this.svg.addEventListener("dblclick", () => this.zoom(this.whole));
      this.svg.tabIndex = 0;
      this.svg.addEventListener("keydown", event => this.press(event));
      this.svg.addEventListener("blur", () => { this.cursor.remove(); hide(); });
    }

    // Arrows move along the time, plus and minus look closer and less close, escape at all of it.
    press(event) {
      const [from, to] = this.shown, length = to - from;
      const old = this.cursor.isConnected ? this.at : (from + to) / 2;
      const moves = { ArrowLeft: -length / 60, ArrowRight: length / 60 };
      const factors = { "+": 0.5, "=": 0.5, "-": 2, Escape: Infinity };
      if (event.key in moves) {
        const instant = Math.min(to, Math.max(from, old + moves[event.key]));
        const bounds = this.svg.getBoundingClientRect();
        const width = this.svg.viewBox.baseVal.width;
        const clientX = bounds.left + this.place(instant) / width * bounds.width;
        this.point({ clientX, clientY: bounds.top + 20, target: this.svg }, instant);
      } else if (event.key in factors) {
        const [begin, end] = this.whole;
        const part = Math.min(end - begin, length * factors[event.key]);
        const first = Math.min(end - part, Math.max(begin, old - part / 2));
        this.zoom([first, first + part]);
      } else {
        return;
      }
      event.preventDefault();
    }

    mark(one, other) {
      const [from, to] = [one, other].map(instant => this.place(instant)).sort((a, b) => a - b);
      this.window.setAttribute("x", from);
      this.window.setAttribute("width", to - from);
      this.svg.append(this.window);
    }

    // The values of all lines at an instant.
    point(event, instant) {
      this.at = instant;
      const place = this.place(instant);
      this.cursor.setAttribute("x1", place);
      this.cursor.setAttribute("x2", place);
      this.svg.append(this.cursor);
      const found = event.target.closest("[data-tip]");
      const rows = this.lines.filter(line => !line.path.classList.contains("off")).map(line => {
        const value = line.values[Math.floor((instant - line.begin) / line.window)];
        const text = value === null || value === undefined ? "-" : written(value, line.quantity);
        return make("div", {}, make("span", { textContent: line.name }),
          make("b", { textContent: text }));
      });
      const head = make("div", {}, make("b", { textContent: written(instant, "instant") }));
      const tail = found ? [make("div", { textContent: found.dataset.tip })] : [];
      show(event, head, ...rows, ...tail);
    }

    zoom(range) {
      const peers = this.svg.closest(".figures").timeCharts || [this];
      for (const chart of peers) chart.look(range);
    }

    look([from, to]) {
      this.shown = [from, to];
      const [begin, end] = this.whole, [left, right] = this.sides, [x, y, width, height] = this.box;
      const scale = (right - left) / (end - begin);
      const part = (to - from) / (end - begin);
      const first = left + (from - begin) * scale + (x - left) * part;
      this.area.setAttribute("viewBox", [first, y, width * part, height].join(" "));
      this.drawTicks();
      const isWhole = from === begin && to === end;
      if (!this.button) {
        this.button = make("button", { type: "button", className: "whole",
          textContent: "Show all of the time" });
        this.button.addEventListener("click", () => this.zoom(this.whole));
        this.svg.before(this.button);
      }
      this.button.hidden = isWhole;
    }

    drawTicks() {
      const [from, to] = this.shown;
      const step = niceStep((to - from) / 6);
      const [old, label] = ["line", "text"].map(name => this.across.querySelector(name));
      if (!old || !label) return;
      const marks = [];
      for (let value = Math.ceil(from / step) * step; value <= to; value += step) {
        const place = this.place(value);
        const line = old.cloneNode(), text = label.cloneNode();
        line.setAttribute("x1", place);
        line.setAttribute("x2", place);
        text.setAttribute("x", place);
        text.setAttribute("text-anchor", place > this.sides[1] - 26 ? "end" : "middle");
        text.textContent = tick(Math.round(value));
        marks.push(line, text);
      }
      this.across.replaceChildren(...marks);
    }
  }
  for (const figures of document.querySelectorAll(".figures")) {
    figures.timeCharts = [...figures.querySelectorAll(".chart[data-begin]")]
      .map(svg => new TimeChart(svg));
  }

  // A link to what is folded unfolds it.
  const unfold = () => {
    const target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    if (target && target.tagName.toLowerCase() === "details") target.open = true;
  };
  addEventListener("hashchange", unfold);
  unfold();
})();
