import { isFirstStatusString, parseHostStatus } from './host-status.ts';
import type { PrinterStatus } from '../status/status.ts';

/** One answer of a ZPL printer. `value`: the quoted answer to an SGD getvar. */
export type Reply = { kind: 'status'; status: PrinterStatus } | { kind: 'value'; value: string };

const STX = 0x02;
const ETX = 0x03;
const QUOTE = 0x22;
const CR = 0x0d;
const LF = 0x0a;
/** Maximum answer length. Longer data is noise. */
const MAX_FRAME = 4096;

/**
 * Parses a printer's answers for any chunking. Calls back with each answer, and with every STX…ETX
 * string, which shows that the printer answers. `isPart`: more strings of the same host status must
 * follow. `onTruncated`: a host status ended before its third string, and another answer has
 * started.
 */
// oxlint-disable-next-line house/function-length -- one state machine over the bytes of the answers
export const createReplyReader = (
  onReply: (reply: Reply) => void,
  onString: (isPart: boolean) => void = () => undefined,
  onTruncated: () => void = () => undefined,
): ((chunk: Uint8Array) => void) => {
  let mode: 'between' | 'frame' | 'quoted' = 'between';
  let text = '';
  let lines: string[] = [];

  const discardFirstLine = (): void => {
    const first = lines.shift();
    if (first !== undefined && isFirstStatusString(first)) onTruncated();
  };
  const finishFrame = (): void => {
    lines.push(text);
    const status = parseHostStatus(lines);
    if (status) {
      lines = [];
      onString(false);
      return onReply({ kind: 'status', status });
    }
    // Three strings that form no host status: drop the oldest, because the first answer may be
    // incomplete.
    if (lines.length === 3) discardFirstLine();
    onString(lines.some(isFirstStatusString));
  };

  const processReplyByte = (byte: number): void => {
    if (mode === 'between') {
      if (byte === STX) mode = 'frame';
      else if (byte === QUOTE) mode = 'quoted';
      text = '';
      return;
    }
    if (byte === STX) {
      mode = 'frame';
      text = '';
      return;
    }
    // A value is one line: a quote in an alert must not swallow the next answer.
    if (mode === 'quoted' && (byte === CR || byte === LF)) {
      mode = 'between';
      return;
    }
    if (byte === (mode === 'frame' ? ETX : QUOTE)) {
      const ended = mode;
      mode = 'between';
      if (ended === 'frame') finishFrame();
      else {
        while (lines.length > 0) discardFirstLine();
        onReply({ kind: 'value', value: text });
      }
      return;
    }
    text += String.fromCharCode(byte);
    if (text.length > MAX_FRAME) mode = 'between';
  };

  return (chunk) => {
    for (const byte of chunk) processReplyByte(byte);
  };
};
