// The layout algebra for the page without a server. It mirrors cutedsl/layout for static layouts, function by function:
// tests/play/test_static_page.py compares both on drawn layouts. Tuples are arrays, `_` is null.

class AlgebraError extends Error {
  constructor(name, message, fix) { super(message); this.kind = name; this.fix = fix; }
}
const fail = (name, message, fix) => new AlgebraError(name, message, fix);

class Basis { constructor(value, path) { this.value = value; this.path = path; } }
class Layout { constructor(shape, stride) { this.shape = shape; this.stride = stride; } }
class Composed { constructor(inner, offset, outer) { this.inner = inner; this.offset = offset; this.outer = outer; } }
class Swizzle { constructor(bits, base, shift) { this.bits = bits; this.base = base; this.shift = shift; } }

const isTuple = Array.isArray;
const isInt = (x) => typeof x === "number";
const sum = (items) => items.reduce((a, b) => a + b, 0);
const range = (n) => Array.from({ length: n }, (_, i) => i);
const ceilDiv = (a, b) => Math.ceil(a / b);

function exact(n) {
  if (!Number.isSafeInteger(n)) throw fail("integer-overflow", "a number needs more than the 53 bits of this page", "Use smaller extents and strides, or `cutedsl play`.");
  return n;
}

// -- text ------------------------------------------------------------------------------------------------------------
function repr(x) {
  if (typeof x === "string") {
    const quote = x.includes("'") && !x.includes('"') ? '"' : "'";
    return quote + x.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\t", "\\t").replaceAll(quote, "\\" + quote) + quote;
  }
  if (x === null) return "None";
  if (x instanceof Basis) return `ScaledBasis(value=${x.value}, path=(${x.path.join(", ")}${x.path.length === 1 ? "," : ""}))`;
  if (x instanceof Swizzle) return `Swizzle(num_bits=${x.bits}, num_base=${x.base}, num_shift=${x.shift})`;
  if (x instanceof Layout) return `Layout('${text(x)}')`;
  if (x instanceof Composed) return `ComposedLayout('${text(x)}')`;
  return isTuple(x) ? "(" + x.map(repr).join(", ") + (x.length === 1 ? ",)" : ")") : String(x);
}

function text(x) {
  if (x instanceof Layout) return text(x.shape) + ":" + text(x.stride);
  if (x instanceof Composed) return `${text(x.inner)} o ${text(x.offset)} o ${text(x.outer)}`;
  if (x instanceof Swizzle) return `S<${x.bits},${x.base},${x.shift}>`;
  if (x instanceof Basis) return x.value + [...x.path].reverse().map((m) => "@" + m).join("");
  if (isTuple(x)) return "(" + x.map(text).join(",") + ")";
  return x === null ? "_" : String(x);
}

function tileText(x) {
  if (isTuple(x)) return "[" + x.map(tileText).join(";") + "]";
  return x === null || x instanceof Layout ? text(x) : text(x) + ":1";
}

const TOKEN = /\s*(\d+|[-():,_@;[\]]|\?(?:\{[^}]*\})?|S<[^>]*>|o(?![A-Za-z0-9]))/y;
const DEEPEST = 100, MOST_DIGITS = 40, MOST_MODES = 1000, MOST_SHOWN = 200;

