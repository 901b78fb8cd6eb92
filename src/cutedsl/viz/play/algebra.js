// Compositions, divisions, products, inverses, and the operations by name; after layouts.js.

// -- composition ---------------------------------------------------------------------------------------------------------
function composition(a, b) {
  if (a instanceof Layout) {
    if (b instanceof Layout) return compose(a, b);
    if (isTuple(b)) {
      const modes = modesOf(a);
      if (b.length > modes.length) throw fail("rank-mismatch", `${b.length} modes were given for the layout ${text(a)}, which has ${modes.length}`);
      return join(modes.map((m, i) => i < b.length ? composition(m, b[i]) : m));
    }
    if (b === null) return a;
    if (b instanceof Composed || b instanceof Swizzle) return composeRight(a, b);
    return compose(a, isInt(b) && b > 0 ? new Layout(b, 1) : makeLayout(b));
  }
  if (a instanceof Composed) return withOuter(a, composition(a.outer, b));
  return b;
}

function composeRight(a, b) {
  if (b instanceof Composed) {
    if (b.inner instanceof Layout) return makeComposed(composition(a, b.inner), b.offset, b.outer);
    if (b.offset !== 0) throw fail("composition-unsupported", `${text(a)} cannot be composed with ${text(b)}: its offset is not 0`);
    return composition(composeRight(a, b.inner), b.outer);
  }
  if (!b.bits) return a;
  if (!swizzleMoves(a, b)) throw fail("composition-unsupported", `${text(a)} does not map the bits of ${text(b)} one to one`);
  const [source, target] = [sourceMask(b), targetMask(b)].map((m) => BigInt(call(a, Number(m))));
  return makeComposed(swizzleFromMasks(source, target), 0, a);
}

const lowest = (mask) => { let k = 0; while (mask && !(mask >> BigInt(k) & 1n)) k++; return k; };

function swizzleFromMasks(source, target) {
  const bits = source.toString(2).replaceAll("0", "").length, lowS = lowest(source), lowT = lowest(target);
  const full = (1n << BigInt(bits)) - 1n;
  if (source !== full << BigInt(lowS) || target !== full << BigInt(lowT)) {
    throw fail("swizzle-parameters", `no swizzle reads the bits 0b${source.toString(2)} and changes the bits 0b${target.toString(2)}`);
  }
  return makeSwizzle(bits, lowT, lowS - lowT);
}

function swizzleMoves(layout, swizzle) {
  const isPower = (n) => n >= 0 && (BigInt(n) & (BigInt(n) - 1n)) === 0n;
  if (!coalesceUnbounded(layout)[0].slice(0, -1).every(isPower)) return false;
  const bits = range(period(swizzle).toString(2).length).map((k) => exact(2 ** k));
  const images = bits.map((bit) => call(layout, bit));
  if (!images.every((i) => isInt(i) && isPower(i)) || new Set(images.filter((i) => i)).size < images.length) return false;
  try {
    const moved = swizzleFromMasks(...[sourceMask(swizzle), targetMask(swizzle)].map((m) => BigInt(call(layout, Number(m)))));
    return images.every((image, k) => swizzled(moved, image) === call(layout, swizzled(swizzle, bits[k])));
  } catch (error) {
    if (error instanceof AlgebraError) return false;
    throw error;
  }
}

