// Pictures for the page without a server: it mirrors cutedsl/viz, shape by shape, so that both write the same SVG.
// Texts that both need (operations, explanations, errors) come from Python as `DATA`.

const LIMIT = 64, PANEL_LIMIT = 8, MOST_PAIRS = 2 ** 18, MOST_CHECKED = 2 ** 14;
const BANKS = 32, BANK_BYTES = 4, WARP_LANES = 32;
const BLANK = "#ffffff", FAINT = "#eeeeee", BLACK = "#111111", WHITE = "#ffffff";
const CELL_FONT = 11, BAND_FONT = 9.5, TITLE_FONT = 12.5, HEAD_FONT = 15, NOTE_FONT = 11.5, CHARACTER = 0.61;
const MARGIN = 16, GAP = 28, BAND = 14;
const RULE = "#b8b8b8", FRAME = "#222222", GREY = "#555555", SOFT = "#6f6f6f", WARN = "#a03010";
const FONTS = "DejaVu Sans Mono, Menlo, Consolas, monospace";

// -- colours -----------------------------------------------------------------------------------------------------------
function oklch(lightness, chroma, hueDegrees) {
  const hue = hueDegrees * (Math.PI / 180), a = chroma * Math.cos(hue), b = chroma * Math.sin(hue);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3;
  const channels = [4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short];
  return "#" + channels.map((linear) => {
    const c = Math.min(Math.max(linear, 0), 1);
    const byte = halfEven(255 * (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055));
    return byte.toString(16).padStart(2, "0");
  }).join("");
}

function halfEven(x) {
  const low = Math.floor(x), rest = x - low;
  return rest < 0.5 || (rest === 0.5 && low % 2 === 0) ? low : low + 1;
}

function indexColour(index, low, high) {
  const t = high > low ? (index - low) / (high - low) : 0;
  return oklch(0.965 - 0.305 * t, 0.075 + 0.035 * t, 105 + 165 * t);
}

function threadColour(thread, count) {
  const lanes = Math.min(Math.max(count, 1), 32), lane = thread % 32, warp = Math.floor(thread / 32) % 4;
  const step = lanes > 8 && lane % 2 ? 0.035 : 0;
  return oklch(0.91 - step - 0.075 * warp, 0.075 + 0.01 * warp, 20 + 360 * lane / lanes);
}

const bankColour = (bank) => oklch(0.90 - (bank % 2 ? 0.05 : 0), 0.095, 20 + 360 * bank / BANKS);
const conflictColour = (depth) => depth === 0 ? oklch(0.92, 0.07, 150) : oklch(Math.max(0.87 - 0.04 * depth, 0.68), 0.11, 27);

function luminance(fill) {
  const linear = [1, 3, 5].map((k) => parseInt(fill.slice(k, k + 2), 16) / 255).map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
}
const inks = new Map();
function ink(fill) {
  if (!inks.has(fill)) {
    const light = luminance(fill);
    inks.set(fill, (light + 0.05) / (luminance(BLACK) + 0.05) >= 1.05 / (light + 0.05) ? BLACK : WHITE);
  }
  return inks.get(fill);
}

// -- what a picture says: grids {title, rows, cols, cells}, marks {lines}, null ------------------------------------------
const axis = (caption, extents, length, drawn) => ({ caption, extents, length, drawn, isCut: drawn < length });
const isGrid = (panel) => panel !== null && "cells" in panel;
const gridsOf = (picture) => picture.panels.flat().filter(isGrid);
const picture = (title, panels, { legend = [], notes = [] } = {}) => ({ title, panels, legend, notes });
const once = (items) => [...new Set(items)];

function bands(side) {
  const rows = [];
  let step = 1;
  const extents = side.extents.filter((e) => e > 1);
  for (const extent of extents.length ? extents : [1]) {
    const row = [];
    for (let s = 0; s < side.drawn; s += step) row.push({ start: s, span: Math.min(step, side.drawn - s), label: String(Math.floor(s / step) % extent) });
    rows.push(row);
    step *= extent;
  }
  return rows.reverse();
}

function rules(side) {
  const found = new Map();
  let step = 1;
  side.extents.filter((e) => e > 1).slice(0, -1).forEach((extent, i) => {
    step *= extent;
    for (let at = step; at < side.drawn; at += step) found.set(at, i + 1);
  });
  return found;
}

function cutNote(grid) {
  const parts = [["rows", grid.rows], ["columns", grid.cols]].filter(([, side]) => side.isCut).map(([name, side]) => `${side.drawn} of ${side.length} ${name}`);
  return `Cut: the first ${parts.join(" and ")} are drawn.`;
}
const cutsOf = (pic) => once(gridsOf(pic).filter((g) => g.rows.isCut || g.cols.isCut).map(cutNote));

// -- placing and SVG -----------------------------------------------------------------------------------------------------
const textWidth = (words, fontSize) => [...words].length * fontSize * CHARACTER;
const largest = (items, otherwise) => items.reduce((a, b) => Math.max(a, b), items.length ? -Infinity : otherwise);

