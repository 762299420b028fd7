import type { Command } from '../../zpl/lexer.ts';
import { createRefusalAtByte } from '../label.ts';
import type { State } from './state.ts';

/**
 * Index of a lead byte that consumes a possible prefix, or is the last byte; -1 when there is none.
 */
function findUnpairedLeadByte(data: Uint8Array): number {
  for (let at = 0; at < data.length; at += 1) {
    if ((data[at] ?? 0) < 0x81) continue;
    const next = data[at + 1] ?? 0;
    if (next < 0x40 || next === 0x7e) return at;
    at += 1;
  }
  return -1;
}

/**
 * In double-byte encodings a lead byte consumes the next byte, even a caret. With an unpaired lead
 * byte at the end, printers disagree on where the text ends. @throws RawRefusal
 */
export function checkDoubleByteText(
  { encoding, settings }: Pick<State, 'encoding' | 'settings'>,
  command: Command,
): void {
  const { name, at, data } = command;
  if (encoding !== 'pairs') return;
  const unpairedByte = findUnpairedLeadByte(data);
  if (unpairedByte >= 0)
    throw createRefusalAtByte(at, `${name} 里有半个汉字：^CI 说两个字节一个字`);
  if (!settings.has('^SE') && data.some((byte) => byte >= 0x80))
    throw createRefusalAtByte(at, `${name} 的编码表没有写：加上 ^SE`);
}

const isValidUtf8 = (data: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(data);
    return true;
  } catch {
    return false;
  }
};

/**
 * Encoding command for texts without one: `^CI28` for UTF-8. @throws RawRefusal for any other
 * non-ASCII text, because the printer's setting is unknown
 */
export function buildEncodingCommand(texts: readonly Uint8Array[], from: number): string {
  const foreign = texts.filter((data) => data.some((byte) => byte >= 0x80));
  if (foreign.length === 0) return '';
  if (foreign.every(isValidUtf8)) return '^CI28';
  throw createRefusalAtByte(
    from,
    '文字是什么编码看不出来：加上 ^CI（UTF-8 是 ^CI28，GBK 是 ^CI26）',
  );
}