class Parser {
  constructor(source) {
    this.source = source;
    this.tokens = [];
    const stripped = source.trimEnd();
    let end = 0;
    while (end < stripped.length) {
      TOKEN.lastIndex = end;
      const found = TOKEN.exec(stripped);
      if (!found) throw this.error(`unexpected character ${repr([...stripped.slice(end).trimStart()][0])} at column ${end}`);
      this.tokens.push(found[1]);
      end = TOKEN.lastIndex;
    }
    this.at = 0;
    let depth = 0;
    for (const token of this.tokens) {
      depth += "([".includes(token) - ")]".includes(token);
      if (depth > DEEPEST) throw this.error(`nested more than ${DEEPEST} deep`);
    }
  }
  error(what) {
    const shown = this.source.length <= MOST_SHOWN ? this.source : this.source.slice(0, MOST_SHOWN) + "…";
    return fail("layout-text", `cannot parse ${repr(shown)}: ${what}`);
  }
  peek() { return this.at < this.tokens.length ? this.tokens[this.at] : "end"; }
  take(token) { if (this.peek() !== token) return false; this.at++; return true; }
  need(token, close = "") {
    if (this.take(token)) return;
    if (this.peek() === "end") throw this.error(`missing ${close || repr(token)} at the end`);
    throw this.error(`expected ${close ? `${repr(token)} or ${close}` : repr(token)}, got ${repr(this.peek())}`);
  }
  number() {
    const token = this.peek();
    if (!/^\d+$/.test(token)) throw this.error(token === "end" ? "missing a number at the end" : `expected a number, got ${repr(token)}`);
    if (token.length > MOST_DIGITS) throw this.error(`a number has ${token.length} digits`);
    this.at++;
    return exact(Number(token));
  }
  leaf() {
    const token = this.peek();
    if (this.take("_")) return null;
    if (token.startsWith("?")) throw fail("picture-dynamic", `a picture needs a static layout, got ${this.source}`);
    const value = this.take("-") ? -this.number() : this.number();
    const path = [];
    while (this.take("@")) {
      path.push(this.number());
      if (path.at(-1) >= MOST_MODES) throw this.error(`a scaled basis has mode ${path.at(-1)}`);
    }
    return path.length ? new Basis(value, path.reverse()) : value;
  }
  tuple() {
    if (!this.take("(")) return this.leaf();
    if (this.take(")")) return [];
    const items = [];
    for (;;) {
      items.push(this.tuple());
      if (this.take(")")) return items;
      this.need(",", "')'");
    }
  }
  affine() {
    const shape = this.tuple();
    this.need(":");
    if (this.peek() === "_") throw this.error("expected a stride, got '_'");
    return makeLayout(shape, this.tuple());
  }
  layout() {
    const inner = this.peek().startsWith("S<") ? this.swizzle() : this.affine();
    if (!this.take("o")) return inner;
    const offset = this.tuple();
    this.need("o");
    return makeComposed(inner, offset, this.affine());
  }
  swizzle() {
    const token = this.peek(), found = /^S<\s*(-?\d+)\s*,\s*(-?\d+)\s*,\s*(-?\d+)\s*>$/.exec(token);
    if (!found) throw this.error(`expected a swizzle, got ${repr(token)}`);
    this.at++;
    return makeSwizzle(...found.slice(1).map(Number));
  }
  tile() {
    if (this.take("_")) return null;
    if (!this.take("[")) return this.affine();
    const items = [];
    for (;;) {
      items.push(this.tile());
      if (this.take("]")) return items;
      this.need(";", "']'");
    }
  }
  end(result) { if (this.at !== this.tokens.length) throw this.error(`unexpected ${repr(this.peek())}`); return result; }
}

const parseLayout = (source) => { const parser = new Parser(source); return parser.end(parser.layout()); };
const parseTuple = (source) => { const parser = new Parser(source); return parser.end(parser.tuple()); };
const parseTile = (source) => { const parser = new Parser(source); return parser.end(parser.tile()); };

// -- making layouts --------------------------------------------------------------------------------------------------
function checked(x, what) {
  if (isTuple(x)) return x.map((e) => checked(e, what));
  if (x === null || x instanceof Layout || (x instanceof Basis && what === "shape")) throw fail("leaf-not-integer", `a ${what} must be integers and tuples, got ${repr(x)}`);
  return x;
}

function makeLayout(shape, stride) {
  shape = checked(shape, "shape");
  stride = stride === undefined ? compactStrides(shape)[0] : checked(stride, "stride");
  if (!isCongruent(shape, stride)) throw notCongruent(shape, stride);
  const extents = leaves(shape), steps = leaves(stride);
  let size = 1, low = 0, high = 0;
  extents.forEach((s, i) => {
    if (s <= 0) throw fail("shape-not-positive", `an extent must be at least 1, got ${s} in ${text(shape)}`);
    if (!isInt(steps[i])) return;
    size = exact(size * s);
    if (steps[i] >= 0) high = exact(high + (s - 1) * steps[i]); else low = exact(low + (s - 1) * steps[i]);
  });
  return new Layout(shape, stride);
}

function notCongruent(shape, stride) {
  let where = "a single integer against a tuple";
  if (isTuple(shape) && isTuple(stride)) {
    const mode = range(Math.min(shape.length, stride.length)).find((i) => !isCongruent(shape[i], stride[i]));
    where = mode === undefined ? `${shape.length} modes against ${stride.length}` : `mode ${mode}`;
  }
  return fail("shape-stride-not-congruent", `the shape ${text(shape)} and the stride ${text(stride)} differ in structure: ${where}`,
    "Give one stride for each extent, nested in the same way.");
}

