import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Bitmap, createBitmap } from '../raster/bitmap.ts';
import { bitmapToEscpos } from '../language/escpos-bytes.ts';
import { bitmapToTspl } from '../language/tspl-bytes.ts';
import { bitmapToZpl } from '../language/zpl-bytes.ts';
import { type RawLanguage, readRawLabel } from './raw.ts';
import { MAX_STOCK } from './testing.ts';
import { rounds } from '../../../../scripts/vitest/rounds.ts';

const toBytes = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'));
/** The error message; '' when the label is accepted. */
const readTrouble = (language: RawLanguage, bytes: Uint8Array): string => {
  const reading = readRawLabel(language, bytes, MAX_STOCK);
  return 'trouble' in reading ? reading.trouble : '';
};
const readZplTrouble = (text: string): string => readTrouble('zpl', toBytes(text));
const readTsplTrouble = (text: string): string => readTrouble('tspl', toBytes(text));
const readEscposTrouble = (text: string): string => readTrouble('escpos', toBytes(text));

/** A non-empty label, without two bytes that a printer of any language executes immediately. */
const createDots = (): Bitmap => {
  const bitmap = createBitmap(203, 160);
  for (let at = 0; at < bitmap.data.length; at += 1)
    bitmap.data[at] = at % 26 === 25 ? 0 : (at * 29) & 0xcc;
  return bitmap;
};

const OWN = {
  zpl: bitmapToZpl(createDots(), { darkness: 12, speed: 4, mediaGap: 'gap' }),
  tspl: bitmapToTspl(createDots(), { stock: { widthMm: 25, lengthMm: 20 } }),
  escpos: bitmapToEscpos(createDots(), { finishing: 'cut' }),
};

describe.each(['zpl', 'tspl', 'escpos'] as const)('a raw job in %s', (language) => {
  const readOwnTrouble = (bytes: Uint8Array): string => readTrouble(language, bytes);

  it('may be one of ours', () => {
    expect(readOwnTrouble(OWN[language])).toBe('');
  });

  it('is none when it is empty or twice one of ours', () => {
    expect(readOwnTrouble(new Uint8Array())).not.toBe('');
    const twice = Buffer.concat([OWN[language], OWN[language]]);
    expect(readOwnTrouble(twice)).toContain('一次只打印一张');
  });

  it('is looked at in linear time, whatever it is, and never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        expect(typeof readOwnTrouble(bytes)).toBe('string');
      }),
      { numRuns: rounds(2_000) },
    );
    const pieces = [
      '^XA',
      '^FD',
      '~',
      '^GFB,9,9,9,',
      'BITMAP 0,0,9,9,0,',
      '\x1dv0',
      '\x1b*',
      '\n',
      '\x1d8L',
    ];
    for (const piece of pieces) {
      const long = toBytes(piece.repeat(60_000));
      const before = performance.now();
      readOwnTrouble(long);
      // Far more than any machine needs, but far less than quadratic time takes.
      expect(performance.now() - before).toBeLessThan(5_000);
    }
  });
});

it.each([
  // The label is followed only by its line end; `PRINT 1` equals `PRINT 1,1`.
  ['zpl', OWN.zpl.length - 1],
  ['tspl', OWN.tspl.length - 4],
  // A stream cut after a full command is a shorter label; this cut is in the middle of the first
  // image.
  ['escpos', 12],
] as const)('%s of ours that was cut short is refused', (language, min) => {
  for (let end = 0; end < min; end += 1)
    expect([end, readTrouble(language, OWN[language].subarray(0, end))]).not.toEqual([end, '']);
});