function place(pic) {
  const scene = { width: 0, height: 0, shapes: [] };
  const grids = gridsOf(pic), metrics = metricsOf(grids);
  let top = MARGIN;
  if (pic.title) {
    scene.shapes.push(words(MARGIN, top + 9, pic.title, HEAD_FONT, BLACK, "start", true));
    scene.width = 2 * MARGIN + textWidth(pic.title, HEAD_FONT) * 1.02;
    top += 30;
  }
  for (const line of cutsOf(pic)) {
    scene.shapes.push(words(MARGIN, top - 2, line, NOTE_FONT, WARN, "start"));
    scene.width = Math.max(scene.width, 2 * MARGIN + textWidth(line, NOTE_FONT));
    top += 18;
  }
  top = placePanels(scene, pic.panels, metrics, top);
  scene.width = Math.max(scene.width, 380);
  top = placeLegend(scene, pic.legend, top);
  for (const line of wrapped(pic.notes, scene.width - 2 * MARGIN)) {
    scene.shapes.push(words(MARGIN, top + 7, line, NOTE_FONT, GREY, "start"));
    top += 17;
  }
  scene.height = top + MARGIN - 4;
  return scene;
}

const words = (x, y, content, fontSize, colour = BLACK, anchor = "middle", bold = false, vertical = false) =>
  ({ kind: "words", x, y, content, fontSize, colour, anchor, bold, vertical });
const line = (x1, y1, x2, y2, colour, width, arrow = false) => ({ kind: "line", x1, y1, x2, y2, colour, width, arrow });

function metricsOf(grids) {
  const cells = grids.flatMap((g) => g.cells.flat());
  const longest = largest(cells.flatMap((c) => c.lines.map((l) => [...l].length)), 1), lines = largest(cells.map((c) => c.lines.length), 1);
  const font = largest(grids.map((g) => g.cols.drawn), 1) <= 32 ? CELL_FONT : CELL_FONT - 1;
  const width = Math.max(longest * font * CHARACTER + 9, 24);
  const height = Math.max(lines * (font + 1.5) + 8, lines === 1 ? Math.min(width, 28) : 0, 23);
  return { font, width: halfEven(width), height: halfEven(height) };
}

function frameOf(panel, metrics) {
  if (panel === null) return { left: 0, top: 0, width: 0, height: 0 };
  if (!isGrid(panel)) return { left: 0, top: 0, width: Math.max(largest(panel.lines.map((l) => textWidth(l, TITLE_FONT)), 0), 46), height: 20 * panel.lines.length + 20 };
  const cut = 0.7, { rows, cols, title } = panel;
  const left = sum(bands(rows).map((row) => largest(row.map((b) => textWidth(b.label, BAND_FONT)), 0) + 7)) + (rows.caption ? BAND + 2 : 0);
  const width = (cols.drawn + (cols.isCut ? cut : 0)) * metrics.width, height = (rows.drawn + (rows.isCut ? cut : 0)) * metrics.height;
  const titles = Math.max(textWidth(title, TITLE_FONT), textWidth(cols.caption, BAND_FONT));
  return { left, top: (title ? 20 : 0) + (cols.caption ? BAND : 0) + BAND * bands(cols).length + 3, width: Math.max(width, titles), height };
}

function placePanels(scene, panels, metrics, top) {
  const frames = panels.map((row) => row.map((panel) => frameOf(panel, metrics)));
  const columns = range(largest(frames.map((row) => row.length), 0)).map((c) => frames.filter((row) => c < row.length).map((row) => row[c]));
  const lefts = columns.map((column) => largest(column.map((f) => f.left), 0)), widths = columns.map((column) => largest(column.map((f) => f.width), 0));
  panels.forEach((row, r) => {
    const head = largest(frames[r].map((f) => f.top), 0), height = largest(frames[r].map((f) => f.height), 0);
    let x = MARGIN;
    row.forEach((panel, c) => {
      if (panel !== null) (isGrid(panel) ? placeGrid : placeMark)(scene, panel, metrics, [x + lefts[c], top + head], [widths[c], height]);
      x += lefts[c] + widths[c] + GAP;
    });
    scene.width = Math.max(scene.width, x - GAP + MARGIN);
    top += head + height + 22;
  });
  return top;
}

function placeMark(scene, mark, _, [x, y], [wide, high]) {
  const middle = y + Math.max(Math.min(high / 2, 220), 20 * mark.lines.length);
  scene.shapes.push(line(x, middle, x + wide, middle, GREY, 1.6, true));
  [...mark.lines].reverse().forEach((content, k) => scene.shapes.push(words(x + wide / 2, middle - 13 - 16 * k, content, TITLE_FONT)));
}

function placeGrid(scene, grid, metrics, [x0, y0]) {
  const { width, height, font } = metrics;
  grid.cells.forEach((row, r) => {
    const y = y0 + r * height;
    row.forEach((cell, c) => scene.shapes.push({ kind: "rect", x: x0 + c * width, y, width, height, fill: cell.fill }));
  });
  grid.cells.forEach((row, r) => row.forEach((cell, c) => {
    const step = font + 1.5, x = x0 + c * width, y = y0 + r * height + height / 2 - step * (cell.lines.length - 1) / 2;
    cell.lines.forEach((content, k) => scene.shapes.push(words(x + width / 2, y + k * step, content, font, ink(cell.fill))));
  }));
  placeLines(scene, grid, metrics, [x0, y0]);
  placeColumnHeaders(scene, grid, metrics, [x0, y0]);
  placeRowHeaders(scene, grid.rows, metrics, [x0, y0]);
}

