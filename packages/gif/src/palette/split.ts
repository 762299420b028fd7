import type { ColorList } from './histogram.ts';

/**
 * Splits colours into boxes with the largest reduction of the squared error: the criterion of X.
 * Wu, “Efficient statistical computations for optimal color quantization” (Graphics Gems II, 1991),
 * applied to a list of colours instead of a cube of moments.
 */
const AXES = 3;

interface Box {
  /** Range in `order`. */
  readonly from: number;
  readonly to: number;
  /** Reduction of the squared error by the best cut. */
  readonly gain: number;
  readonly axis: number;
  /** Colours up to this level go to the first half. */
  readonly level: number;
}

/** Splits a list of colours; each call continues. */
export class ColorSplit {
  readonly #splitter: Splitter;
  readonly #boxes: Box[];
  /** Sum of squared errors when every colour is replaced by the mean of its box. */
  #error: number;

  /** @param shift number of low bits ignored when choosing a cut. */
  constructor(list: ColorList, shift: number) {
    this.#splitter = new Splitter(list, shift);
    this.#boxes = [this.#splitter.createBox(0, list.count)];
    this.#error = this.#splitter.computeError(0, list.count);
  }

  get squaredError(): number {
    return this.#error;
  }

  /** Splits until there are `most` boxes or a split has no gain. @returns the mean colours. */
  splitInto(max: number): Uint8Array {
    while (this.#boxes.length < max && this.#divideBestBox());
    const rgb = new Uint8Array(this.#boxes.length * 3);
    for (const [at, box] of this.#boxes.entries()) rgb.set(this.#splitter.computeMean(box), at * 3);
    return rgb;
  }

  /** Index of the box of each colour. */
  listBoxIndexes(): Uint8Array {
    return this.#splitter.listBoxIndexes(this.#boxes);
  }

  #divideBestBox(): boolean {
    const boxes = this.#boxes;
    let best = 0;
    let gain = 0;
    for (let at = 0; at < boxes.length; at += 1) {
      const boxGain = boxes[at]?.gain ?? 0;
      if (boxGain <= gain) continue;
      gain = boxGain;
      best = at;
    }
    const box = boxes[best];
    if (box === undefined || box.gain <= 0) return false;
    const middle = this.#splitter.partition(box);
    boxes[best] = this.#splitter.createBox(box.from, middle);
    boxes.push(this.#splitter.createBox(middle, box.to));
    this.#error -= box.gain;
    return true;
  }
}

class Splitter {
  readonly #list: ColorList;
  readonly #order: Uint32Array;
  /** Weight and three channel sums, per axis and level. */
  readonly #moments: Float64Array;
  readonly #shift: number;
  readonly #levels: number;
  /** Lowest and highest level per axis of the last measured box, because most boxes are small. */
  readonly #low = [0, 0, 0];
  readonly #high = [0, 0, 0];

  constructor(list: ColorList, shift: number) {
    this.#list = list;
    this.#shift = shift;
    this.#levels = 256 >> shift;
    this.#moments = new Float64Array(AXES * this.#levels * 4);
    this.#order = Uint32Array.from({ length: list.count }, (_, at) => at);
  }

  #getChannel(axis: number): Float64Array {
    const { r, g, b } = this.#list;
    if (axis === 0) return r;
    return axis === 1 ? g : b;
  }

  createBox(from: number, to: number): Box {
    this.#measure(from, to);
    let best: Box = { from, to, gain: 0, axis: 0, level: 0 };
    for (let axis = 0; axis < AXES; axis += 1) best = this.#findBestCut(best, axis);
    return best;
  }

  #measure(from: number, to: number): void {
    const { weight, r, g, b } = this.#list;
    const moments = this.#moments;
    const shift = this.#shift;
    const levels = this.#levels;
    for (let axis = 0; axis < AXES; axis += 1) this.#resetAxis(axis, from, to);
    for (let place = from; place < to; place += 1) {
      const at = this.#order[place] ?? 0;
      const w = weight[at] ?? 0;
      const red = r[at] ?? 0;
      const green = g[at] ?? 0;
      const blue = b[at] ?? 0;
      addColorToMoments(moments, red >> shift, w, red, green, blue);
      addColorToMoments(moments, levels + (green >> shift), w, red, green, blue);
      addColorToMoments(moments, 2 * levels + (blue >> shift), w, red, green, blue);
    }
  }

  /** Determines the level range of a box on an axis, and clears its moments. */
  #resetAxis(axis: number, from: number, to: number): void {
    const channel = this.#getChannel(axis);
    let low = Infinity;
    let high = 0;
    for (let place = from; place < to; place += 1) {
      const level = channel[this.#order[place] ?? 0] ?? 0;
      if (level < low) low = level;
      if (level > high) high = level;
    }
    this.#low[axis] = to > from ? low >> this.#shift : 0;
    this.#high[axis] = high >> this.#shift;
    const base = axis * this.#levels;
    this.#moments.fill(
      0,
      (base + (this.#low[axis] ?? 0)) * 4,
      (base + (this.#high[axis] ?? 0) + 1) * 4,
    );
  }

  /** The squared error falls by Σ s²/w of the halves minus that of the box. */
  #findBestCut(best: Box, axis: number): Box {
    const moments = this.#moments;
    const low = this.#low[axis] ?? 0;
    const high = this.#high[axis] ?? 0;
    const base = axis * this.#levels * 4;
    const totals = [0, 0, 0, 0];
    for (let at = low * 4; at < (high + 1) * 4; at += 1) {
      totals[at & 3] = (totals[at & 3] ?? 0) + (moments[base + at] ?? 0);
    }
    const [w = 0, r = 0, g = 0, b = 0] = totals;
    const undividedTerm = w > 0 ? (r * r + g * g + b * b) / w : 0;
    let gain = best.gain;
    let cut = -1;
    let w1 = 0;
    let r1 = 0;
    let g1 = 0;
    let b1 = 0;
    for (let level = low; level < high; level += 1) {
      const at = base + level * 4;
      w1 += moments[at] ?? 0;
      r1 += moments[at + 1] ?? 0;
      g1 += moments[at + 2] ?? 0;
      b1 += moments[at + 3] ?? 0;
      const w2 = w - w1;
      if (w1 <= 0 || w2 <= 1e-9) continue;
      const r2 = r - r1;
      const g2 = g - g1;
      const b2 = b - b1;
      const halves = (r1 * r1 + g1 * g1 + b1 * b1) / w1 + (r2 * r2 + g2 * g2 + b2 * b2) / w2;
      if (halves - undividedTerm <= gain) continue;
      gain = halves - undividedTerm;
      cut = level;
    }
    return cut === -1 ? best : { ...best, gain, axis, level: cut };
  }

  /** Moves the first half of the box before the second. Returns the start of the second. */
  partition(box: Box): number {
    const channel = this.#getChannel(box.axis);
    const order = this.#order;
    let low = box.from;
    let high = box.to - 1;
    while (low <= high) {
      const at = order[low] ?? 0;
      if ((channel[at] ?? 0) >> this.#shift <= box.level) {
        low += 1;
      } else {
        order[low] = order[high] ?? 0;
        order[high] = at;
        high -= 1;
      }
    }
    return low;
  }

  /** Σ w·c² − (Σ w·c)² / Σ w over the channels. */
  computeError(from: number, to: number): number {
    const { weight, r, g, b } = this.#list;
    let [w, red, green, blue, squares] = [0, 0, 0, 0, 0];
    for (let place = from; place < to; place += 1) {
      const at = this.#order[place] ?? 0;
      const [colorWeight = 0, x = 0, y = 0, z = 0] = [weight[at], r[at], g[at], b[at]];
      w += colorWeight;
      red += colorWeight * x;
      green += colorWeight * y;
      blue += colorWeight * z;
      squares += colorWeight * (x * x + y * y + z * z);
    }
    return w > 0 ? squares - (red * red + green * green + blue * blue) / w : 0;
  }

  listBoxIndexes(boxes: readonly Box[]): Uint8Array {
    const places = new Uint8Array(this.#list.count);
    for (const [box, { from, to }] of boxes.entries()) {
      for (let place = from; place < to; place += 1) places[this.#order[place] ?? 0] = box;
    }
    return places;
  }

  computeMean(box: Box): [number, number, number] {
    const { weight, r, g, b } = this.#list;
    const sum = [0, 0, 0, 0];
    for (let place = box.from; place < box.to; place += 1) {
      const at = this.#order[place] ?? 0;
      const w = weight[at] ?? 0;
      sum[0] = (sum[0] ?? 0) + w;
      sum[1] = (sum[1] ?? 0) + w * (r[at] ?? 0);
      sum[2] = (sum[2] ?? 0) + w * (g[at] ?? 0);
      sum[3] = (sum[3] ?? 0) + w * (b[at] ?? 0);
    }
    const [w = 0, red = 0, green = 0, blue = 0] = sum;
    const share = w > 0 ? 1 / w : 0;
    return [Math.round(red * share), Math.round(green * share), Math.round(blue * share)];
  }
}

function addColorToMoments(
  moments: Float64Array,
  slot: number,
  w: number,
  r: number,
  g: number,
  b: number,
): void {
  const at = slot * 4;
  moments[at] = (moments[at] ?? 0) + w;
  moments[at + 1] = (moments[at + 1] ?? 0) + w * r;
  moments[at + 2] = (moments[at + 2] ?? 0) + w * g;
  moments[at + 3] = (moments[at + 3] ?? 0) + w * b;
}
