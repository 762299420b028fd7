import { isFirstString, parseHostStatus } from './host-status.ts';
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
 * string: a sign that the printer does answer. `isPart`: others of its host status must follow. `onTruncated`: a host status ended before its third
 * string, and another answer has begun.
 */
export const createReplyReader = (
  onReply: (reply: Reply) => void,
  onString: (isPart: boolean) => void = () => undefined,
  onTruncated: () => void = () => undefined,
): ((chunk: Uint8Array) => void) => {
  let mode: 'between' | 'frame' | 'quoted' = 'between';
  let text = '';
  let lines: string[] = [];

  const dropFirst = (): void => {
    const first = lines.shift();
    if (first !== undefined && isFirstString(first)) onTruncated();
  };
  const endFrame = (): void => {
    lines.push(text);
    const status = parseHostStatus(lines);
    if (status) {
      lines = [];
      onString(false);
      return onReply({ kind: 'status', status });
    }
    // Three strings that are no host status: drop the oldest, the answer may have begun in the middle.
    if (lines.length === 3) dropFirst();
    onString(lines.some(isFirstString));
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
        while (lines.length > 0) dropFirst();
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