function placeLines(scene, grid, metrics, [x0, y0]) {
  const width = grid.cols.drawn * metrics.width, height = grid.rows.drawn * metrics.height;
  const strongCols = rules(grid.cols), strongRows = rules(grid.rows), lines = [];
  const stroke = (level, isFrame) => isFrame ? [FRAME, 1.6] : level === 0 ? [RULE, 0.6] : [FRAME, 0.6 + 0.7 * level];
  for (let c = 0; c <= grid.cols.drawn; c++) {
    const x = x0 + c * metrics.width;
    lines.push(line(x, y0, x, y0 + height, ...stroke(strongCols.get(c) ?? 0, c === 0 || c === grid.cols.drawn)));
  }
  for (let r = 0; r <= grid.rows.drawn; r++) {
    const y = y0 + r * metrics.height;
    lines.push(line(x0, y, x0 + width, y, ...stroke(strongRows.get(r) ?? 0, r === 0 || r === grid.rows.drawn)));
  }
  scene.shapes.push(...lines.sort(byCompare((l) => l.width)));
  if (grid.cols.isCut) scene.shapes.push(words(x0 + width + 0.35 * metrics.width, y0 + height / 2, "…", TITLE_FONT, GREY));
  if (grid.rows.isCut) scene.shapes.push(words(x0 + width / 2, y0 + height + 0.35 * metrics.height, "⋮", TITLE_FONT, GREY));
}

function placeColumnHeaders(scene, grid, metrics, [x0, y0]) {
  let y = y0 - 3;
  for (const row of bands(grid.cols).reverse()) {
    for (const band of row) scene.shapes.push(words(x0 + (band.start + band.span / 2) * metrics.width, y - BAND / 2, band.label, BAND_FONT, GREY));
    y -= BAND;
  }
  if (grid.cols.caption) {
    scene.shapes.push(words(x0, y - BAND / 2, grid.cols.caption, BAND_FONT, SOFT, "start"));
    y -= BAND;
  }
  if (grid.title) scene.shapes.push(words(x0, y - 10, grid.title, TITLE_FONT, BLACK, "start"));
}

function placeRowHeaders(scene, side, metrics, [x0, y0]) {
  let x = x0 - 4;
  for (const row of bands(side).reverse()) {
    const wide = largest(row.map((b) => textWidth(b.label, BAND_FONT)), 0) + 7;
    for (const band of row) scene.shapes.push(words(x - wide / 2 + 2, y0 + (band.start + band.span / 2) * metrics.height, band.label, BAND_FONT, GREY));
    x -= wide;
  }
  if (!side.caption) return;
  const fits = textWidth(side.caption, BAND_FONT) <= side.drawn * metrics.height + 30;
  const caption = fits ? side.caption : side.caption.split(" ")[0];
  scene.shapes.push(words(x - BAND / 2, y0 + side.drawn * metrics.height / 2, caption, BAND_FONT, SOFT, "middle", false, true));
}

function placeLegend(scene, legend, top) {
  if (!legend.length) return top;
  const wide = 20 + largest(legend.map(([, meaning]) => textWidth(meaning, NOTE_FONT)), 0) + 14;
  let x = MARGIN;
  for (const [colour, meaning] of legend) {
    if (x > MARGIN && x + wide > scene.width - MARGIN) [x, top] = [MARGIN, top + 20];
    scene.shapes.push({ kind: "rect", x, y: top, width: 14, height: 14, fill: colour });
    scene.shapes.push(words(x + 20, top + 7, meaning, NOTE_FONT, BLACK, "start"));
    x += wide;
  }
  return top + 26;
}

function wrapped(notes, width) {
  const most = Math.max(Math.trunc(width / (NOTE_FONT * CHARACTER)), 20), lines = [];
  for (const note of notes) {
    let now = "", indent = "";
    for (let word of note.split(" ")) {
      while (now.trim() === "" ? indent.length + word.length > most : word.length > most - 2 && now.length + 1 < most) {
        const room = now.trim() === "" ? most - indent.length : most - now.length - 1;
        lines.push((now.trim() === "" ? indent : now + " ") + word.slice(0, room));
        word = word.slice(room);
        [now, indent] = ["", "  "];
      }
      if (now === "") now = indent + word;
      else if (now.length + 1 + word.length <= most) now += " " + word;
      else { lines.push(now); indent = "  "; now = indent + word; }
    }
    lines.push(now);
  }
  return lines;
}

const escapeText = (s) => s.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;").replaceAll("'", "&#x27;");

function n(value) {
  const isTie = Number.isInteger(value * 4) && !Number.isInteger(value * 2);
  const rounded = isTie ? (halfEven(value * 10) / 10).toFixed(1) : value.toFixed(1);
  return rounded.endsWith(".0") ? rounded.slice(0, -2) : rounded;
}

function styleOf(s) {
  if (s.kind === "rect") return "rect" + s.fill;
  return s.kind === "line" ? ["line", s.colour, s.width, s.arrow].join() : ["words", s.fontSize, s.colour, s.anchor, s.bold, s.vertical].join();
}

function svgOfRun(run) {
  const first = run[0];
  if (first.kind === "rect") {
    const path = run.map((s) => `M${n(s.x)} ${n(s.y)}h${n(s.width)}v${n(s.height)}h-${n(s.width)}z`).join("");
    return [`<path fill="${first.fill}" d="${path}"/>`];
  }
  if (first.kind === "line") {
    const path = run.map((s) => `M${n(s.x1)} ${n(s.y1)}L${n(s.x2)} ${n(s.y2)}`).join("");
    return [`<path fill="none" stroke="${first.colour}" stroke-width="${n(first.width)}" d="${path}"/>`,
      ...run.filter((s) => s.arrow).map((s) => `<path fill="${s.colour}" d="M${n(s.x2)} ${n(s.y2)}l-9 -4.5v9z"/>`)];
  }
  const weight = first.bold ? ' font-weight="bold"' : "";
  return [`<g font-size="${n(first.fontSize)}" fill="${first.colour}" text-anchor="${first.anchor}"${weight}>`,
    ...run.map((s) => {
      const turn = s.vertical ? ` transform="rotate(-90 ${n(s.x)} ${n(s.y)})"` : "";
      return `<text x="${n(s.x)}" y="${n(s.y + 0.36 * s.fontSize)}"${turn}>${escapeText(s.content)}</text>`;
    }), "</g>"];
}

