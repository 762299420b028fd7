import { expect, test } from 'vitest';
import { drawFormat, createPowerUpSettings } from './draw.ts';
import { computeZb64Crc } from './graphic.ts';
import { encodeZb64 } from './testing.ts';

const rules = { headDots: 64, labelDots: 16, crc: 'checked' } as const;
const draw = (text: string) =>
  drawFormat(Buffer.from(text, 'latin1'), createPowerUpSettings(), rules);
const drawRows = (text: string): string[] => {
  const { bitmap } = draw(text);
  return Array.from({ length: bitmap.height }, (_, y) =>
    Array.from({ length: bitmap.width }, (_, x) => (bitmap.get(x, y) ? '#' : '.')).join(''),
  );
};

const picture = new Uint8Array([0xff, 0x01, 0x80, 0x0f]);
const drawn = ['########.......#', '#...........####'];

test.each([
  ['hexadecimal', '^GFA,8,4,2,FF01800F'],
  ['hexadecimal over lines', '^GFA,8,4,2,FF01\r\n800F\r\n'],
  ['binary', '^GFB,4,4,2,\xff\x01\x80\x0f'],
  ['B64', `^GFA,8,4,2,${encodeZb64('B64', picture)}`],
  ['Z64', `^GFA,8,4,2,${encodeZb64('Z64', picture)}`],
])('draws ^GF in %s', (_, graphic) => {
  expect(drawRows(`^PW16^LL2^FO0,0${graphic}^FS`)).toEqual(drawn);
});

test('binary graphics may hold carets', () => {
  const label = draw('^PW16^LL2^FO0,0^GFB,4,4,2,^XZ~^FS^FO0,0^FDafter^FS');
  expect(label.bitmap.blackDots()).toBe(5 + 3 + 4 + 6);
  expect(label.fields).toHaveLength(1);
});

test.each([
  ['counts of nibbles up to 19 and in twenties', '^GFA,8,20,10,gF', '#'.repeat(64)],
  ['a comma: the rest of the row is white', '^GFA,8,16,8,F,J8', `####${'.'.repeat(60)}`],
  ['an exclamation mark: the rest is black', '^GFA,8,8,8,0!', `....${'#'.repeat(60)}`],
])('knows %s', (_, graphic, first) => {
  expect(drawRows(`^PW64^LL2^FO0,0${graphic}^FS`)[0]).toBe(first);
});

test('a colon repeats the row before', () => {
  expect(drawRows('^PW16^LL3^FO0,0^GFA,8,6,2,F00F::^FS')).toEqual(
    Array(3).fill('####........####'),
  );
});

test('a comma after a whole row is a white row of its own', () => {
  expect(drawRows('^PW8^LL3^FO0,0^GFA,8,3,1,FF,FF^FS')).toEqual([
    '########',
    '........',
    '########',
  ]);
});

test('refuses a graphic whose CRC is wrong, unless told to draw it', () => {
  const graphic = encodeZb64('Z64', picture).replace(/....$/, 'ffff');
  const format = Buffer.from(`^PW16^LL2^FO0,0^GFA,8,4,2,${graphic}^FS`);
  const strict = drawFormat(format, createPowerUpSettings(), rules);
  expect(strict.defects).toEqual(['graphic CRC']);
  expect(strict.bitmap.blackDots()).toBe(0);
  const lax = drawFormat(format, createPowerUpSettings(), { ...rules, crc: 'ignored' });
  expect(lax.bitmap.blackDots()).toBeGreaterThan(0);
});

test('the CRC is CRC-16 of polynomial 1021 from zero', () => {
  expect(computeZb64Crc('123456789')).toBe('31c3');
});

test.each([
  ['more than its memory', '^GFA,8,9999999,8,FF', 'graphic too large'],
  ['rows of nothing', '^GFA,8,8,0,FF', 'graphic with bad parameters'],
  ['no parameters', '^GFA', 'graphic with bad parameters'],
  ['a broken stream', `^GFA,8,4,2,:Z64:AAAA:${computeZb64Crc('AAAA')}`, 'graphic does not inflate'],
  [
    'a bomb',
    `^GFA,8,4,2,${encodeZb64('Z64', new Uint8Array(1_000_000))}`,
    'graphic does not inflate',
  ],
])('survives a graphic of %s', (_, graphic, defect) => {
  expect(draw(`^FO0,0${graphic}^FS`).defects).toEqual([defect]);
});

test('^GB draws a frame, a line, and filled boxes; ^FR flips', () => {
  expect(drawRows('^PW5^LL4^FO0,0^GB5,4,1^FS')).toEqual(['#####', '#...#', '#...#', '#####']);
  expect(drawRows('^PW5^LL2^FO1,1^GB3,0,1^FS')).toEqual(['.....', '.###.']);
  expect(drawRows('^PW4^LL2^FO0,0^GB4,2,2^FS^FO1,0^FR^GB2,2,2^FS')).toEqual(['#..#', '#..#']);
});

test('clips what lies off the label without walking over it', () => {
  const label = draw('^PW8^LL2^FO0,0^GB99999999,99999999,1^FS^FO4,1^GFA,8,2,2,FFFF^FS');
  expect(label.bitmap.blackDots()).toBe(9 + 4);
});

test('^LL, ^PW, ^LH, ^JZ and ^PR stay for the next format; ^PQ does not', () => {
  const settings = createPowerUpSettings();
  drawFormat(Buffer.from('^PW24^LL9^LH1,2^JZN^PR4^PQ7,2,0,N^FO0,0^GB1,1,1^FS'), settings, rules);
  const next = drawFormat(Buffer.from('^FO1,1^GB1,1,1^FS'), settings, rules);
  expect(next.bitmap).toMatchObject({ width: 24, height: 9 });
  expect(next.bitmap.get(2, 3)).toBe(true);
  expect(next).toMatchObject({ reprint: false, inchesPerSecond: 4, quantity: 1, pauseEvery: 0 });
});

test('^JZ with a wrong parameter is ignored', () => {
  expect(draw('^JZN^JZQ^FDx^FS').reprint).toBe(false);
  expect(draw('^JZ^FDx^FS').reprint).toBe(true);
});

test('^FD text is listed in UTF-8, with its ^FH escapes read; ^FX is a comment', () => {
  const label = draw('^CI28^FX job 7^FO3,4^FH^FD_E6_A0_87_41^FS^FO0,0^FD_41^FS');
  expect(label.fields).toEqual([
    { x: 3, y: 4, data: '标A' },
    { x: 0, y: 0, data: '_41' },
  ]);
  expect(label.comments).toEqual(['job 7']);
});

test('a format that only sets things prints nothing', () => {
  expect(draw('^LL400^MD10^PR4').prints).toBe(false);
  expect(draw('^FO0,0^FDx^FS').prints).toBe(true);
});
