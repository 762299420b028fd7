import { IDLE_STATUS, type PrinterStatus } from '../status/status.ts';

const hasBit = (byte: number, bit: number): boolean => (byte & bit) !== 0;

/** Answers to `DLE EOT 1` to 4: printer, offline cause, error cause, paper. */
export type StatusBytes = readonly [number, number, number, number];

/**
 * Combines the four answers (Epson's ESC/POS reference, "DLE EOT"). Offline without a cause, as
 * while FEED is pressed, is a pause. An auto-recoverable error is an overheated head or the open
 * cover. It does not report work or a partially received job.
 */
export const parseStatus = ([printer, offline, error, paper]: StatusBytes): PrinterStatus => {
  const headOpen = hasBit(offline, 0x04);
  const paperOut = hasBit(offline, 0x20) || hasBit(paper, 0x60);
  // Usually the cutter, jammed with paper.
  const mediaJam = hasBit(error, 0x08);
  const passes = hasBit(error, 0x40);
  const isHot = passes && !headOpen;
  const otherError = hasBit(error, 0x24) || (hasBit(offline, 0x40) && !mediaJam && !passes);
  const isTold = headOpen || paperOut || mediaJam || otherError;
  return {
    ...IDLE_STATUS,
    headOpen,
    paperOut,
    mediaJam,
    otherError,
    overTemperature: isHot,
    paused: isHot || hasBit(offline, 0x08) || (hasBit(printer, 0x08) && !isTold),
  };
};
