import { CONFIG_NAME_LENGTH } from '@yunbiao/contract/limits/print-config';
import { readNumber } from '@yunbiao/ui/number.ts';

/** `name`, its end given up where `suffix` would not fit behind it. */
const appendTo = (name: string, suffix: string): string => {
  const room = CONFIG_NAME_LENGTH - suffix.length;
  if (name.length <= room) return name + suffix;
  let start = '';
  for (const character of name) {
    if (start.length + character.length >= room) break;
    start += character;
  }
  return `${start}…${suffix}`;
};

/** A name `taken` does not hold, with a number where it has to be told from others: `柜台 60 × 40（2）`. */
const tellApart = (nameWith: (mark: string) => string, taken: readonly string[]): string => {
  const known = new Set(taken);
  let name = nameWith('');
  for (let number = 2; known.has(name); number += 1) name = nameWith(`（${number}）`);
  return name;
};

/**
 * What a configuration is called until a name is typed: its printer, and the label's size once both numbers are typed.
 * Blank without a printer.
 */
export const nameConfig = ({
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
  const [width, height] = [readNumber(widthMm), readNumber(heightMm)];
  const size = width === null || height === null ? '' : ` ${width} × ${height}`;
  return tellApart((mark) => appendTo(printerName, size + mark), taken);
};

/** What a copy is called. */
export const nameCopy = (name: string, taken: readonly string[]): string =>
  tellApart((mark) => appendTo(name, mark), taken);