function makeSwizzle(b, m, s) {
  if (b < 0 || m < 0 || s < b) throw fail("swizzle-parameters", `S<${b},${m},${s}> is not a swizzle: it needs b >= 0, m >= 0 and s >= b`);
  if (m + s + b > 63) throw fail("swizzle-parameters", `S<${b},${m},${s}> reaches beyond 64 bits`);
  return b === 0 ? new Swizzle(0, 4, 3) : new Swizzle(b, m, s);
}

function makeComposed(inner, offset, outer) {
  if (!(outer instanceof Layout)) throw fail("composed-layout-parts", `the outer part must be a layout, got ${repr(outer)}`);
  offset = checked(offset, "offset");
  if (inner instanceof Swizzle && hasBasis(outer.stride)) throw fail("composed-layout-parts", `${text(inner)} needs an integer index, but ${text(outer)} gives coordinates`);
  return new Composed(inner, offset, outer);
}

const withOuter = (c, outer, offset = 0) => makeComposed(c.inner, addCoords(c.offset, offset), outer);
const outerOf = (x) => x instanceof Composed ? x.outer : x;
const wrap = (x) => isTuple(x) ? x : [x];
const modesOf = (x) => x instanceof Composed ? modesOf(x.outer).map((m) => withOuter(x, m))
  : isTuple(x.shape) ? x.shape.map((s, i) => new Layout(s, x.stride[i])) : [x];
const join = (modes) => new Layout(modes.map((m) => m.shape), modes.map((m) => m.stride));
const rank = (x) => { const shape = outerOf(x).shape; return isTuple(shape) ? shape.length : 1; };
const notALayout = (operation, x) => fail("not-a-layout", `${operation} needs a layout, got ${isInt(x) || isTuple(x) ? text(x) : repr(x)}`);

function mode(x, i) {
  const all = modesOf(x);
  if (i >= all.length) throw fail("mode-out-of-range", `the layout ${text(x)} has ${all.length} modes, asked for mode ${i}`);
  return all[i];
}

// -- integer tuples --------------------------------------------------------------------------------------------------
const leaves = (x) => isTuple(x) ? x.flatMap(leaves) : [x];
const product = (x) => isTuple(x) ? x.reduce((p, e) => exact(p * product(e)), 1) : x;
const size = (x) => product(outerOf(x).shape);
const tupleDepth = (x) => isTuple(x) ? 1 + Math.max(0, ...x.map(tupleDepth)) : 0;
const mapLeaves = (f, x) => isTuple(x) ? x.map((e) => mapLeaves(f, e)) : f(x);
const isCongruent = (a, b) => isTuple(a) ? isTuple(b) && a.length === b.length && a.every((x, i) => isCongruent(x, b[i])) : !isTuple(b);
const hasBasis = (x) => isTuple(x) ? x.some(hasBasis) : x instanceof Basis;

function unflatten(items, profile) {
  const supply = items[Symbol.iterator]();
  return mapLeaves(() => supply.next().value, profile);
}

function compactStrides(shape, start = 1) {
  if (!isTuple(shape)) return shape === 1 ? [0, start] : [start, exact(start * shape)];
  const strides = shape.map((s) => { const [d, next] = compactStrides(s, start); start = next; return d; });
  return [strides, start];
}

function basisGet(basis, t) {
  if (!(basis instanceof Basis)) return t;
  const whole = t;
  for (const m of basis.path) {
    if (!isTuple(t) || m >= t.length) throw fail("mode-out-of-range", `the scaled basis ${text(basis)} names a mode that ${repr(whole)} does not have`);
    t = t[m];
  }
  return t;
}

function mul(a, b) {
  if (a instanceof Basis) return b === 1 ? a : b === 0 ? 0 : new Basis(mul(a.value, b), a.path);
  return b instanceof Basis ? mul(b, a) : exact(a * b);
}

function asCoord(x) {
  return x instanceof Basis ? x.path.reduceRight((c, m) => [...Array(m).fill(0), c], x.value) : x;
}

function addCoords(a, b) {
  a = asCoord(a); b = asCoord(b);
  if (a === 0) return b;
  if (b === 0) return a;
  if (isTuple(a) && isTuple(b)) return range(Math.max(a.length, b.length)).map((i) => addCoords(a[i] ?? 0, b[i] ?? 0));
  if (isTuple(a) || isTuple(b)) throw fail("basis-arithmetic", `a coordinate and an integer cannot be added: ${repr(a)} + ${repr(b)}`);
  return exact(a + b);
}

