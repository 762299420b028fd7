import { describe, expect, it } from 'vitest';
import { type RawStock, readRawLabel, readRawLabels } from '../raw.ts';

/** Limits on this stock: 140 mm of blank paper plus half the printed length, 2 m in total. */
const STOCK: RawStock = {
  widthMm: 80,
  heightMm: 60,
  dpi: 203,
  media: 'continuous',
  gapMm: 0,
  speed: 1,
};

const read = (text: string): string => {
  const reading = readRawLabel('escpos', Buffer.from(text, 'latin1'), STOCK);
  return 'trouble' in reading ? reading.trouble : '';
};

const writeRaster = (rows: number, mode = '\x00'): string =>
  `\x1dv0${mode}\x01\x00${String.fromCharCode(rows & 255, rows >> 8)}${'x'.repeat(rows)}`;
const writeStored = (rows: number, times: number): string => {
  const head = `\x30\x70\x30\x01${String.fromCharCode(times)}\x31\x08\x00`;
  const data = `${head}${String.fromCharCode(rows & 255, rows >> 8)}${'x'.repeat(rows)}`;
  return `\x1d(L${String.fromCharCode(data.length & 255, data.length >> 8)}${data}\x1d(L\x02\x00\x302`;
};
const writeLine = (characters: number): string => `${'x'.repeat(characters)}\n`;
/** A 2D code: its module size, its data, and the print command. */
const QR = '\x1d(k\x03\x001C\x04\x1d(k\x06\x001P0abc\x1d(k\x03\x001Q0';

describe('a label of ESC/POS', () => {
  it.each([
    ['a receipt of a hundred lines', `${writeLine(48).repeat(100)}\n\n\n\n\n\x1dV\x42\x60`],
    ['one of four hundred lines', `${writeLine(48).repeat(40)}\n`.repeat(10)],
    ['one with many parts', `${writeLine(30).repeat(5)}\n\n`.repeat(60)],
    ['one in the small font', `\x1bM\x01${writeLine(64).repeat(100)}`],
    ['one with columns', 'tea\x1b$\x40\x01 2\x1b$\xc0\x01 9.00\n'.repeat(100)],
    ['one with line ends of two bytes', 'x\r\n'.repeat(100)],
    ['one of dots', writeRaster(3_000)],
    ['one with codes', `${QR}\n${'\x1dh\x50\x1dkA\x0b01234567890\n'.repeat(5)}`],
    ['a page of page mode', '\x1bL\x1bW\x00\x00\x00\x00\x40\x02\x90\x01a\n\n\nb\x0c'],
    ['many blank lines in page mode', `\x1bL${'\n'.repeat(500)}a\x0c`],
    ['blank lines that are close', `\x1b3\x01${'\n'.repeat(500)}a`],
    ['a cut behind most of a feed', `a\n${'\x1bJ\xff'.repeat(3)}\x1dV\x42\x00`],
  ])('may be %s', (_, text) => {
    expect(read(text)).toBe('');
  });

  it.each([
    ['ESC J', `a\n${'\x1bJ\xff'.repeat(4)}`, '空走的纸'],
    ['ESC d', 'a\n\x1bd\xff', '空走的纸'],
    ['ESC K and e', `a\n${'\x1bK\xff\x1be\x05'.repeat(3)}`, '空走的纸'],
    ['blank lines', `a${'\n'.repeat(40)}`, '空走的纸'],
    ['lines of blanks', `a\n${'  \n'.repeat(40)}`, '空走的纸'],
    ['line ends of one byte', `a${'\r'.repeat(40)}`, '空走的纸'],
    ['a large unit', 'a\n\x1dP\x00\x01\x1bJ\x09', '空走的纸'],
    ['lines of a large unit', 'a\n\x1dP\x00\x0a\x1b3\xff\n\n\x1b@b', '空走的纸'],
    ['a cut that feeds', 'a\n\x1dP\x00\x0a\x1dV\x42\xff', '空走的纸'],
    ['lines of text', writeLine(8).repeat(480), '走的纸太长'],
    ['text without a line end', 'x'.repeat(26_000), '走的纸太长'],
    ['text in a narrow column', `\x1dW\x01\x00${'x'.repeat(480)}`, '走的纸太长'],
    ['text behind a wide margin', `\x1dL\xff\x7f${'x'.repeat(480)}`, '走的纸太长'],
    ['text far from each other', `\x1b \xff${'x'.repeat(2_000)}`, '走的纸太长'],
    ['text at the right edge', '\x1b$\x70\x02xy'.repeat(480), '走的纸太长'],
    ['large text', `\x1d!\x07${writeLine(8).repeat(80)}`, '走的纸太长'],
    ['large text in a line that ends small', '\x1d!\x07x\x1d!\x00\n'.repeat(80), '走的纸太长'],
    ['dots', writeRaster(3_600).repeat(4), '走的纸太长'],
    ['dots of double height', writeRaster(1_800, '\x02').repeat(4), '走的纸太长'],
    ['stored dots', writeStored(1_800, 2).repeat(4), '走的纸太长'],
    [
      'dots stored in columns',
      writeStored(1_800, 2).replaceAll('0p0', '0q0').repeat(4),
      '走的纸太长',
    ],
    ['bar codes', `\x1dh\xff${'\x1dkA\x0b01234567890'.repeat(48)}`, '走的纸太长'],
    ['codes of two dimensions', QR.repeat(26), '走的纸太长'],
    ['pictures of the printer', '\x1cp\x01\x00'.repeat(51), '走的纸太长'],
    [
      'a page of page mode',
      '\x1bL\x1bW\x00\x00\x00\x00\x40\x02\xff\x0da\x0c'.repeat(4),
      '走的纸太长',
    ],
    ['pages of page mode', '\x1bLa\x0c'.repeat(17), '走的纸太长'],
  ])('is bounded where it feeds by %s', (_, text, words) => {
    expect(read(text)).toContain(words);
    expect(read(text)).toMatch(/^第 \d+ 个字节：.* mm$/);
  });

  it('is bounded by itself, others of its stream go by themselves', () => {
    const stream = Buffer.from(`${writeLine(8).repeat(300)}\x1dV\x00`.repeat(5), 'latin1');
    expect([...readRawLabels('escpos', stream, STOCK)]).toHaveLength(5);
  });
});
