import { parseHostStatus } from './hs.ts';
import type { HostStatus } from './hs.ts';

/** One answer of a ZPL printer. `value`: the quoted answer to an SGD getvar. */
export type Reply = { kind: 'status'; status: HostStatus } | { kind: 'value'; value: string };

const STX = 0x02;
const ETX = 0x03;
const QUOTE = 0x22;
/** Longest answer worth keeping; beyond it the bytes are noise. */
const MAX_FRAME = 4096;

/** Reads a printer's answers from the byte stream, however it is cut; calls back with each. */
export const createReplyReader = (
  onReply: (reply: Reply) => void,
): ((chunk: Uint8Array) => void) => {
  let mode: 'between' | 'frame' | 'quoted' = 'between';
  let text = '';
  let lines: string[] = [];

  const endFrame = (): void => {
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
    if (mode === 'frame' && byte === STX) {
      text = '';
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
