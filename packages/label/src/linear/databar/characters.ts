import { computeBarAndSpaceWidths } from './element-widths.ts';

/** Group of values with the same division of modules between odd and even elements. */
type Group = {
  /** Modules of the odd elements. */
  odd: number;
  /** Maximum width of an odd and of an even element. */
  most: readonly [odd: number, even: number];
  /** Number of width sets in use for odd and even elements; may be fewer than exist. */
  sets: readonly [odd: number, even: number];
};

/** Kind of symbol character (ISO/IEC 24724, tables 2, 3, 5 and 8). */
export type CharacterKind = {
  modules: number;
  /** Number of elements per parity. */
  elements: number;
  /** Parity that always contains an element of one module. */
  narrow: 'odd' | 'even';
  /** Parity whose set index changes slowest as the value counts up. */
  slow: 'odd' | 'even';
  groups: readonly Group[];
};

/** Element widths of a value, odd and even alternating. */
export function computeDataBarCharacterWidths(kind: CharacterKind, value: number): number[] {
  const { modules, elements, narrow, slow } = kind;
  let remainingValue = value;
  for (const { odd, most, sets } of kind.groups) {
    const values = sets[0] * sets[1];
    if (remainingValue >= values) {
      remainingValue -= values;
      continue;
    }
    const steps = slow === 'odd' ? sets[1] : sets[0];
    const [high, low] = [Math.floor(remainingValue / steps), remainingValue % steps];
    const odds = computeBarAndSpaceWidths(slow === 'odd' ? high : low, {
      modules: odd,
      elements,
      most: most[0],
      needsNarrow: narrow === 'odd',
    });
    const evens = computeBarAndSpaceWidths(slow === 'odd' ? low : high, {
      modules: modules - odd,
      elements,
      most: most[1],
      needsNarrow: narrow === 'even',
    });
    const widths: number[] = [];
    for (let i = 0; i < elements; i += 1) widths.push(odds[i] ?? 0, evens[i] ?? 0);
    return widths;
  }
  return [];
}

/** Outer characters of GS1 DataBar Omnidirectional. */
export const OUTER: CharacterKind = {
  modules: 16,
  elements: 4,
  narrow: 'even',
  slow: 'odd',
  groups: [
    { odd: 12, most: [8, 1], sets: [161, 1] },
    { odd: 10, most: [6, 3], sets: [80, 10] },
    { odd: 8, most: [4, 5], sets: [31, 34] },
    { odd: 6, most: [3, 6], sets: [10, 70] },
    { odd: 4, most: [1, 8], sets: [1, 126] },
  ],
};

/** Inner characters of GS1 DataBar Omnidirectional. */
export const INNER: CharacterKind = {
  modules: 15,
  elements: 4,
  narrow: 'odd',
  slow: 'even',
  groups: [
    { odd: 5, most: [2, 7], sets: [4, 84] },
    { odd: 7, most: [4, 5], sets: [20, 35] },
    { odd: 9, most: [6, 3], sets: [48, 10] },
    { odd: 11, most: [8, 1], sets: [81, 1] },
  ],
};

export const LIMITED: CharacterKind = {
  modules: 26,
  elements: 7,
  narrow: 'even',
  slow: 'odd',
  groups: [
    { odd: 17, most: [6, 3], sets: [6538, 28] },
    { odd: 13, most: [5, 4], sets: [875, 728] },
    { odd: 9, most: [3, 6], sets: [28, 6454] },
    { odd: 15, most: [5, 4], sets: [2415, 203] },
    { odd: 11, most: [4, 5], sets: [203, 2408] },
    { odd: 19, most: [8, 1], sets: [17094, 1] },
    { odd: 7, most: [1, 8], sets: [1, 16632] },
  ],
};

export const EXPANDED: CharacterKind = {
  modules: 17,
  elements: 4,
  narrow: 'odd',
  slow: 'odd',
  groups: [
    { odd: 12, most: [7, 2], sets: [87, 4] },
    { odd: 10, most: [5, 4], sets: [52, 20] },
    { odd: 8, most: [4, 5], sets: [30, 52] },
    { odd: 6, most: [3, 6], sets: [10, 104] },
    { odd: 4, most: [1, 8], sets: [1, 204] },
  ],
};