// -- the function that a layout is -------------------------------------------------------------------------------------
function indexOf(coord, shape, stride) {
  if (!isTuple(shape)) {
    if (isTuple(coord)) throw coordMisfit(coord, shape);
    return coord === null ? 0 : asCoord(stride instanceof Basis ? new Basis(exact(stride.value * coord), stride.path) : exact(coord * stride));
  }
  if (coord === null) return 0;
  if (isTuple(coord)) {
    if (coord.length !== shape.length) throw coordMisfit(coord, shape);
    return coord.map((c, i) => indexOf(c, shape[i], stride[i])).reduce(addCoords, 0);
  }
  let total = 0;
  shape.forEach((s, k) => {
    const extent = product(s), here = k === shape.length - 1 ? coord : coord % extent;
    total = addCoords(total, indexOf(here, s, stride[k]));
    coord = Math.floor(coord / extent);
  });
  return total;
}

const coordMisfit = (coord, shape) => fail("coord-not-congruent", `the coordinate ${text(coord)} does not fit the shape ${text(shape)}`,
  "Give an integer, or one entry for each mode of the shape.");

function swizzled(s, x) {
  if (!s.bits) return x;
  const big = BigInt(x);
  return exact(Number(big ^ ((big & sourceMask(s)) >> BigInt(s.shift))));
}
const targetMask = (s) => ((1n << BigInt(s.bits)) - 1n) << BigInt(s.base);
const sourceMask = (s) => targetMask(s) << BigInt(s.shift);
const period = (s) => s.bits ? 1n << BigInt(s.base + s.shift + s.bits) : 1n;

function call(layout, coord) {
  if (layout instanceof Swizzle) return swizzled(layout, coord);
  if (layout instanceof Layout) return indexOf(coord, layout.shape, layout.stride);
  return call(layout.inner, addCoords(layout.offset, call(layout.outer, coord)));
}

// -- coalesce, complement ----------------------------------------------------------------------------------------------
function continues(s, d, nextD) {
  if (d instanceof Basis) return nextD instanceof Basis && String(d.path) === String(nextD.path) && d.value * s === nextD.value;
  return isInt(nextD) && s * d === nextD;
}

function mergeModes(shapes, strides) {
  const outS = [], outD = [];
  shapes.forEach((s, i) => {
    if (s === 1) return;
    if (outS.length && continues(outS.at(-1), outD.at(-1), strides[i])) outS[outS.length - 1] = exact(outS.at(-1) * s);
    else { outS.push(s); outD.push(strides[i]); }
  });
  return [outS, outD];
}

const fromFlat = (shapes, strides) => shapes.length > 1 ? new Layout(shapes, strides)
  : shapes.length ? new Layout(shapes[0], strides[0]) : new Layout(1, 0);

function coalesce(x) {
  if (x instanceof Composed) return withOuter(x, coalesce(x.outer));
  if (isTuple(x.shape) && !x.shape.length) return x;
  return fromFlat(...mergeModes(leaves(x.shape), leaves(x.stride)));
}

function coalesceUnbounded(x) {
  if (!isTuple(x.shape)) return [[x.shape], [x.stride]];
  const shapes = leaves(x.shape), strides = leaves(x.stride);
  if (!shapes.length) return [[1], [0]];
  if (shapes.at(-1) === 1) shapes[shapes.length - 1] = 2;
  return mergeModes(shapes, strides);
}

const filterExtents = (shape, stride) => isTuple(stride) ? stride.map((d, i) => filterExtents(shape[i], d)) : stride === 0 ? 1 : shape;
const filter = (x) => x instanceof Composed ? withOuter(x, filter(x.outer)) : coalesce(new Layout(filterExtents(x.shape, x.stride), x.stride));

const byCompare = (key) => (a, b) => key(a) - key(b);

function reachingModes(layout) {
  const shapes = leaves(layout.shape), strides = leaves(layout.stride);
  const moving = range(strides.length).filter((i) => strides[i] !== 0);
  return mergeModes(moving.map((i) => shapes[i]), moving.map((i) => strides[i]));
}

function complement(layout, cotarget = null) {
  const plain = outerOf(layout);
  if (!(plain instanceof Layout)) throw notALayout("complement", plain);
  if (hasBasis(plain.stride)) return complementOfCoordinates(plain, cotarget);
  if (isTuple(cotarget) && !reachingModes(plain)[1].length) return coalesce(makeLayout(cotarget));
  const target = cotarget === null ? null : cotarget instanceof Layout ? cosize(cotarget)
    : isInt(cotarget) && cotarget > 0 ? cotarget : size(makeLayout(cotarget));
  return complementOfIndices(plain, target);
}

