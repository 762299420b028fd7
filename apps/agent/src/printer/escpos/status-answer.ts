import { AT_REST, type PrinterStatus } from '../status/status.ts';

const has = (byte: number, bit: number): boolean => (byte & bit) !== 0;

/** The answers to `DLE EOT 1` to 4: printer, cause of being offline, cause of an error, paper. */
export type StatusBytes = readonly [number, number, number, number];

/**
 * What the four answers say together (Epson's ESC/POS reference, "DLE EOT"). Offline without a cause that is told, as
 * while FEED is pressed, is a pause; an error that passes by itself is a head too hot, or the open cover. Of work, or of a
 * half-received job, it does not tell.
 */
export const parseStatus = ([printer, offline, error, paper]: StatusBytes): PrinterStatus => {
  const headOpen = has(offline, 0x04);
  const paperOut = has(offline, 0x20) || has(paper, 0x60);
  // The cutter, most often, with paper in it.
  const mediaJam = has(error, 0x08);
  const passes = has(error, 0x40);
  const isHot = passes && !headOpen;
  const otherError = has(error, 0x24) || (has(offline, 0x40) && !mediaJam && !passes);
  const isTold = headOpen || paperOut || mediaJam || otherError;
  return {
    ...AT_REST,
    headOpen,
    paperOut,
    mediaJam,
    otherError,
    overTemperature: isHot,
    paused: isHot || has(offline, 0x08) || (has(printer, 0x08) && !isTold),
  };
};