class Walk {
  constructor(a, b) {
    this.a = a; this.b = b;
    [this.extents, this.strides] = coalesceUnbounded(a);
    this.reached = this.extents.map(() => 0);
  }
  modes(shape, stride) {
    if (!isTuple(shape)) return this.leaf(shape, stride);
    const parts = shape.map((s, i) => this.modes(s, stride[i]));
    return [parts.map((p) => p[0]), parts.map((p) => p[1])];
  }
  leaf(s, r) {
    if (r === 0) return [s, 0];
    if (this.extents.length === 1) return [s, mul(this.strides[0], r)];
    if (r < 0) throw this.error(`${s}:${r}`, "a step back has no place in a layout of several modes");
    return this.staticMode(s, r);
  }
  staticMode(s, r) {
    const whole = `${s}:${r}`, outS = [], outD = [], last = this.extents.length - 1;
    const found = () => outS.length === 1 ? [outS[0], outD[0]] : [outS, outD];
    for (let k = 0; k < last; k++) {
      const n = this.extents[k];
      if (r >= n) {
        if (r % n) throw this.error(whole, `the step ${r} is not a multiple of the extent ${n}`);
        r /= n;
        continue;
      }
      let take;
      if ((s - 1) * r < n) {
        if (s === 1) { r = 1; break; }
        take = s; s = 1;
      } else {
        take = Math.floor(n / r);
        if (n % r || s % take) throw this.error(whole, `${s} steps of ${r} do not tile the extent ${n}`);
        s /= take;
      }
      this.reached[k] += (take - 1) * r;
      outS.push(take);
      outD.push(mul(this.strides[k], r));
      r = 1;
      if (s === 1) return found();
    }
    if (s !== 1 || !outS.length) { outS.push(s); outD.push(mul(this.strides[last], r)); }
    return found();
  }
  checkCarry() {
    this.extents.slice(0, -1).forEach((n, k) => {
      if (this.reached[k] >= n) throw this.error(text(this.b), `together its modes reach ${this.reached[k]} in the extent ${n}`);
    });
  }
  error(where, why) {
    return fail("composition-not-divisible", `${text(this.a)} cannot be composed with ${text(this.b)}: at ${where}, ${why}`,
      "Choose a tile whose extents divide those of the layout, mode by mode.");
  }
}

function compose(a, b) {
  if (!hasBasis(b.stride)) {
    const walk = new Walk(a, b), found = walk.modes(b.shape, b.stride);
    walk.checkCarry();
    return new Layout(...found);
  }
  const walks = new Map();
  const along = (shape, stride) => {
    if (isTuple(shape)) {
      const parts = shape.map((s, i) => along(s, stride[i]));
      return [parts.map((p) => p[0]), parts.map((p) => p[1])];
    }
    if (!(stride instanceof Basis)) {
      if (stride === 0) return [shape, 0];
      throw fail("basis-arithmetic", `${text(b)} mixes the stride ${text(stride)} with scaled bases`);
    }
    const key = String(stride.path);
    if (!walks.has(key)) walks.set(key, new Walk(new Layout(basisGet(stride, a.shape), basisGet(stride, a.stride)), b));
    return walks.get(key).leaf(shape, stride.value);
  };
  const found = along(b.shape, b.stride);
  for (const walk of walks.values()) walk.checkCarry();
  return new Layout(...found);
}

// -- divisions and products ------------------------------------------------------------------------------------------------
function checkRank(target, tiler) {
  if (tiler.length > rank(target)) throw fail("rank-mismatch", `the tiler ${tileText(tiler)} has ${tiler.length} modes, ${text(target)} has ${rank(target)}`);
}

const onOuter = (f) => function apply(x, tiler) { return x instanceof Composed ? withOuter(x, apply(x.outer, tiler)) : f(x, tiler); };

const logicalDivide = onOuter((target, tiler) => {
  if (!(target instanceof Layout)) throw notALayout("logical_divide", target);
  if (tiler === null) return target;
  if (!isTuple(tiler)) return join(splitMode(target, tiler));
  checkRank(target, tiler);
  return join(modesOf(target).map((m, i) => i < tiler.length ? logicalDivide(m, tiler[i]) : m));
});

function splitMode(target, tiler) {
  if (!(tiler instanceof Layout)) {
    if (!isTuple(target.shape) && isInt(tiler) && tiler > 1) {
      const rest = ceilDiv(target.shape, tiler);
      return [new Layout(tiler, target.stride), new Layout(rest, rest === 1 ? 0 : mul(target.stride, tiler))];
    }
    tiler = makeLayout(tiler);
  }
  if (!hasWholeGaps(tiler)) {
    throw fail("complement-overlap", `${text(target)} cannot be divided by ${text(tiler)}: a stride does not start a whole gap after the modes before it`,
      "Use a tiler whose sorted strides are multiples of extent times stride before them.");
  }
  const whole = hasBasis(tiler.stride) ? target.shape : product(target.shape);
  return [composition(target, tiler), composition(target, complement(tiler, whole))];
}

