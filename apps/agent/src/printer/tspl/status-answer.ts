import { AT_REST, type PrinterStatus } from '../status/status.ts';

const has = (byte: number, bit: number): boolean => (byte & bit) !== 0;

/**
 * The byte that answers `<ESC>!?` (TSPL programming manual, "Status polling commands"): head open, paper jam, out of
 * paper, out of ribbon, pause, printing; the two highest are a cover and a temperature, or "other error", by the maker.
 * No answer of TSPL tells of a half-received job.
 */
export const parseStatusByte = (byte: number): PrinterStatus => ({
  ...AT_REST,
  headOpen: has(byte, 0x41),
  mediaJam: has(byte, 0x02),
  paperOut: has(byte, 0x04),
  ribbonOut: has(byte, 0x08),
  paused: has(byte, 0x10),
  formats: has(byte, 0x20) ? 1 : 0,
  otherError: has(byte, 0x80),
});

/** First byte of the longer status: what it is at. `E`, an error, is told by the other bytes. */
const AT_WORK = 'CPW';
/** It feeds a label or backs one up, as the FEED key has it do, too: no label need be printed. */
const FEEDING = 'BF';

/**
 * The four bytes between STX and ETX that answer `<ESC>!S`: message, warning, printer error, media error. A message the
 * manual does not know is an error, never idle.
 */
export const parseStatusFrame = (
  frame: readonly [number, number, number, number],
): PrinterStatus => {
  const [said, warning, error, media] = frame;
  const message = String.fromCharCode(said);
  const status: PrinterStatus = {
    ...AT_REST,
    headOpen: has(media, 0x20),
    mediaJam: has(media, 0x02),
    paperOut: has(media, 0x01),
    ribbonOut: has(media, 0x0c),
    overTemperature: has(error, 0x03),
    otherError: has(error, 0x3f),
    // K waits for its print key.
    paused: message === '`' || message === 'K',
    bufferFull: has(warning, 0x08),
    formats: AT_WORK.includes(message) ? 1 : 0,
    labelWaiting: message === 'L',
    feeding: FEEDING.includes(message),
  };
  const explained =
    status.headOpen || status.mediaJam || status.paperOut || status.ribbonOut || status.otherError;
  const known = `${AT_WORK}${FEEDING}@\`KL`.includes(message);
  return known || explained ? status : { ...status, otherError: true };
};