describe('ZPL', () => {
  const FINE = '^XA^PW480^LL320^FO10,10^A0N,30^FD你好^FS^XZ';
  it.each([
    ['a label', FINE],
    [
      'what a designer writes in front',
      `CT~~CD,~CC^~CT~^XA~TA000~JSN^LT0^MNW^MTT^PON^PMN^LH0,0^JMA^PR6,6~SD15^JUS^LRN^CI27^PA0,1,1,0^XZ${FINE}`,
    ],
    ['a graphic kept and called', `~DGR:A.GRF,4,2,F00F8001\r\n^XA^FO0,0^XGR:A.GRF^FS^XZ`],
    ['a format kept and called', '^XA^DFR:F^FO1,1^FN1^FS^XZ^XA^XFR:F^FN1^FDx^FS^XZ'],
    ['binary dots', '^XA^FO0,0^GFB,4,4,2,^XZ~^FS^PQ1,0,1,Y^XZ\r\n'],
    ['a sign in text', '^XA^FO1,1^FD~5 kg^FS^XZ'],
    ['a comment', '^XA^FX ! U1 is no setting here^FS^FO1,1^GB9,9,9^FS^XZ'],
  ])('prints %s', (_, text) => {
    expect(readZplTrouble(text)).toBe('');
  });

  it.each([
    ['a format without an end', '^XA^FO1,1^FDx^FS', '没有配上 ^XZ'],
    ['another one behind the label', `${FINE}^XA^FDx`, '没有配上 ^XZ'],
    ['binary dots that are too few', '^XA^GFB,400,400,2,ab^FS^XZ', '比后面的内容长'],
    ['a download that is too short', `${FINE}~DYR:A,B,G,900,2,ab`, '比后面的内容长'],
    ['two labels', FINE + FINE, '要打印 2 张'],
    ['copies', '^XA^FDx^FS^PQ300^XZ', '要打印 300 张'],
    ['no label', '^XA^PW480^XZ', '没有要打印的标签'],
    ['no ZPL', 'SIZE 60 mm,40 mm\r\nPRINT 1\r\n', '没有要打印的标签'],
    ['a question', `~HS${FINE}`, '回话'],
    ['a question in text', '^XA^FDx~HSy^FS^XZ', '回话'],
    ['a question of a field', '^XA^FN1^FDx^FS^HV1^XZ', '回话'],
    ['a restart', `~JR${FINE}`, '~JR'],
    ['a restart in a comment', '^XA^FX ~JR^FS^FDx^FS^XZ', '~JR'],
    ['dumping what comes', `${FINE}~JD`, '~JD'],
    ['another sign', '^XA^CC!!FDx!FS!PQ90!XZ', '前缀'],
    ['another delimiter', `~CD;${FINE}`, '前缀或分隔符'],
    ['other units', '^XA^MUM^FDx^FS^XZ', '^MU'],
    ['other units, behind blanks', `^XA^MU${' '.repeat(200)}I^FDx^FS^XZ`, '^MU'],
    ['copies behind blanks', `^XA^FDx^FS^PQ${' '.repeat(200)}9^XZ`, '^PQ'],
    ['a picture that stays', '^XA^MCN^FDx^FS^XZ', '^MC'],
    ['the factory’s settings', '^XA^JUF^FDx^FS^XZ', '^JU'],
    ['a network', '^XA^NS1,1^FDx^FS^XZ', '^NS'],
    ['settings behind the label', `${FINE}\r\n! U1 setvar "a" "b"\r\n`, '! U'],
    ['settings in front of it', `{}{"a":"b"}${FINE}`, 'JSON'],
    ['a short code for a format', '\x02^FDx\x0f', '没有配上 ^XZ'],
  ])('refuses %s, and says where', (_, text, words) => {
    expect(readZplTrouble(text)).toContain(words);
  });
});

