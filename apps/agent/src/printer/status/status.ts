import { isPrinterStopped } from '../view.ts';
import type { Faults } from '../view.ts';

/** Status of a printer in any language. Values its language does not report are 0 or false. */
export type PrinterStatus = Faults & {
  bufferFull: boolean;
  /** A format has started and not ended. */
  partialFormat: boolean;
  /** Number of complete formats in the receive buffer. */
  formats: number;
  /** Labels of the current format still to print. */
  remaining: number;
  /** Peel-off: a label waits to be removed. */
  labelWaiting: boolean;
  /** The printer moves paper without printing a label. */
  feeding: boolean;
};

/** Idle without faults. */
export const IDLE_STATUS: PrinterStatus = {
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

/**
 * Whether labels are waiting or being printed. A format that is still arriving may yet be rejected.
 */
export const isPrinterBusy = (status: PrinterStatus, phantomRemaining = 0): boolean =>
  status.formats > 0 ||
  status.labelWaiting ||
  (status.remaining > 0 && status.remaining !== phantomRemaining);

/**
 * Whether everything received is printed. `resting`: number it reports as remaining although it has
 * no label.
 */
export const isPrinterIdle = (status: PrinterStatus, resting = 0): boolean =>
  !isPrinterBusy(status, resting) &&
  !status.partialFormat &&
  !status.bufferFull &&
  !status.feeding &&
  !isPrinterStopped(status);