function svg(pic) {
  const scene = place(pic), titles = gridsOf(pic).map((g) => g.title).join("; ");
  const about = [titles, ...cutsOf(pic), ...pic.notes].join(" "), w = n(scene.width), h = n(scene.height), runs = [];
  for (const shape of scene.shapes) {
    if (runs.length && styleOf(runs.at(-1)[0]) === styleOf(shape)) runs.at(-1).push(shape); else runs.push([shape]);
  }
  return [`<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}" role="img" font-family="${FONTS}">`,
    `<title>${escapeText(pic.title || titles)}</title>`, `<desc>${escapeText(about)}</desc>`,
    `<rect width="${w}" height="${h}" fill="#ffffff"/>`, ...runs.flatMap(svgOfRun), "</svg>"].join("\n");
}

// -- layouts as grids ------------------------------------------------------------------------------------------------------
const valueText = (value) => text(value);
const modeOf = (part) => ({ extents: leaves(part.shape), length: size(part), caption: text(part) });
const sideOf = (m, name, limit) => axis(m.caption ? `${name} ${m.caption}` : name, m.extents, m.length, Math.min(m.length, limit));
const modeSides = (layout) => modesOf(outerOf(layout)).map(modeOf);

function drawableModes(layout) {
  const modes = modeSides(layout);
  if (modes.length > 4) throw fail("picture-rank", `${text(layout)} has ${modes.length} modes; a picture shows up to 4`);
  return modes;
}

function sideLimit(modes, limit) {
  const grids = modes.slice(2, 4).reduce((g, m) => g * Math.min(m.length, PANEL_LIMIT), 1);
  return grids <= 2 ? limit : Math.min(limit, grids <= 8 ? 32 : 16);
}

function valuesOf(layout, limit = LIMIT) {
  const modes = drawableModes(layout);
  if (modes.length === 1) return range(Math.min(modes[0].length, limit)).map((i) => call(layout, i));
  const bounds = modes.map((m, k) => Math.min(m.length, k < 2 ? sideLimit(modes, limit) : PANEL_LIMIT));
  const all = bounds.reduce((found, bound) => found.flatMap((at) => range(bound).map((i) => [...at, i])), [[]]);
  return all.map((at) => call(layout, at));
}

function colourByValue(values) {
  if (values.every(isInt)) {
    const low = values.reduce((a, b) => Math.min(a, b), values.length ? Infinity : 0), high = values.reduce((a, b) => Math.max(a, b), values.length ? -Infinity : 0);
    return (value) => indexColour(value, low, high);
  }
  const sortable = (value) => leaves(value).reverse();
  const compare = (a, b) => { for (let i = 0; i < Math.min(a.length, b.length); i++) if (a[i] !== b[i]) return a[i] - b[i]; return a.length - b.length; };
  const distinct = [...new Map(values.map((v) => [text(v), v])).values()].sort((a, b) => compare(sortable(a), sortable(b)));
  const order = new Map(distinct.map((v, k) => [text(v), k]));
  return (value) => indexColour(order.get(text(value)), 0, order.size - 1);
}

function layoutSlices(layout, colour, limit = LIMIT, title = "") {
  const modes = drawableModes(layout), count = modes.length, shown = sideLimit(modes, limit), lone = axis("", [1], 1, 1);
  const [rows, cols] = count === 0 ? [lone, lone] : count === 1 ? [lone, sideOf(modes[0], "mode 0:", shown)]
    : [sideOf(modes[0], "mode 0:", shown), sideOf(modes[1], "mode 1:", shown)];
  const outer = [...modes.slice(2).map((m) => m.length), 1, 1].slice(0, 2);
  const at = (where) => count === 0 ? [] : count === 1 ? where[1] : where.slice(0, count);
  const grid = (i, j) => {
    const cells = range(rows.drawn).map((r) => range(cols.drawn).map((c) => {
      const value = call(layout, at([r, c, i, j]));
      return { lines: [valueText(value)], fill: colour(value) };
    }));
    const name = count > 2 ? `(${["_", "_", i, j].slice(0, count).join(",")})` : "";
    return { title: [title, name].filter(Boolean).join(" "), rows, cols, cells };
  };
  const [across, down] = outer.map((length) => range(Math.min(length, PANEL_LIMIT)));
  const notes = outer.flatMap((length, k) => length > PANEL_LIMIT ? [`Cut: the first ${PANEL_LIMIT} of ${length} grids along mode ${k + 2} are drawn.`] : []);
  return { panels: down.map((j) => across.map((i) => grid(i, j))), notes };
}

function layoutPicture(layout) {
  const slices = layoutSlices(layout, colourByValue(valuesOf(layout)));
  return picture(text(layout), slices.panels, slices);
}

