import { CONFIG_NAME_LENGTH } from '@yunbiao/contract/limits/print-config';
import { parseNumber } from '@yunbiao/ui/number.ts';

/** Appends `suffix` and truncates `name` if necessary. */
const appendSuffixToName = (name: string, suffix: string): string => {
  const room = CONFIG_NAME_LENGTH - suffix.length;
  if (name.length <= room) return name + suffix;
  let start = '';
  for (const character of name) {
    if (start.length + character.length >= room) break;
    start += character;
  }
  return `${start}…${suffix}`;
};

/** Makes a name unique among `takenNames`, with a number if necessary: `柜台 60 × 40（2）`. */
const makeUnique = (nameWith: (mark: string) => string, namesInUse: readonly string[]): string => {
  const takenNames = new Set(namesInUse);
  let name = nameWith('');
  for (let number = 2; takenNames.has(name); number += 1) name = nameWith(`（${number}）`);
  return name;
};

/**
 * Default name of a configuration: printer name, and label size when both numbers are entered.
 * Blank without a printer.
 */
export const buildConfigName = ({
  printerName,
  widthMm,
  heightMm,
  taken,
}: {
  printerName: string | undefined;
  /** mm, as typed. */
  widthMm: string;
  /** mm, as typed. */
  heightMm: string;
  taken: readonly string[];
}): string => {
  if (!printerName) return '';
  const [width, height] = [parseNumber(widthMm), parseNumber(heightMm)];
  const size = width === null || height === null ? '' : ` ${width} × ${height}`;
  return makeUnique((mark) => appendSuffixToName(printerName, size + mark), taken);
};

/** Default name of a copy. */
export const buildUniqueCopyName = (name: string, takenNames: readonly string[]): string =>
  makeUnique((mark) => appendSuffixToName(name, mark), takenNames);
