/** Which widths a set of bars, or of spaces, may have. */
export type WidthSet = {
  /** Sum of the widths. */
  modules: number;
  elements: number;
  /** The widest an element may be. */
  most: number;
  /** Whether one of them at least must be a single module wide. */
  needsNarrow: boolean;
};

/** More than any symbol character has of modules, elements, and the width of one. */
const [MODULES, ELEMENTS, WIDEST] = [27, 8, 9];
/** Ways that were counted, one more than there are; 0 where nobody has asked yet. */
const known = new Int32Array(2 * WIDEST * ELEMENTS * MODULES);

/** In how many ways `elements` widths of `least`, 1 or 2, to `most` modules make `modules`. */
function ways(modules: number, elements: number, least: number, most: number): number {
  if (elements === 0) return modules === 0 ? 1 : 0;
  if (modules < elements * least || modules > elements * most) return 0;
  const at = (((least - 1) * WIDEST + most) * ELEMENTS + elements) * MODULES + modules;
  const before = known[at] ?? 0;
  if (before > 0) return before - 1;
  let count = 0;
  for (let width = least; width <= most; width += 1)
    count += ways(modules - width, elements - 1, least, most);
  known[at] = count + 1;
  return count;
}

/** The widths a value stands for: sets are numbered from 0 in the order of their widths (ISO/IEC 24724, annex B). */
export function elementWidths(value: number, set: WidthSet): number[] {
  const { elements, most } = set;
  let { modules, needsNarrow } = set;
  let left = value;
  const widths: number[] = [];
  for (let rest = elements - 1; rest >= 0; rest -= 1) {
    for (let width = 1; width <= most; width += 1) {
      const needs = needsNarrow && width > 1;
      const all = ways(modules - width, rest, 1, most);
      const sets = needs ? all - ways(modules - width, rest, 2, most) : all;
      if (left < sets) {
        widths.push(width);
        modules -= width;
        needsNarrow = needs;
        break;
      }
      left -= sets;
    }
  }
  return widths;
}
