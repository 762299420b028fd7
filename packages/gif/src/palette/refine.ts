import type { ColorList } from './histogram.ts';

/**
 * Lloyd's algorithm (1957, published 1982), weighted: each colour moves to the mean of what is nearest to it.
 * @param places of each colour of the list one of the palette that is near, as a start; afterwards the nearest one.
 */
export function refineColors(
  list: ColorList,
  start: Uint8Array,
  places: Uint8Array,
  rounds: number,
): Uint8Array {
  let rgb = start;
  for (let round = 0; round < rounds; round += 1) {
    new Neighbours(rgb).assign(list, places);
    const moved = computeMeans(list, places, rgb);
    const changed = moved.some((level, at) => level !== rgb[at]);
    rgb = moved;
    if (!changed) break;
  }
  return rgb;
}

/** Of each colour the mean of what has its place; a colour that nothing has stays. */
function computeMeans(list: ColorList, places: Uint8Array, rgb: Uint8Array): Uint8Array {
  const sums = new Float64Array((rgb.length / 3) * 4);
  for (let at = 0; at < list.count; at += 1) {
    const slot = (places[at] ?? 0) * 4;
    const weight = list.weight[at] ?? 0;
    sums[slot] = (sums[slot] ?? 0) + weight;
    sums[slot + 1] = (sums[slot + 1] ?? 0) + weight * (list.r[at] ?? 0);
    sums[slot + 2] = (sums[slot + 2] ?? 0) + weight * (list.g[at] ?? 0);
    sums[slot + 3] = (sums[slot + 3] ?? 0) + weight * (list.b[at] ?? 0);
  }
  return rgb.map((level, at) => {
    const channel = at % 3;
    const slot = ((at - channel) / 3) * 4;
    const weight = sums[slot] ?? 0;
    return weight === 0 ? level : Math.round((sums[slot + 1 + channel] ?? 0) / weight);
  });
}

/** Neighbours of a colour that are known, nearest first. */
const MOST = 16;

/**
 * The nearest colour of a palette to each of a list, when one that is near is known: by the inequality of the triangle
 * (C. Elkan, “Using the triangle inequality to accelerate k-means”, 2003) one twice as far from that as the colour asked
 * for is no nearer, so only a few neighbours are compared.
 */
class Neighbours {
  readonly #rgb: Uint8Array;
  readonly #size: number;
  readonly #most: number;
  readonly #near: Uint8Array;
  /** Squared distances. */
  readonly #far: Int32Array;

  constructor(rgb: Uint8Array) {
    this.#rgb = rgb;
    this.#size = rgb.length / 3;
    this.#most = Math.min(MOST, this.#size - 1);
    this.#near = new Uint8Array(this.#size * this.#most);
    this.#far = new Int32Array(this.#size * this.#most);
    for (let color = 0; color < this.#size; color += 1) this.#sort(color);
  }

  assign({ count, r, g, b }: ColorList, places: Uint8Array): void {
    for (let at = 0; at < count; at += 1) {
      places[at] = this.#nearest(places[at] ?? 0, r[at] ?? 0, g[at] ?? 0, b[at] ?? 0);
    }
  }

  #nearest(from: number, r: number, g: number, b: number): number {
    const base = from * this.#most;
    let best = from;
    let least = this.#distance(from, r, g, b);
    const reach = 4 * least;
    for (let at = base; at < base + this.#most; at += 1) {
      if ((this.#far[at] ?? 0) >= reach) return best;
      const other = this.#near[at] ?? 0;
      const distance = this.#distance(other, r, g, b);
      if (distance >= least) continue;
      least = distance;
      best = other;
    }
    for (let other = 0; other < this.#size; other += 1) {
      const distance = this.#distance(other, r, g, b);
      if (distance >= least) continue;
      least = distance;
      best = other;
    }
    return best;
  }

  #distance(color: number, r: number, g: number, b: number): number {
    const rgb = this.#rgb;
    const dr = (rgb[color * 3] ?? 0) - r;
    const dg = (rgb[color * 3 + 1] ?? 0) - g;
    const db = (rgb[color * 3 + 2] ?? 0) - b;
    return dr * dr + dg * dg + db * db;
  }

  #sort(color: number): void {
    const [rgb, near, far, most] = [this.#rgb, this.#near, this.#far, this.#most];
    const [r = 0, g = 0, b = 0] = [rgb[color * 3], rgb[color * 3 + 1], rgb[color * 3 + 2]];
    const base = color * most;
    let known = 0;
    for (let other = 0; other < this.#size; other += 1) {
      if (other === color) continue;
      const distance = this.#distance(other, r, g, b);
      if (known === most && distance >= (far[base + most - 1] ?? 0)) continue;
      if (known < most) known += 1;
      let to = base + known - 1;
      for (; to > base && (far[to - 1] ?? 0) > distance; to -= 1) {
        far[to] = far[to - 1] ?? 0;
        near[to] = near[to - 1] ?? 0;
      }
      far[to] = distance;
      near[to] = other;
    }
  }
}