function unzipDivide(target, tiler) {
  if (tiler === null) return rank(target) === 2 ? modesOf(target) : [new Layout(1, 0), target];
  if (!isTuple(tiler)) return splitMode(target, tiler);
  checkRank(target, tiler);
  const pairs = tiler.map((t, i) => unzipDivide(mode(target, i), t));
  return [join(pairs.map((p) => p[0])), join([...pairs.map((p) => p[1]), ...modesOf(target).slice(tiler.length)])];
}

const zipped = (unzip) => onOuter((x, tiler) => join(unzip(x, tiler)));
const tiled = (unzip) => onOuter((x, tiler) => { const [first, rest] = unzip(x, tiler); return join([first, ...modesOf(rest)]); });
const flat = (unzip) => onOuter((x, tiler) => { const [first, rest] = unzip(x, tiler); return join([...modesOf(first), ...modesOf(rest)]); });

const logicalProduct = onOuter((block, tiler) => {
  if (tiler === null) return block;
  if (!isTuple(tiler)) return join(copies(block, tiler));
  checkRank(block, tiler);
  return join(modesOf(block).map((m, i) => i < tiler.length ? logicalProduct(m, tiler[i]) : m));
});

function copies(block, tiler) {
  tiler = tiler instanceof Layout ? tiler : makeLayout(tiler);
  if (hasBasis(block.stride)) return [block, composition(complement(block), tiler)];
  const reach = exact(size(block) * cosize(tiler));
  return [block, composition(complement(block, hasWholeGaps(block) ? reach : null), tiler)];
}

function unzipProduct(block, tiler) {
  if (tiler === null) return [block, new Layout(1, 0)];
  if (!isTuple(tiler)) return copies(block, tiler);
  checkRank(block, tiler);
  const pairs = tiler.map((t, i) => unzipProduct(mode(block, i), t));
  return [join(pairs.map((p) => p[0])), join([...pairs.map((p) => p[1]), ...modesOf(block).slice(tiler.length)])];
}

const paired = (blockFirst) => onOuter((block, tiler) => {
  if (!(block instanceof Layout)) throw notALayout("a product", block);
  tiler = tiler instanceof Layout ? tiler : makeLayout(tiler);
  const count = Math.max(rank(block), rank(tiler));
  const pad = (x) => rank(x) >= count ? x : join([...modesOf(x), ...Array(count - rank(x)).fill(new Layout(1, 0))]);
  [block, tiler] = [pad(block), pad(tiler)];
  const made = copies(block, tiler)[1], one = !isTuple(tiler.shape);
  const zip = (a, b) => a.map((x, i) => blockFirst ? [x, b[i]] : [b[i], x]);
  return new Layout(zip(wrap(block.shape), one ? [made.shape] : made.shape), zip(wrap(block.stride), one ? [made.stride] : made.stride));
});

// -- inverses, recast, modes -------------------------------------------------------------------------------------------------
function inverse(layout, name, ofSteps) {
  if (layout instanceof Composed) {
    if (!(layout.inner instanceof Swizzle && layout.offset === 0)) throw fail("inverse-composed", `${text(layout)} has no inverse that a layout expresses`);
    return composition(inverse(layout.outer, name, ofSteps), layout.inner);
  }
  if (!(layout instanceof Layout)) throw notALayout(name, layout);
  const [shapes, strides] = mergeModes(leaves(layout.shape), leaves(layout.stride));
  const starts = [1];
  for (const s of shapes) starts.push(exact(starts.at(-1) * s));
  const parts = new Map();
  for (const [key, { path, modes }] of modesByPath(layout, strides)) {
    const steps = modes.map((i) => ({ d: strides[i] instanceof Basis ? strides[i].value : strides[i], start: starts[i], s: shapes[i] }));
    parts.set(key, { path, layout: ofSteps(layout, steps) });
  }
  return overCoordinates(layout, parts, () => new Layout(1, 0));
}

function rightOfSteps(_, steps) {
  const outS = [], outD = [];
  let reach = 1;
  for (const { d, start, s } of steps.sort((a, b) => a.d - b.d || a.start - b.start || a.s - b.s)) {
    if (d !== reach) continue;
    outS.push(s);
    outD.push(start);
    reach = exact(reach * s);
  }
  return fromFlat(...mergeModes(outS, outD));
}