function beforeAfterPicture(before, after, operation, title = null) {
  const first = valuesOf(before), last = valuesOf(after), all = [...first, ...last];
  let colour = colourByValue(all);
  if (all.some(isInt) && !all.every(isInt)) {
    const ofIndex = colourByValue(all.filter(isInt)), ofCoordinate = colourByValue(all.filter((v) => !isInt(v)));
    colour = (value) => isInt(value) ? ofIndex(value) : ofCoordinate(value);
  }
  const left = layoutSlices(before, colour, LIMIT, `A = ${text(before)}`), right = layoutSlices(after, colour, LIMIT, text(after));
  const columns = sum([...left.panels[0], ...right.panels[0]].map((g) => g.cols.drawn));
  const panels = left.panels.length === 1 && right.panels.length === 1 && columns <= 40
    ? [[...left.panels[0], { lines: [operation] }, ...right.panels[0]]] : [...left.panels, ...right.panels];
  return picture(title ?? `${operation}  with A = ${text(before)}`, panels, { notes: once([...left.notes, ...right.notes]) });
}

function compositionPicture(a, b) {
  if (hasBasis(b.stride)) throw fail("picture-not-a-layout", `the right side of a chain gives indices into the left one, ${text(b)} does not`);
  const whole = composition(a, b), values = valuesOf(whole), colour = colourByValue(values), shown = new Set(values.map(text));
  const orFaint = (value) => shown.has(text(value)) ? colour(value) : FAINT;
  const first = layoutSlices(b, (value) => orFaint(call(a, value)), LIMIT, `B = ${text(b)}`);
  const second = layoutSlices(a, orFaint, LIMIT, `A = ${text(a)}`), last = layoutSlices(whole, colour, LIMIT, `A o B = ${text(whole)}`);
  return picture(`${text(a)} o ${text(b)}`, chain(first.panels, second.panels, last.panels),
    { notes: ["B gives coordinates of A, counted with mode 0 fastest; grey elements of A are not reached by B."] });
}

function chain(...links) {
  const columns = sum(links.flatMap((link) => link[0].map((grid) => grid.cols.drawn)));
  if (links.some((link) => link.length > 1) || columns > 40) return links.flat();
  const [b, a, whole] = links;
  return [[...b[0], { lines: ["then A"] }, ...a[0], { lines: ["so A o B"] }, ...whole[0]]];
}

// -- banks -------------------------------------------------------------------------------------------------------------------
function checkBits(bits) {
  if (![1, 2, 4, 8, 16, 32, 64, 128].includes(bits)) throw fail("bank-element-bits", `an element cannot have ${bits} bits`);
}

function memoryIndex(value, layout) {
  if (!isInt(value) || value < 0) throw fail("bank-needs-index", `${text(layout)} maps to ${isInt(value) ? value : repr(value)}, which is not an index`);
  return value;
}

function swizzlePicture(layout, bits) {
  checkBits(bits);
  const colour = (value) => bankColour(Math.floor(memoryIndex(value, layout) * bits / (8 * BANK_BYTES)) % BANKS);
  const legend = range(BANKS).map((b) => [bankColour(b), String(b)]);
  const notes = [`Colours are banks (${BANKS} banks of ${BANK_BYTES} bytes, elements of ${bits} bits).`];
  let panels;
  if (layout instanceof Composed && layout.inner instanceof Swizzle) {
    const before = layoutSlices(layout.outer, colour, LIMIT, `before: ${text(layout.outer)}`).panels;
    const after = layoutSlices(layout, colour, LIMIT, `after ${text(layout.inner)}`).panels;
    const narrow = after.length === 1 && after[0].length === 1 && after[0][0].cols.drawn <= 16;
    panels = narrow ? [[...before[0], { lines: [text(layout.inner)] }, ...after[0]]] : [...before, ...after];
  } else {
    panels = layoutSlices(layout, colour, LIMIT).panels;
  }
  return picture(text(layout), panels, { legend, notes });
}

function serve(addresses, accessBytes) {
  if (![1, 2, 4, 8, 16].includes(accessBytes)) throw fail("bank-access-size", `a lane cannot access ${accessBytes} bytes at once`);
  addresses.forEach((address, lane) => {
    if (address % accessBytes) throw fail("bank-access-misaligned", `lane ${lane} starts at byte ${address}, not a multiple of the ${accessBytes} bytes that it accesses`);
  });
  const together = WARP_LANES * BANK_BYTES / Math.max(accessBytes, BANK_BYTES), phases = [];
  for (let start = 0; start < addresses.length; start += together) {
    const banks = range(BANKS).map(() => new Map()), part = addresses.slice(start, start + together);
    part.forEach((address, i) => {
      for (let word = Math.floor(address / BANK_BYTES); word <= Math.floor((address + accessBytes - 1) / BANK_BYTES); word++) {
        const served = banks[word % BANKS];
        served.set(word, [...served.get(word) ?? [], start + i]);
      }
    });
    phases.push({ lanes: part.map((_, i) => start + i), words: banks.map((served) => [...served.values()]) });
  }
  for (const phase of phases) phase.passes = Math.max(1, ...phase.words.map((served) => served.length));
  return phases;
}

function laneRanges(lanes) {
  const runs = [];
  for (const lane of lanes) {
    if (runs.length && runs.at(-1).at(-1) === lane - 1) runs.at(-1).push(lane); else runs.push([lane]);
  }
  return runs.map((run) => run.length === 1 ? run[0] : `${run[0]}-${run.at(-1)}`).join(",");
}

