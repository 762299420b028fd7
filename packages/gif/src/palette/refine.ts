import type { ColorList } from './histogram.ts';

/**
 * Weighted Lloyd's algorithm (1957, published 1982): each palette colour moves to the mean of its
 * nearest colours.
 * @param places for each colour of the list, the index of a close palette colour; afterwards of the
 * nearest one.
 */
export function refineColors(
  list: ColorList,
  start: Uint8Array,
  places: Uint8Array,
  rounds: number,
): Uint8Array {
  let rgb = start;
  for (let round = 0; round < rounds; round += 1) {
    new Neighbours(rgb).assignNearest(list, places);
    const movedColors = computeClusterMeans(list, places, rgb);
    const isChanged = movedColors.some((level, at) => level !== rgb[at]);
    rgb = movedColors;
    if (!isChanged) break;
  }
  return rgb;
}

/** Weighted mean of the colours assigned to each palette colour; one without colours stays. */
function computeClusterMeans(list: ColorList, places: Uint8Array, rgb: Uint8Array): Uint8Array {
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

/** Precomputed neighbours per colour, nearest first. */
const MAX_NEIGHBOURS = 16;

/**
 * Nearest palette colour for each colour of a list, starting from a close one. By the triangle
 * inequality (C. Elkan, “Using the triangle inequality to accelerate k-means”, 2003) a palette
 * colour at least twice as far from the close one as the searched colour cannot be nearer, so only
 * a few neighbours are compared.
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
    this.#most = Math.min(MAX_NEIGHBOURS, this.#size - 1);
    this.#near = new Uint8Array(this.#size * this.#most);
    this.#far = new Int32Array(this.#size * this.#most);
    for (let color = 0; color < this.#size; color += 1) this.#sortNeighbours(color);
  }

  assignNearest({ count, r, g, b }: ColorList, places: Uint8Array): void {
    for (let at = 0; at < count; at += 1) {
      places[at] = this.#findNearest(places[at] ?? 0, r[at] ?? 0, g[at] ?? 0, b[at] ?? 0);
    }
  }

  #findNearest(from: number, r: number, g: number, b: number): number {
    const base = from * this.#most;
    let best = from;
    let min = this.#computeDistance(from, r, g, b);
    const reach = 4 * min;
    for (let at = base; at < base + this.#most; at += 1) {
      if ((this.#far[at] ?? 0) >= reach) return best;
      const neighbour = this.#near[at] ?? 0;
      const distance = this.#computeDistance(neighbour, r, g, b);
      if (distance >= min) continue;
      min = distance;
      best = neighbour;
    }
    for (let otherIndex = 0; otherIndex < this.#size; otherIndex += 1) {
      const distance = this.#computeDistance(otherIndex, r, g, b);
      if (distance >= min) continue;
      min = distance;
      best = otherIndex;
    }
    return best;
  }

  #computeDistance(color: number, r: number, g: number, b: number): number {
    const rgb = this.#rgb;
    const dr = (rgb[color * 3] ?? 0) - r;
    const dg = (rgb[color * 3 + 1] ?? 0) - g;
    const db = (rgb[color * 3 + 2] ?? 0) - b;
    return dr * dr + dg * dg + db * db;
  }

  #sortNeighbours(color: number): void {
    const [rgb, near, far, maxNeighbours] = [this.#rgb, this.#near, this.#far, this.#most];
    const [r = 0, g = 0, b = 0] = [rgb[color * 3], rgb[color * 3 + 1], rgb[color * 3 + 2]];
    const base = color * maxNeighbours;
    let neighbourCount = 0;
    for (let otherIndex = 0; otherIndex < this.#size; otherIndex += 1) {
      if (otherIndex === color) continue;
      const distance = this.#computeDistance(otherIndex, r, g, b);
      if (neighbourCount === maxNeighbours && distance >= (far[base + maxNeighbours - 1] ?? 0))
        continue;
      if (neighbourCount < maxNeighbours) neighbourCount += 1;
      let to = base + neighbourCount - 1;
      for (; to > base && (far[to - 1] ?? 0) > distance; to -= 1) {
        far[to] = far[to - 1] ?? 0;
        near[to] = near[to - 1] ?? 0;
      }
      far[to] = distance;
      near[to] = otherIndex;
    }
  }
}
