import { parseHostStatus } from './host-status.ts';
import type { PrinterStatus } from '../status/status.ts';

/** One answer of a ZPL printer. `value`: the quoted answer to an SGD getvar. */
export type Reply = { kind: 'status'; status: PrinterStatus } | { kind: 'value'; value: string };

const STX = 0x02;
const ETX = 0x03;
const QUOTE = 0x22;
const CR = 0x0d;
const LF = 0x0a;
/** Longest answer; beyond it the bytes are noise. */
const MAX_FRAME = 4096;

/**
 * Reads a printer's answers from the byte stream, however it is cut; calls back with each, and with every STX…ETX
 * string, whole answer or not: a sign that the printer does answer.
 */
export const createReplyReader = (
  onReply: (reply: Reply) => void,
  onString: () => void = () => undefined,
): ((chunk: Uint8Array) => void) => {
  let mode: 'between' | 'frame' | 'quoted' = 'between';
  let text = '';
  let lines: string[] = [];

  const endFrame = (): void => {
    onString();
    lines.push(text);
    if (lines.length < 3) return;
    const status = parseHostStatus(lines);
    // Three strings that are no host status: drop the oldest, the answer may have begun in the middle.
    lines = status ? [] : lines.slice(1);
    if (status) onReply({ kind: 'status', status });
  };

  const take = (byte: number): void => {
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
    // A value is one line: a quote in an alert must not swallow the answer behind it.
    if (mode === 'quoted' && (byte === CR || byte === LF)) {
      mode = 'between';
      return;
    }
    if (byte === (mode === 'frame' ? ETX : QUOTE)) {
      const ended = mode;
      mode = 'between';
      if (ended === 'frame') endFrame();
      else {
        lines = [];
        onReply({ kind: 'value', value: text });
      }
      return;
    }
    text += String.fromCharCode(byte);
    if (text.length > MAX_FRAME) mode = 'between';
  };

  return (chunk) => {
    for (const byte of chunk) take(byte);
  };
};
