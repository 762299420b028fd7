import type { Frame } from '../picture.ts';

/** Pseudo-random numbers, the same for each seed (mulberry32, public domain). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Soft colours that drift, with a moving hard-edged square in front. */
export function createDriftingClip(
  width: number,
  height: number,
  count: number,
  delay: number,
): Frame[] {
  return Array.from({ length: count }, (_, index) => {
    const data = new Uint8ClampedArray(width * height * 4);
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        const square = Math.abs(x - index * 3 - 8) < 5 && Math.abs(y - height / 2) < 5;
        const color = square
          ? [250, 240, 20]
          : [(x * 255) / width, (y * 255) / height, 128 + 100 * Math.sin((x + y + index) / 9)];
        data.set([...color, 255], (y * width + x) * 4);
      }
    }
    return { data, delay };
  });
}

/** Fine detail that moves slightly. */
export function createTexturedClip(width: number, height: number, count: number): Frame[] {
  return Array.from({ length: count }, (_, index) => {
    const random = createRandom(7);
    const data = new Uint8ClampedArray(width * height * 4);
    for (let at = 0; at < width * height; at += 1) {
      const x = (at % width) + index * 2;
      const y = Math.floor(at / width);
      const wave = 60 * Math.sin(x / 2) * Math.cos(y / 3) + 20 * random();
      data.set([128 + wave, 110 + wave * 0.8, 140 - wave, 255], at * 4);
    }
    return { data, delay: 50 };
  });
}
