import { isStopped } from '../view.ts';
import type { Troubles } from '../view.ts';

/** What a ZPL printer reports in its three-line answer to `~HS`. */
export type HostStatus = Troubles & {
  bufferFull: boolean;
  /** A format has begun and not ended. */
  partialFormat: boolean;
  /** Whole formats waiting in the receive buffer. */
  formats: number;
  /** Labels of the current format still to print. */
  remaining: number;
  /** Peel-off: a label hangs in the opening. */
  labelWaiting: boolean;
};

const flag = (fields: string[], index: number): boolean => fields[index] === '1';
const count = (fields: string[], index: number): number => {
  const value = Number(fields[index]);
  return Number.isInteger(value) && value >= 0 ? value : 0;
};

/**
 * Reads the contents of the three STX…ETX strings of `~HS` (ZPL II Programming Guide, "~HS Host Status Return").
 * Null when they are something else.
 */
export const parseHostStatus = (lines: readonly string[]): HostStatus | null => {
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
    labelWaiting: flag(two, 7),
    remaining: count(two, 8),
  };
};

/** Labels are waiting or being printed; a format that is only arriving may still be refused. */
export const isWorking = (status: HostStatus, resting = 0): boolean =>
  status.formats > 0 ||
  status.labelWaiting ||
  (status.remaining > 0 && status.remaining !== resting);

/** Everything received is printed. `resting`: the labels it shows as remaining although it has none. */
export const isIdle = (status: HostStatus, resting = 0): boolean =>
  !isWorking(status, resting) && !status.partialFormat && !status.bufferFull && !isStopped(status);
