import { elementWidths } from './element-widths.ts';

/** Values that have their modules shared out between odd and even elements in the same way. */
type Group = {
  /** Modules of the odd elements. */
  odd: number;
  /** The widest odd element and the widest even one. */
  most: readonly [odd: number, even: number];
  /** How many sets of odd and of even elements are used, which may be fewer than there are. */
  sets: readonly [odd: number, even: number];
};

/** A kind of symbol character (ISO/IEC 24724, tables 2, 3, 5 and 8). */
export type CharacterKind = {
  modules: number;
  /** Elements of each parity. */
  elements: number;
  /** Which of the two always has a single module somewhere. */
  narrow: 'odd' | 'even';
  /** Which of the two a value counts up last. */
  slow: 'odd' | 'even';
  groups: readonly Group[];
};

/** A value as the widths of its elements, odd and even in turn. */
export function characterWidths(kind: CharacterKind, value: number): number[] {
  const { modules, elements, narrow, slow } = kind;
  let left = value;
  for (const { odd, most, sets } of kind.groups) {
    const values = sets[0] * sets[1];
    if (left >= values) {
      left -= values;
      continue;
    }
    const steps = slow === 'odd' ? sets[1] : sets[0];
    const [high, low] = [Math.floor(left / steps), left % steps];
    const odds = elementWidths(slow === 'odd' ? high : low, {
      modules: odd,
      elements,
      most: most[0],
      needsNarrow: narrow === 'odd',
    });
    const evens = elementWidths(slow === 'odd' ? low : high, {
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

/** Inner characters, beside the middle. */
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