function leftOfSteps(layout, steps) {
  const outS = [], outD = [0];
  let last = 1, reach = 1, covered = 1;
  for (const { d, start, s } of steps.sort(byCompare((step) => step.d))) {
    if (d < covered) throw fail("inverse-not-divisible", `${text(layout)} has no left inverse: its stride ${d} starts before whole steps of ${covered}`);
    if (d % reach) throw fail("inverse-not-divisible", `${text(layout)} has no left inverse: its stride ${d} does not start after whole steps of ${covered}`);
    covered = exact(d * s);
    outS.push(d / reach);
    outD.push(start);
    [reach, last] = [d, s];
  }
  return fromFlat(...mergeModes([...outS, last], outD));
}

const rightInverse = (x) => inverse(x, "right_inverse", rightOfSteps);
const leftInverse = (x) => inverse(x, "left_inverse", leftOfSteps);
const gcd = (a, b) => b ? gcd(b, a % b) : a;

function recastLayout(newBits, oldBits, layout) {
  if (newBits <= 0 || oldBits <= 0) throw fail("recast-bits", `widths must be at least 1 bit, got ${newBits} and ${oldBits}`);
  const shared = gcd(newBits, oldBits);
  return downcast(oldBits / shared, upcast(newBits / shared, layout));
}

function log2Of(n, swizzle) {
  if (n & (n - 1)) throw fail("recast-bits", `${text(swizzle)} can only be recast by a power of two, not by ${n}`);
  return Math.round(Math.log2(n));
}

function castComposed(layout, n, cast) {
  const inner = cast(n, layout.inner);
  if (cast === upcast && layout.offset % n) throw fail("recast-not-divisible", `${text(layout)} has no groups of ${n} elements: its offset is ${layout.offset}`);
  return makeComposed(inner, cast === upcast ? layout.offset / n : exact(layout.offset * n), cast(n, layout.outer));
}

function checkPlain(layout) {
  if (hasBasis(layout.stride)) throw fail("recast-basis", `${text(layout)} gives coordinates, which have no width to recast`);
}

function upcast(n, layout) {
  if (n === 1) return layout;
  if (layout instanceof Composed) return castComposed(layout, n, upcast);
  if (layout instanceof Swizzle) {
    const base = layout.base - log2Of(n, layout);
    return makeSwizzle(Math.max(layout.bits + Math.min(base, 0), 0), Math.max(base, 0), layout.shift);
  }
  checkPlain(layout);
  const strides = leaves(layout.stride);
  const within = (s, d) => d === 0 ? 0 : (Math.min(s, ceilDiv(n, Math.abs(d))) - 1) * Math.abs(d);
  const reach = sum(leaves(layout.shape).map((s, i) => within(s, strides[i])));
  if (reach >= n) throw fail("recast-not-divisible", `${text(layout)} has no groups of ${n} elements: its small strides reach ${reach}`);
  const each = (shape, stride) => {
    if (isTuple(shape)) {
      const parts = shape.map((s, i) => each(s, stride[i]));
      return [parts.map((p) => p[0]), parts.map((p) => p[1])];
    }
    if (stride === 0) return [shape, 0];
    const step = Math.abs(stride), group = ceilDiv(n, step);
    if ((step % n && n % step) || (shape % group && group % shape)) {
      throw fail("recast-not-divisible", `${text(layout)} has no groups of ${n} elements: the mode ${shape}:${stride}`);
    }
    return [ceilDiv(shape, group), Math.sign(stride) * ceilDiv(step, n)];
  };
  return new Layout(...each(layout.shape, layout.stride));
}

function downcast(n, layout) {
  if (n === 1) return layout;
  if (layout instanceof Composed) return castComposed(layout, n, downcast);
  if (layout instanceof Swizzle) return makeSwizzle(layout.bits, layout.base + log2Of(n, layout), layout.shift);
  checkPlain(layout);
  const shapes = leaves(layout.shape), strides = leaves(layout.stride);
  const units = range(strides.length).filter((i) => Math.abs(strides[i]) === 1), long = units.filter((i) => shapes[i] !== 1);
  const grown = long.length ? long : units.slice(0, 1);
  if (grown.length !== 1) {
    throw fail("recast-not-divisible", `${text(layout)} has ${grown.length} modes of stride 1 whose elements could be split into ${n}; it takes one`);
  }
  const scaled = (items, grows) => unflatten(items.map((x, i) => (i === grown[0]) === grows ? exact(x * n) : x), layout.shape);
  return new Layout(scaled(shapes, true), scaled(strides, false));
}