describe('TSPL', () => {
  const FINE =
    'SIZE 60 mm,40 mm\r\nGAP 2 mm,0\r\nCLS\r\nTEXT 10,10,"3",0,1,1,"a;b!"\r\nPRINT 1,1\r\n';
  it.each([
    ['a label', FINE],
    ['a label with other lines’ ends', FINE.replaceAll('\r\n', '\n')],
    ['dots', 'CLS\r\nBITMAP 0,0,2,2,0,\r\nAB\r\nPRINT 1'],
    ['how it is torn off', `SET TEAR ON\r\n${FINE}`],
  ])('prints %s', (_, text) => {
    expect(readTsplTrouble(text)).toBe('');
  });

  it.each([
    ['dots that are too few', 'CLS\nBITMAP 0,0,20,20,0,ab\nPRINT 1\n', '吞掉下一张'],
    ['packed dots', 'BITMAP 0,0,2,2,3,ab\nPRINT 1\n', '压缩'],
    ['copies', 'CLS\nPRINT 2,3\n', '要打印 6 张'],
    ['two labels', 'CLS\nPRINT 1\nCLS\nPRINT 1\n', '要打印 2 张'],
    ['no label', 'CLS\n', 'PRINT 1'],
    ['a program', 'DOWNLOAD "A.BAS"\nPRINT 1\n', 'DOWNLOAD'],
    ['a loop', 'FOR I=1 TO 9\nPRINT 1\n', 'FOR'],
    ['an answer', 'OUT "x"\nPRINT 1\n', '回话'],
    ['a question', 'CLS\n\x1b!?\nPRINT 1\n', 'ESC !'],
    ['a restart in dots', 'BITMAP 0,0,2,1,0,\x1b!\nPRINT 1\n', 'ESC !'],
    ['the printer’s settings', 'SET COM1 96,N,8,1\nPRINT 1\n', 'SET COM1'],
    ['a number that cannot be read', 'PRINT N\n', '读不懂'],
  ])('refuses %s, and says in which line', (_, text, words) => {
    expect(readTsplTrouble(text)).toContain(words);
  });
});

describe('ESC/POS', () => {
  it.each([
    ['text and a cut', '\x1b@\x1ba\x01hello\n\x1dV\x42\x00'],
    ['a code', '\x1dk\x49\x03{A1\n'],
    ['a code with an end', '\x1dk\x04ABC\x00'],
    ['an image', '\x1dv0\x00\x02\x00\x02\x00abcd'],
    ['column dots', '\x1b*\x21\x01\x00abc\n'],
    ['a QR code', '\x1d(k\x04\x001A2\x00\x1d(k\x06\x001P0abc\x1d(k\x03\x001Q0'],
    ['graphics', '\x1d(L\x0c\x000p0\x01\x011\x08\x00\x01\x00ab\x1d(L\x02\x0002'],
  ])('prints %s', (_, text) => {
    expect(readEscposTrouble(text)).toBe('');
  });

  it.each([
    ['an image without its dots', '\x1dv0\x00\x80\x00\xff\x0fab', '吞掉下一张'],
    ['graphics of four gigabytes', 'x\x1d8L\xff\xff\xff\xff0p', '吞掉下一张'],
    ['half a command', 'x\x1b', '1B'],
    ['a code without an end', '\x1dk\x04ABC', '1D 6B'],
    ['two cuts', 'a\x1dV\x00b\x1dV\x00', '切 2 次'],
    ['nothing', '\x1b@', '没有要打印'],
    ['a question', 'a\x10\x04\x01', '当场执行'],
    ['a question in dots', '\x1dv0\x00\x02\x00\x01\x00\x10\x04', '当场执行'],
    ['answers by itself', 'a\x1da\xff', '1D 61'],
    ['an echo', 'a\x1d(H\x06\x0000ABCD', '1D 28'],
    ['the drawer', 'a\x1bp\x00\x19\xfa', '1B 70'],
    ['a picture to keep', 'a\x1d(L\x0a\x000Cabcdefgh', '1D 28'],
    ['a printer that is switched away', 'a\x1b=\x00', '1B 3D'],
  ])('refuses %s, and says where', (_, text, words) => {
    expect(readEscposTrouble(text)).toContain(words);
  });
});
