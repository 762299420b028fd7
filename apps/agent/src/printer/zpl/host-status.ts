import type { PrinterStatus } from '../status/status.ts';

const flag = (fields: string[], index: number): boolean => fields[index] === '1';
const count = (fields: string[], index: number): number => {
  const value = Number(fields[index]);
  return Number.isInteger(value) && value >= 0 ? value : 0;
};

const FIELDS = { first: 12, second: 11, third: 2 } as const;

const splitFields = (line: string): string[] => line.split(',').map((field) => field.trim());

/** Whether a string is the first of an answer to `~HS`. */
export const isFirstString = (line: string): boolean => splitFields(line).length >= FIELDS.first;

/**
 * Reads the contents of the three STX…ETX strings of `~HS` (ZPL II Programming Guide, "~HS Host Status Return").
 * Null when they are something else: of two answers, say, the first of which ended early.
 */
export const parseHostStatus = (lines: readonly string[]): PrinterStatus | null => {
  const [one, two, three] = lines.map(splitFields);
  if (!one || !two || !three) return null;
  if (one.length < FIELDS.first || two.length < FIELDS.second) return null;
  if (three.length < FIELDS.third || three.length >= FIELDS.second) return null;
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
