import { IDLE_STATUS, type PrinterStatus } from '../status/status.ts';

const hasBit = (byte: number, bit: number): boolean => (byte & bit) !== 0;

/**
 * Parses the answer to `<ESC>!?` (TSPL programming manual, "Status polling commands"): head open,
 * paper jam, out of paper, out of ribbon, pause, printing. The two highest bits mean cover and
 * temperature, or "other error", depending on the maker. TSPL does not report a partially received
 * job.
 */
export const parseStatusByte = (byte: number): PrinterStatus => ({
  ...IDLE_STATUS,
  headOpen: hasBit(byte, 0x41),
  mediaJam: hasBit(byte, 0x02),
  paperOut: hasBit(byte, 0x04),
  ribbonOut: hasBit(byte, 0x08),
  paused: hasBit(byte, 0x10),
  formats: hasBit(byte, 0x20) ? 1 : 0,
  otherError: hasBit(byte, 0x80),
});

/** First byte of the longer status: working. `E` (error) is explained by the other bytes. */
const WORKING_MESSAGES = 'CPW';
/** Feeds or backs up a label, also after the FEED key, so this is not necessarily printing. */
const FEEDING_MESSAGES = 'BF';

/**
 * Parses the four bytes between STX and ETX that answer `<ESC>!S`: message, warning, printer error,
 * media error. An unknown message is an error, never idle.
 */
export const parseStatusFrame = (
  frame: readonly [number, number, number, number],
): PrinterStatus => {
  const [messageByte, warning, error, media] = frame;
  const message = String.fromCharCode(messageByte);
  const status: PrinterStatus = {
    ...IDLE_STATUS,
    headOpen: hasBit(media, 0x20),
    mediaJam: hasBit(media, 0x02),
    paperOut: hasBit(media, 0x01),
    ribbonOut: hasBit(media, 0x0c),
    overTemperature: hasBit(error, 0x03),
    otherError: hasBit(error, 0x3f),
    // K waits for the print key.
    paused: message === '`' || message === 'K',
    bufferFull: hasBit(warning, 0x08),
    formats: WORKING_MESSAGES.includes(message) ? 1 : 0,
    labelWaiting: message === 'L',
    feeding: FEEDING_MESSAGES.includes(message),
  };
  const isExplained =
    status.headOpen || status.mediaJam || status.paperOut || status.ribbonOut || status.otherError;
  const isKnown = `${WORKING_MESSAGES}${FEEDING_MESSAGES}@\`KL`.includes(message);
  return isKnown || isExplained ? status : { ...status, otherError: true };
};
