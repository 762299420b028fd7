/** Seeded random numbers, so that a failing round can be repeated (mulberry32). */
export type Random = {
  between: (min: number, max: number) => number;
  pick: <T>(items: readonly T[]) => T;
};

export const createRandom = (seed: number): Random => {
  let state = seed >>> 0;
  const nextRandom = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const drawBetween = (min: number, max: number): number =>
    min + Math.floor(nextRandom() * (max - min + 1));
  return {
    between: drawBetween,
    pick: (items) => {
      const item = items[drawBetween(0, items.length - 1)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
  };
};