function complementOfIndices(layout, target) {
  const [shapes, strides] = reachingModes(layout);
  if (!strides.length) return target === null ? new Layout(1, 1) : coalesce(new Layout(target, 1));
  for (const d of strides) {
    if (d < 0) throw fail("complement-stride", `${text(layout)} has no complement: its stride ${text(d)} is not a static integer >= 0`);
  }
  const outS = [], outD = [];
  let reach = 1;
  for (const i of range(strides.length).sort(byCompare((k) => strides[k]))) {
    const d = strides[i];
    if (d < reach) throw fail("complement-overlap", `${text(layout)} has no complement: its stride ${d} starts inside the ${reach} that the modes before it reach`);
    outS.push(Math.floor(d / reach));
    outD.push(reach);
    reach = exact(d * shapes[i]);
  }
  if (target === null) {
    const [s, d] = mergeModes(outS, outD);
    return fromFlat([...s, 1], [...d, reach]);
  }
  return fromFlat(...mergeModes([...outS, ceilDiv(target, reach)], [...outD, reach]));
}

function complementOfCoordinates(layout, cotarget) {
  const shapes = leaves(layout.shape), strides = leaves(layout.stride);
  if (cotarget !== null && !isTuple(cotarget)) {
    throw fail("complement-stride", `${text(layout)} has no complement below ${text(cotarget)}: its strides step through a coordinate`,
      "Give a shape with a mode for each mode of the coordinate.");
  }
  const below = (path) => cotarget === null ? null : product(basisGet(new Basis(1, path), cotarget));
  const missing = (path) => new Layout(below(path) || 1, new Basis(1, path));
  const parts = new Map();
  for (const [key, { path, modes }] of modesByPath(layout, strides)) {
    const found = complementOfIndices(new Layout(modes.map((i) => shapes[i]), modes.map((i) => strides[i].value)), below(path));
    parts.set(key, { path, layout: new Layout(found.shape, mapLeaves((d) => new Basis(d, path), found.stride)) });
  }
  if (cotarget !== null) {
    const reached = Math.max(...[...parts.values()].map((p) => p.path[0]));
    for (let m = reached + 1; m < cotarget.length; m++) parts.set(String([m]), { path: [m], layout: missing([m]) });
  }
  return overCoordinates(layout, parts, missing);
}

function modesByPath(layout, strides) {
  const paths = new Map();
  strides.forEach((d, i) => {
    if (d === 0) return;
    const path = d instanceof Basis ? d.path : [];
    if (!paths.has(String(path))) paths.set(String(path), { path, modes: [] });
    paths.get(String(path)).modes.push(i);
  });
  if (paths.size > 1 && paths.has("")) throw fail("basis-arithmetic", `${text(layout)} mixes integer strides with scaled bases`);
  return paths;
}

function overCoordinates(layout, parts, missing) {
  const below = (prefix) => {
    let part = parts.get(String(prefix))?.layout;
    const inner = [...parts.values()].map((p) => p.path)
      .filter((p) => p.length > prefix.length && prefix.every((m, i) => p[i] === m)).map((p) => p[prefix.length]);
    if (part && inner.length) throw fail("basis-arithmetic", `a mode of ${text(layout)} steps along a mode and another one inside of it`);
    if (!inner.length) { part = part || missing(prefix); return [part.shape, part.stride]; }
    const modes = range(Math.max(...inner) + 1).map((m) => below([...prefix, m]));
    return [modes.map((m) => m[0]), modes.map((m) => m[1])];
  };
  return new Layout(...below([]));
}

function hasWholeGaps(layout) {
  const [shapes, strides] = reachingModes(layout);
  if (!strides.every(isInt)) return true;
  let reach = 1;
  for (const i of range(strides.length).sort((a, b) => strides[a] - strides[b] || shapes[a] - shapes[b])) {
    if (strides[i] % reach) return false;
    reach = strides[i] * shapes[i];
  }
  return true;
}

function cosize(x) {
  if (x instanceof Composed) {
    if (x.inner instanceof Layout) throw fail("cosize-composed", `${text(x)} has no cosize: the largest index of its inner layout is not known`);
    return cosize(x.outer);
  }
  const strides = leaves(x.stride);
  const total = leaves(x.shape).map((s, i) => asCoord(mul(strides[i] instanceof Basis ? strides[i] : Math.abs(strides[i]), s - 1))).reduce(addCoords, 0);
  return isInt(total) ? total + 1 : product(mapLeaves((c) => c + 1, total));
}

