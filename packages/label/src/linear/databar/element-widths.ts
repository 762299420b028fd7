/** Allowed widths of a set of bars or of spaces. */
export type WidthSet = {
  /** Sum of the widths. */
  modules: number;
  elements: number;
  /** Maximum width of an element. */
  most: number;
  /** Whether at least one element must be one module wide. */
  needsNarrow: boolean;
};

/**
 * Array dimensions, above the maximum modules, elements and element width of any symbol character.
 */
const [MODULES, ELEMENTS, WIDEST] = [27, 8, 9];
/** Cached counts plus one; 0 means not computed. */
const countCache = new Int32Array(2 * WIDEST * ELEMENTS * MODULES);

/**
 * Counts the ways in which `elements` widths of `min` (1 or 2) to `max` modules add up to
 * `modules`.
 */
function countWidthCombinations(
  modules: number,
  elements: number,
  min: number,
  max: number,
): number {
  if (elements === 0) return modules === 0 ? 1 : 0;
  if (modules < elements * min || modules > elements * max) return 0;
  const at = (((min - 1) * WIDEST + max) * ELEMENTS + elements) * MODULES + modules;
  const before = countCache[at] ?? 0;
  if (before > 0) return before - 1;
  let count = 0;
  for (let width = min; width <= max; width += 1)
    count += countWidthCombinations(modules - width, elements - 1, min, max);
  countCache[at] = count + 1;
  return count;
}

/**
 * Element widths of a value: sets are numbered from 0 in the order of their widths (ISO/IEC 24724,
 * annex B).
 */
export function computeBarAndSpaceWidths(value: number, set: WidthSet): number[] {
  const { elements, most } = set;
  let { modules, needsNarrow } = set;
  let remainingValue = value;
  const widths: number[] = [];
  for (let elementsAfter = elements - 1; elementsAfter >= 0; elementsAfter -= 1) {
    for (let width = 1; width <= most; width += 1) {
      const needs = needsNarrow && width > 1;
      const allCount = countWidthCombinations(modules - width, elementsAfter, 1, most);
      const sets = needs
        ? allCount - countWidthCombinations(modules - width, elementsAfter, 2, most)
        : allCount;
      if (remainingValue < sets) {
        widths.push(width);
        modules -= width;
        needsNarrow = needs;
        break;
      }
      remainingValue -= sets;
    }
  }
  return widths;
}
