import type { ColorList } from './histogram.ts';
import { Nearest } from './nearest.ts';
import { paletteOf } from './palette.ts';

/** Lloyd's algorithm (1957, published 1982), weighted: each colour moves to the mean of what is nearest to it. */
export function refineColors(list: ColorList, start: Uint8Array, rounds: number): Uint8Array {
  let rgb = start;
  const size = start.length / 3;
  const sums = new Float64Array(size * 4);
  for (let round = 0; round < rounds; round += 1) {
    const nearest = new Nearest(paletteOf(rgb));
    sums.fill(0);
    for (let at = 0; at < list.count; at += 1) {
      const r = list.r[at] ?? 0;
      const g = list.g[at] ?? 0;
      const b = list.b[at] ?? 0;
      const slot = nearest.find(r, g, b) * 4;
      const weight = list.weight[at] ?? 0;
      sums[slot] = (sums[slot] ?? 0) + weight;
      sums[slot + 1] = (sums[slot + 1] ?? 0) + weight * r;
      sums[slot + 2] = (sums[slot + 2] ?? 0) + weight * g;
      sums[slot + 3] = (sums[slot + 3] ?? 0) + weight * b;
    }
    const moved = new Uint8Array(rgb);
    let changed = false;
    for (let color = 0; color < size; color += 1) {
      const weight = sums[color * 4] ?? 0;
      if (weight === 0) continue;
      for (let channel = 0; channel < 3; channel += 1) {
        const level = Math.round((sums[color * 4 + 1 + channel] ?? 0) / weight);
        if (level !== rgb[color * 3 + channel]) changed = true;
        moved[color * 3 + channel] = level;
      }
    }
    rgb = moved;
    if (!changed) break;
  }
  return rgb;
}
