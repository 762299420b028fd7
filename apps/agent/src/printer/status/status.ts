import { isStopped } from '../view.ts';
import type { Troubles } from '../view.ts';

/** What a printer reports when it is asked how it is, in any language; what its language cannot tell is 0 or false. */
export type PrinterStatus = Troubles & {
  bufferFull: boolean;
  /** A format has begun and not ended. */
  partialFormat: boolean;
  /** Whole formats waiting in the receive buffer. */
  formats: number;
  /** Labels of the current format still to print. */
  remaining: number;
  /** Peel-off: a label hangs in the opening. */
  labelWaiting: boolean;
  /** It moves paper, and not to print a label. */
  feeding: boolean;
};

/** Nothing to do and nothing wrong. */
export const AT_REST: PrinterStatus = {
  headOpen: false,
  paperOut: false,
  ribbonOut: false,
  mediaJam: false,
  otherError: false,
  paused: false,
  overTemperature: false,
  underTemperature: false,
  corruptRam: false,
  bufferFull: false,
  partialFormat: false,
  formats: 0,
  remaining: 0,
  labelWaiting: false,
  feeding: false,
};

/** Labels are waiting or being printed; a format that is only arriving may still be refused. */
export const isWorking = (status: PrinterStatus, resting = 0): boolean =>
  status.formats > 0 ||
  status.labelWaiting ||
  (status.remaining > 0 && status.remaining !== resting);

/** Everything received is printed. `resting`: the labels it shows as remaining although it has none. */
export const isIdle = (status: PrinterStatus, resting = 0): boolean =>
  !isWorking(status, resting) &&
  !status.partialFormat &&
  !status.bufferFull &&
  !status.feeding &&
  !isStopped(status);