function onBoth(x, f) {
  return x instanceof Composed ? withOuter(x, onBoth(x.outer, f)) : new Layout(f(x.shape), f(x.stride));
}

const flatten = (x) => onBoth(x, (t) => isTuple(t) ? leaves(t) : t);

function select(x, modes) {
  for (const m of modes) {
    if (!(m >= 0 && m < rank(x))) throw fail("mode-out-of-range", `mode ${m} of ${text(x)}, which has ${rank(x)}`);
  }
  return onBoth(x, (t) => modes.map((m) => isTuple(t) ? t[m] : t));
}

function groupModes(x, begin, end) {
  const stop = end === -1 ? rank(x) : end;
  if (!(begin >= 0 && begin <= stop && stop <= rank(x))) throw fail("mode-out-of-range", `modes ${begin} to ${stop} of ${text(x)}, which has ${rank(x)}`);
  return onBoth(x, (t) => isTuple(t) ? [...t.slice(0, begin), t.slice(begin, stop), ...t.slice(stop)] : [t]);
}

function pick(x, coord, keep) {
  if (!isTuple(coord)) return (coord === null) === keep ? x : [];
  if (!isTuple(x) || x.length !== coord.length) throw fail("coord-not-congruent", `the coordinate ${text(coord)} does not fit ${text(wrap(x))}`);
  return coord.flatMap((c, i) => isTuple(c) ? pick(x[i], c, keep) : (c === null) === keep ? [x[i]] : []);
}

const picked = (layout, coord, keep) => new Layout(pick(layout.shape, coord, keep), pick(layout.stride, coord, keep));
const keepsAll = (coord) => isTuple(coord) ? coord.every(keepsAll) : coord === null;

function slice(x, coord) {
  if (!(x instanceof Composed)) return picked(x, coord, true);
  const kept = picked(x.outer, coord, true), offset = indexOf(coord, x.outer.shape, x.outer.stride);
  if (x.inner instanceof Swizzle && !keepsAll(coord)) return slicedSwizzle(x, kept, offset);
  return withOuter(x, kept, offset);
}

// -- a slice below a swizzle: a plain layout where the swizzle only exchanges bits that the slice holds fixed -----------------
const modulo = (a, b) => ((a % b) + b) % b;

function bitsOf(layout, swizzle) {
  let found = 0n;
  const strides = leaves(layout.stride), extents = leaves(layout.shape);
  for (let i = 0; i < extents.length; i++) {
    const step = BigInt(strides[i]), extent = BigInt(extents[i]);
    if ((step < 0n ? -step : step) % period(swizzle) === 0n) continue;
    if (step < 0n || step & (step - 1n)) return null;
    const width = extent > 1n ? (extent - 1n).toString(2).length : 0;
    const bits = step * ((1n << BigInt(width)) - 1n) % period(swizzle);
    if (found & bits) return null;
    found |= bits;
  }
  return found;
}

function slicedSwizzle(layout, kept, offset) {
  const swizzle = layout.inner, inside = () => withOuter(layout, kept, offset), whole = period(swizzle);
  const varied = bitsOf(kept, swizzle);
  if (varied === null || !isInt(layout.offset)) return inside();
  const moved = modulo(BigInt(offset), whole), held = modulo(BigInt(layout.offset), whole);
  if (moved & held || (moved | held) & varied) return inside();
  if (varied >> BigInt(swizzle.shift) & targetMask(swizzle) & varied) {
    return moved & (sourceMask(swizzle) | targetMask(swizzle)) ? inside() : withOuter(layout, kept);
  }
  const found = stepsBelow(swizzle, BigInt(offset + layout.offset), moved | held, kept.shape, kept.stride);
  return found === null ? inside() : new Layout(...found);
}

