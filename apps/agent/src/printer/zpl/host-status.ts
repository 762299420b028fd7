import type { PrinterStatus } from '../status/status.ts';

const flag = (fields: string[], index: number): boolean => fields[index] === '1';
const count = (fields: string[], index: number): number => {
  const value = Number(fields[index]);
  return Number.isInteger(value) && value >= 0 ? value : 0;
};

/**
 * Reads the contents of the three STX…ETX strings of `~HS` (ZPL II Programming Guide, "~HS Host Status Return").
 * Null when they are something else.
 */
export const parseHostStatus = (lines: readonly string[]): PrinterStatus | null => {
  const [one, two, three] = lines.map((line) => line.split(',').map((field) => field.trim()));
  if (!one || !two || !three || one.length < 12 || two.length < 11 || three.length < 2) return null;
  return {
    paperOut: flag(one, 1),
    paused: flag(one, 2),
    formats: count(one, 4),
    bufferFull: flag(one, 5),
    partialFormat: flag(one, 7),
    corruptRam: flag(one, 9),
    underTemperature: flag(one, 10),
    overTemperature: flag(one, 11),
    headOpen: flag(two, 2),
    ribbonOut: flag(two, 3),
    mediaJam: false,
    otherError: false,
    labelWaiting: flag(two, 7),
    remaining: count(two, 8),
    feeding: false,
  };
};
