import type { Command } from '../../zpl/lexer.ts';
import { refuseAt } from '../label.ts';
import type { State } from './state.ts';

/** Where a byte takes the next one with it that could be a prefix, or there is none; -1 for nowhere. */
function findTorn(data: Uint8Array): number {
  for (let at = 0; at < data.length; at += 1) {
    if ((data[at] ?? 0) < 0x81) continue;
    const next = data[at + 1] ?? 0;
    if (next < 0x40 || next === 0x7e) return at;
    at += 1;
  }
  return -1;
}

/**
 * With two bytes a character a lead byte takes the next one with it, be it a caret: where the last one stands alone, no two
 * printers agree on where the text ends. @throws RawRefusal
 */
export function checkPairs(
  { encoding, settings }: Pick<State, 'encoding' | 'settings'>,
  command: Command,
): void {
  const { name, at, data } = command;
  if (encoding !== 'pairs') return;
  const torn = findTorn(data);
  if (torn >= 0) throw refuseAt(at, `${name} 里有半个汉字：^CI 说两个字节一个字`);
  if (!settings.has('^SE') && data.some((byte) => byte >= 0x80))
    throw refuseAt(at, `${name} 的编码表没有写：加上 ^SE`);
}

const isUtf8 = (data: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(data);
    return true;
  } catch {
    return false;
  }
};

/**
 * What to say of the encoding of text that says none: of UTF-8 that it is. @throws RawRefusal for any other: what a printer
 * was set up for is not known
 */
export function sayEncoding(texts: readonly Uint8Array[], from: number): string {
  const foreign = texts.filter((data) => data.some((byte) => byte >= 0x80));
  if (foreign.length === 0) return '';
  if (foreign.every(isUtf8)) return '^CI28';
  throw refuseAt(from, '文字是什么编码看不出来：加上 ^CI（UTF-8 是 ^CI28，GBK 是 ^CI26）');
}