function stepsBelow(swizzle, start, known, shape, stride) {
  const signed = (step, bit) => known >> bit & 1n ? (1n - 2n * (start >> bit & 1n)) * step : step;
  const one = (bit) => {
    const shift = BigInt(swizzle.shift);
    if (targetMask(swizzle) >> bit & 1n) return signed(1n << bit, bit + shift);
    return (1n << bit) + (bit >= shift ? signed(1n << bit - shift, bit - shift) : 0n);
  };
  if (isTuple(shape)) {
    const parts = shape.map((s, i) => stepsBelow(swizzle, start, known, s, stride[i]));
    return parts.includes(null) ? null : [parts.map((p) => p[0]), parts.map((p) => p[1])];
  }
  const step = BigInt(stride), extent = BigInt(shape);
  if (modulo(step, period(swizzle)) === 0n) return [shape, stride];
  const active = sourceMask(swizzle) | targetMask(swizzle), parts = [];
  const first = step.toString(2).length - 1, width = extent > 1n ? (extent - 1n).toString(2).length : 0;
  let low = 0;
  for (let k = 0; k < width; k++) {
    if (!(active >> BigInt(first + k) & 1n)) continue;
    if (k > low) parts.push([2 ** (k - low), Number(step << BigInt(low))]);
    parts.push([2, Number(one(BigInt(first + k)))]);
    low = k + 1;
  }
  if (extent % (1n << BigInt(low))) return null;
  if (extent >> BigInt(low) > 1n || !parts.length) parts.push([Number(extent >> BigInt(low)), Number(step << BigInt(low))]);
  return parts.length === 1 ? parts[0] : [parts.map((p) => p[0]), parts.map((p) => p[1])];
}

// -- the operations by name ----------------------------------------------------------------------------------------------------
function readLayout(source) {
  return source.includes(":") || source.includes("S<") ? parseLayout(source) : makeLayout(parseTuple(source));
}

function readTiler(source) {
  if (source.includes("S<")) throw fail("operation-argument", `a tile has no swizzle, got ${repr(source)}`, "Write extents or a layout.");
  return source.includes(":") || source.includes("[") ? parseTile(source) : parseTuple(source);
}

const readRightSide = (source) => source.includes("S<") ? parseLayout(source) : readTiler(source);
const readOptional = (source) => source.trim() ? parseTuple(source) : null;

function readIntegers(source) {
  const read = parseTuple("(" + source.trim().replace(/^\(/, "").replace(/\)$/, "") + ")");
  if (!read.every(isInt)) throw fail("operation-argument", `integers are needed, got ${repr(source)}`, "Write integers, as in `0,2`.");
  return read;
}

function readPair(source) {
  const pair = readIntegers(source);
  if (pair.length !== 2) throw fail("operation-argument", `two integers are needed, got ${repr(source)}`, "Write two integers, as in `0,2`.");
  return pair;
}

function readCoordinate(source) {
  const read = parseTuple(source);
  if (!leaves(read).every((x) => x === null || isInt(x))) throw fail("operation-argument", `a coordinate is needed, got ${repr(source)}`, "Write it as in `(_,2)`.");
  return read;
}

function readSwizzle(source) {
  const numbers = readIntegers(source.trim().replace(/^S</, "").replace(/>$/, ""));
  if (numbers.length !== 3) throw fail("operation-argument", `a swizzle has three numbers, got ${repr(source)}`, "Write `3,4,3`.");
  return makeSwizzle(...numbers);
}

const OPERATIONS = {
  "compose": [composition, readRightSide],
  "divide": [logicalDivide, readTiler],
  "zipped-divide": [zipped(unzipDivide), readTiler],
  "tiled-divide": [tiled(unzipDivide), readTiler],
  "flat-divide": [flat(unzipDivide), readTiler],
  "product": [logicalProduct, readTiler],
  "zipped-product": [zipped(unzipProduct), readTiler],
  "tiled-product": [tiled(unzipProduct), readTiler],
  "flat-product": [flat(unzipProduct), readTiler],
  "blocked-product": [paired(true), readTiler],
  "raked-product": [paired(false), readTiler],
  "complement": [complement, readOptional],
  "coalesce": [coalesce, readOptional],
  "flatten": [flatten, readOptional],
  "filter": [filter, readOptional],
  "right-inverse": [rightInverse, readOptional],
  "left-inverse": [leftInverse, readOptional],
  "group": [(x, at) => groupModes(x, ...at), readPair],
  "select": [select, readIntegers],
  "slice": [slice, readCoordinate],
  "recast": [(x, widths) => recastLayout(widths[1], widths[0], x), readPair],
  "swizzle": [(x, swizzle) => makeComposed(swizzle, 0, x), readSwizzle],
};
