import type { PrinterStatus } from '../status/status.ts';

const parseFlagField = (fields: string[], index: number): boolean => fields[index] === '1';
const parseCountField = (fields: string[], index: number): number => {
  const value = Number(fields[index]);
  return Number.isInteger(value) && value >= 0 ? value : 0;
};

const FIELDS = { first: 12, second: 11, third: 2 } as const;

const splitCommaFields = (line: string): string[] => line.split(',').map((field) => field.trim());

/** Whether a string is the first one of an answer to `~HS`. */
export const isFirstStatusString = (line: string): boolean =>
  splitCommaFields(line).length >= FIELDS.first;

/**
 * Parses the three STX…ETX strings of `~HS` (ZPL II Programming Guide, "~HS Host Status Return").
 * Null when they do not match, for example if they belong to two answers and the first ended early.
 */
export const parseHostStatus = (lines: readonly string[]): PrinterStatus | null => {
  const [line1, two, three] = lines.map(splitCommaFields);
  if (!line1 || !two || !three) return null;
  if (line1.length < FIELDS.first || two.length < FIELDS.second) return null;
  if (three.length < FIELDS.third || three.length >= FIELDS.second) return null;
  return {
    paperOut: parseFlagField(line1, 1),
    paused: parseFlagField(line1, 2),
    formats: parseCountField(line1, 4),
    bufferFull: parseFlagField(line1, 5),
    partialFormat: parseFlagField(line1, 7),
    corruptRam: parseFlagField(line1, 9),
    underTemperature: parseFlagField(line1, 10),
    overTemperature: parseFlagField(line1, 11),
    headOpen: parseFlagField(two, 2),
    ribbonOut: parseFlagField(two, 3),
    mediaJam: false,
    otherError: false,
    labelWaiting: parseFlagField(two, 7),
    remaining: parseCountField(two, 8),
    feeding: false,
  };
};