function accessPicture(phases, title) {
  const isLong = (lanes) => laneRanges(lanes).length > 5, shortened = (lanes) => `${lanes[0]}+${lanes.length - 1}`;
  const panels = phases.map((phase, number) => {
    const cells = range(phase.passes).map((p) => phase.words.map((served) => p < served.length
      ? { lines: [isLong(served[p]) ? shortened(served[p]) : laneRanges(served[p])], fill: conflictColour(p) } : { lines: [""], fill: BLANK }));
    const count = phase.passes === 1 ? "no conflict" : `${phase.passes} passes`;
    return [{ title: `phase ${number}, lanes ${laneRanges(phase.lanes)}: ${count}`, rows: axis("pass", [phase.passes], phase.passes, phase.passes), cols: axis("bank", [BANKS], BANKS, BANKS), cells }];
  });
  const passes = sum(phases.map((p) => p.passes)), extra = passes - phases.length, plural = (k, one, many) => k === 1 ? `1 ${one}` : `${k} ${many}`;
  const notes = [`${plural(phases.length, "phase", "phases")}, ${plural(passes, "pass", "passes")}: ${extra ? `${extra} more than without conflicts` : "no bank conflicts"}.`,
    "Cells name the lanes that one word of a bank serves."];
  const long = phases.flatMap((p) => p.words.flat()).find(isLong);
  if (long) notes.push(`${shortened(long)} stands for ${long.length} lanes: ${laneRanges(long)}.`);
  const legend = [[conflictColour(0), "first word of a bank"], [conflictColour(2), "a further word: one more pass"]];
  return picture(title, panels, { legend, notes });
}

function conflictPicture(layout, accessBytes, bits) {
  checkBits(bits);
  if (size(layout) > WARP_LANES) throw fail("bank-lanes", `${text(layout)} has ${size(layout)} lanes; a warp has ${WARP_LANES}`);
  const indices = range(size(layout)).map((lane) => memoryIndex(call(layout, lane), layout));
  indices.forEach((index, lane) => {
    if (index * bits % 8) throw fail("bank-access-misaligned", `lane ${lane} of ${text(layout)} starts at bit ${index * bits}, inside a byte`);
  });
  return accessPicture(serve(indices.map((index) => Math.floor(index * bits / 8)), accessBytes), `${text(layout)}: ${accessBytes} bytes a lane, elements of ${bits} bits`);
}

// -- threads and values ----------------------------------------------------------------------------------------------------
const extentOf = (part) => part instanceof Layout ? size(part) : part;
const tileParts = (tiler) => tiler instanceof Layout ? wrap(tiler.shape) : wrap(tiler);
const tileName = (tiler) => tileParts(tiler).map((part) => part === null ? "None" : isTuple(part) ? repr(part) : extentOf(part)).join("×");

function extentsOf(tiler, count) {
  let sizes = tileParts(tiler).map((part) => { const e = extentOf(part); return isTuple(e) && leaves(e).every(isInt) ? product(e) : e; });
  if (sizes.length === 1 && count === 2) sizes = [1, ...sizes];
  if (sizes.length !== count || !sizes.every((s) => isInt(s) && s > 0)) throw fail("picture-tile", `a tile of ${count} static extents is needed, got ${tileName(tiler)}`);
  return sizes;
}

function elementAt(value, [rows, cols]) {
  let at;
  if (isInt(value)) {
    if (value < 0 || value >= rows * cols) return null;
    at = [value % rows, Math.floor(value / rows) % cols];
  } else {
    at = [...leaves(value), 0, 0].slice(0, 2);
  }
  return at[0] >= 0 && at[0] < rows && at[1] >= 0 && at[1] < cols ? at : null;
}

function tvGrid(layout, tiler, title, names, transposed = false) {
  let tile = extentsOf(tiler, 2);
  const modes = modeSides(layout);
  if (modes.length !== 2) throw fail("tv-layout-rank", `${text(layout)} has ${modes.length} modes; a thread-value layout has 2`);
  const [threads, values] = modes.map((m) => m.length);
  if (threads * values > MOST_PAIRS) throw fail("picture-too-large", `${text(layout)} has ${threads} threads of ${values} values, ${threads * values} pairs`);
  const holders = new Map();
  for (let t = 0; t < threads; t++) {
    for (let v = 0; v < values; v++) {
      const value = call(layout, [t, v]), at = elementAt(value, tile);
      if (at === null) throw fail("tv-outside-tile", `thread ${t}, value ${v} of ${text(layout)} is at ${isInt(value) ? value : repr(value)}, outside a tile of ${tileName(tile)}`);
      const key = transposed ? `${at[1]},${at[0]}` : `${at[0]},${at[1]}`;
      if (!holders.has(key)) holders.set(key, []);
      holders.get(key).push([t, v]);
    }
  }
  if (transposed) tile = [tile[1], tile[0]];
  const [rows, cols] = tile.map((extent, k) => axis(`${names[k]} = ${extent}`, [extent], extent, Math.min(extent, LIMIT)));
  const others = (held) => new Set(held.map(([t]) => t)).size - 1;
  const cells = range(rows.drawn).map((r) => range(cols.drawn).map((c) => {
    const held = holders.get(`${r},${c}`);
    if (!held) return { lines: ["–"], fill: FAINT };
    const [thread, value] = held[0], more = others(held);
    return { lines: [`T${thread}` + (more ? `+${more}` : ""), `V${value}`], fill: threadColour(thread, threads) };
  }));
  const notes = [], missing = tile[0] * tile[1] - holders.size;
  if (missing) notes.push(`– marks elements that no thread holds (${missing} of ${tile[0] * tile[1]}).`);
  if ([...holders.values()].some((held) => others(held) > 0)) notes.push("T0+3 reads: thread 0 and 3 others hold this element.");
  return [{ title, rows, cols, cells }, notes];
}

