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

/** In how many ways `elements` widths of `least` to `most` modules make `modules`. */
function ways(modules: number, elements: number, least: number, most: number): number {
  if (elements === 0) return modules === 0 ? 1 : 0;
  if (modules < elements * least || modules > elements * most) return 0;
  let count = 0;
  for (let width = least; width <= most; width += 1)
    count += ways(modules - width, elements - 1, least, most);
  return count;
}

/** How many sets of widths there are. */
function widthSets({ modules, elements, most, needsNarrow }: WidthSet): number {
  return ways(modules, elements, 1, most) - (needsNarrow ? ways(modules, elements, 2, most) : 0);
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
      const sets = widthSets({
        modules: modules - width,
        elements: rest,
        most,
        needsNarrow: needs,
      });
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