function tvPicture(layout, tiler) {
  const [grid, notes] = tvGrid(layout, tiler, "", ["M", "N"]);
  return picture(`${text(layout)}  on a tile of ${tileName(tiler)}`, [[grid]], { notes });
}

function mmaPicture(atom) {
  const [m, count, k] = atom.shape, [a, b, c] = [atom.a, atom.b, atom.c].map(parseLayout);
  const [gridA, notesA] = tvGrid(a, [m, atom.stored_k], `A ${text(a)}`, ["M", "K"]);
  const [gridB, notesB] = tvGrid(b, [count, k], `B ${text(b)}`, ["K", "N"], true);
  const [gridC, notesC] = tvGrid(c, [m, count], `C ${text(c)}`, ["M", "N"]);
  return picture(`${atom.title}, M×N×K = ${m}×${count}×${k}`, [[null, gridB], [gridA, gridC]], { notes: once([...notesA, ...notesB, ...notesC]) });
}

function copyPicture(atom) {
  const [src, srcNotes] = tvGrid(parseLayout(atom.src), atom.tile, `source ${atom.src}`, ["M", "N"]);
  const [dst, dstNotes] = tvGrid(parseLayout(atom.dst), atom.tile, `destination ${atom.dst}`, ["M", "N"]);
  const panels = src.cols.drawn <= 16 ? [[src, { lines: ["copy"] }, dst]] : [[src], [dst]];
  return picture(`${atom.title}, tile ${tileName(atom.tile)}`, panels, { notes: once([...srcNotes, ...dstNotes]) });
}

// -- explanations and views ---------------------------------------------------------------------------------------------------
function explain(operation, before, argument) {
  const plain = outerOf(before), name = operation.function, lines = [];
  const byMode = (each) => {
    if (argument instanceof Layout) { lines.push(...each("A", plain, argument)); return; }
    if (argument instanceof Swizzle || argument instanceof Composed) return;
    wrap(argument).forEach((part, m) => {
      if (part === null || isTuple(part)) return;
      const target = isTuple(argument) ? mode(plain, m) : plain;
      lines.push(...each(`mode ${m}`, target, part instanceof Layout ? part : makeLayout(part)));
    });
  };
  if (plain instanceof Layout && !hasBasis(plain.stride)) {
    if (name === "composition") byMode(explainCompose);
    else if (name.endsWith("_divide")) byMode(explainDivide);
    else if (["logical_product", "zipped_product", "tiled_product", "flat_product"].includes(name)) byMode(explainProduct);
  }
  return [...lines, ...[DATA.gathered[name], DATA.laws[name]].filter(Boolean)];
}

function explainCompose(name, a, b) {
  if (rank(b) <= 1) return [`${name}: ${text(a)} o ${text(b)} = ${text(composition(a, b))}`];
  return [`${name}: B = ${text(b)} is taken mode by mode.`, ...modesOf(b).map((m) => `${name}: ${text(a)} o ${text(m)} = ${text(composition(a, m))}`)];
}

function explainDivide(name, a, b) {
  const rest = complement(b, size(a));
  const lines = [`${name}: the tile is B = ${text(b)}; the rest is complement(B, ${size(a)}) = ${text(rest)}.`];
  if (size(a) % size(b)) return lines;
  return [...lines, `${name}: tile ${text(a)} o ${text(b)} = ${text(composition(a, b))}`, `${name}: rest ${text(a)} o ${text(rest)} = ${text(composition(a, rest))}`];
}

function explainProduct(name, a, b) {
  const room = exact(size(a) * cosize(b)), gaps = complement(a, room);
  return [`${name}: copies of ${text(a)} fit at complement(A, size(A) * cosize(B) = ${room}) = ${text(gaps)}.`,
    `${name}: arranged by B, ${text(gaps)} o ${text(b)} = ${text(composition(gaps, b))}`];
}

function factsOf(layout) {
  const plain = layout instanceof Layout && !hasBasis(layout.stride);
  const known = [["size", String(size(layout))], ...(plain ? [["cosize", String(cosize(layout))]] : []), ["rank", String(rank(layout))],
    ["depth", String(tupleDepth(outerOf(layout).shape))]];
  if (size(layout) <= MOST_CHECKED) {
    const values = range(size(layout)).map((i) => call(layout, i)), different = new Set(values.map(text));
    known.push(["one to one", different.size === values.length ? "yes" : "no"]);
    if (values.every(isInt)) known.push(["gaps", range(different.size).every((i) => different.has(String(i))) ? "none" : "some"]);
  }
  return known;
}

function layoutOf(value) {
  if (value instanceof Layout || value instanceof Composed) return value;
  throw fail("picture-not-a-layout", `a layout is needed here, got ${value instanceof Swizzle ? "a swizzle alone" : repr(value)}`);
}

const argumentText = (argument) => isTuple(argument) && argument.some((part) => part instanceof Layout) ? tileText(argument) : text(argument);

function callText(operation, argument) {
  if (operation.name === "swizzle") return `${text(argument)} o 0 o A`;
  if (operation.name === "group") return `group_modes(A, ${argument[0]}, ${argument[1]})`;
  if (operation.name === "recast") return `recast_layout(${argument[1]}, ${argument[0]}, A)`;
  return argument === null ? `${operation.function}(A)` : `${operation.function}(A, ${argumentText(argument)})`;
}

function takeStep(layout, name, source) {
  const operation = DATA.operations.find((one) => one.name === name);
  if (!operation) throw fail("operation-unknown", `there is no operation ${repr(name)}; the operations are ${DATA.operations.map((o) => o.name).join(", ")}`);
  if (operation.required && !source.trim()) throw fail("operation-argument", `${name} needs an argument`, `Write one, as in \`${operation.hint}\`.`);
  if (!operation.hint && source.trim()) throw fail("operation-argument", `${name} takes no argument, got ${repr(source)}`, "Leave the argument out.");
  const [apply, parse] = OPERATIONS[name], argument = parse(source);
  return { operation, before: layout, argument, after: apply(layout, argument) };
}

function stepPicture({ operation, before, argument, after }) {
  const shown = callText(operation, argument);
  if (operation.function === "composition" && argument instanceof Layout) return compositionPicture(before, argument);
  if (operation.name.endsWith("product") && argument instanceof Layout) {
    return beforeAfterPicture(before, after, shown, `${shown}  with A = ${text(before)}, copies as ${argumentText(argument)}`);
  }
  return beforeAfterPicture(before, after, shown);
}

function readInteger(source) {
  if (!/^\d+$/.test(source.trim())) throw fail("operation-argument", `an integer is needed, got ${repr(source)}`, "Write an integer.");
  return exact(Number(source));
}

const stage = (title, result, explanation, facts, pic) => ({ title, result, explanation, facts, svg: svg(pic) });

function stagesOf(query) {
  const given = (name, otherwise) => query.get(name) ?? otherwise;
  const drawing = given("drawing", "grid"), bits = readInteger(given("bits", "16")), access = readInteger(given("access", "4"));
  const steps = query.getAll("step").map((s) => { const at = s.indexOf(" "); return at < 0 ? [s.trim(), ""] : [s.slice(0, at).trim(), s.slice(at + 1).trim()]; }).filter(([name]) => name);
  if (drawing === "instruction") return [instructionStage(given("instruction", ""))];
  if (drawing === "access") return [accessStage(given("lanes", ""), access)];
  if (!(drawing in DATA.drawings)) throw fail("operation-unknown", `there is no drawing ${repr(drawing)}; the drawings are ${Object.keys(DATA.drawings).join(", ")}`);
  let layout = layoutOf(readLayout(given("layout", "(4,8):(8,1)")));
  const stages = [];
  if (drawing === "grid" || steps.length) stages.push(stage("Start", text(layout), [], factsOf(layout), layoutPicture(layout)));
  steps.forEach(([name, source], k) => {
    const step = takeStep(layout, name, source);
    layout = layoutOf(step.after);
    stages.push(stage(`Step ${k + 1}: ${callText(step.operation, step.argument)}`, text(layout), explain(step.operation, step.before, step.argument), factsOf(layout), stepPicture(step)));
  });
  if (drawing !== "grid") {
    const title = DATA.drawings[drawing], heading = title[0].toUpperCase() + title.slice(1).toLowerCase();
    stages.push(stage(heading, text(layout), [], factsOf(layout), drawn(layout, drawing, given("tile", ""), access, bits)));
  }
  return stages;
}

function drawn(layout, drawing, tile, access, bits) {
  if (drawing === "banks") return swizzlePicture(layout, bits);
  if (drawing === "conflicts") return conflictPicture(layout, access, bits);
  if (!tile.trim()) throw fail("picture-tile", "a drawing of threads and values needs a tile");
  return tvPicture(layout, readTiler(tile));
}

function instructionStage(name) {
  const atom = DATA.instructions.find((one) => one.name === name.trim() || (one.header && one.header === name.trim()));
  if (!atom) throw fail("operation-unknown", `there is no instruction ${repr(name.trim())}`, "Choose one, as `ldmatrix.x4`.");
  return stage(atom.name, atom.result, atom.explanation, atom.facts, (atom.src ? copyPicture : mmaPicture)(atom));
}

function accessStage(source, access) {
  const parts = source.split(",").map((part) => part.trim()).filter(Boolean);
  if (!parts.length || !parts.every((part) => /^\d+$/.test(part))) throw fail("operation-argument", `byte addresses are needed, got ${repr(source)}`, "Write one for each lane, as in `0,4,8`.");
  if (parts.length > WARP_LANES) throw fail("bank-lanes", `a warp has ${WARP_LANES} lanes, got ${parts.length} addresses`);
  const addresses = parts.map((part) => exact(Number(part)));
  const phases = serve(addresses, access), passes = sum(phases.map((p) => p.passes));
  const facts = [["lanes", String(addresses.length)], ["bytes a lane", String(access)], ["phases", String(phases.length)], ["passes", String(passes)]];
  const title = `Bytes ${addresses[0]} to ${Math.max(...addresses) + access - 1} of shared memory`;
  return stage(DATA.drawings.access[0].toUpperCase() + DATA.drawings.access.slice(1), title, [], facts, accessPicture(phases, title));
}

function report(error) {
  const entry = DATA.errors[error.kind] ?? {}, fix = error.fix || entry.fix;
  return [`error[${error.kind}]: ${error.message}`, ...(entry.why ? [`  = why: ${entry.why}`] : []), ...(fix ? [`  = fix: ${fix}`] : []),
    `  = more: cutedsl explain ${error.kind}`].join("\n");
}

function answer(words) {
  try {
    return { stages: stagesOf(new URLSearchParams(words)) };
  } catch (error) {
    if (error instanceof AlgebraError) return { error: report(error), name: error.kind };
    throw error;
  }
}
