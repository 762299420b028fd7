import { describe, expect, it } from 'vitest';
import { type RawLanguage, readRawLabel, readRawLabels } from './raw.ts';
import { MAX_STOCK, STARTS } from './testing.ts';

const toBytes = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'));
const toText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

/** What the printer gets, or the error message. */
const print = (language: RawLanguage, text: string): string => {
  const reading = readRawLabel(language, toBytes(text), MAX_STOCK);
  return 'trouble' in reading ? reading.trouble : toText(reading.bytes);
};
const printZpl = (text: string): string => print('zpl', text).replace(STARTS.zpl, '');
const printTspl = (text: string): string => print('tspl', text).replace(STARTS.tspl, '');
const printEscpos = (text: string): string => print('escpos', text);

const FIELD = '^FO1,1^FDx^FS';
const LABEL = `^XA${FIELD}^XZ`;

describe('what goes to a ZPL printer', () => {
  it('is written with carets and tildes, whatever prefix it came with', () => {
    expect(printZpl('\x1eXA\x1eFO1,1\x1eFDx\x1eFS\x1eXZ')).toBe(`^XA${FIELD}^XZ\r\n`);
    expect(printZpl('\x02^FO1,1^FDx\x0f\x03')).toBe(`^XA${FIELD}^XZ\r\n`);
    expect(printZpl('^xa^fo1,1^fdx^fs^xz')).toBe(`^XA${FIELD}^XZ\r\n`);
  });

  it.each([
    ['JR', '~JR'],
    ['JA', '~JA'],
    ['HS', '回话'],
    ['PP', '~PP'],
  ])('never has ~%s, with any prefix, before, in and behind a label', (name, words) => {
    for (const prefix of ['~', '\x10'])
      for (const place of [
        `${prefix}${name}${LABEL}`,
        `^XA${prefix}${name}${FIELD}^XZ`,
        `^XA^FO1,1^FDx${prefix}${name}^FS^XZ`,
        `^XA^FX a comment ${prefix}${name.toLowerCase()}^FS${FIELD}^XZ`,
        `${LABEL}${prefix}${name}`,
      ])
        expect(printZpl(place)).toContain(words);
  });

  it.each([
    ['a control byte in text', '^XA^FO1,1^FDa\x1db^FS^XZ', '控制字节 1D'],
    ['a control byte between labels', `\x00${LABEL}`, '不是 ZPL 命令'],
    ['a prefix parted from its command', '^XA^FO1,1^FDx~\r\nJR^FS^XZ', '~'],
    ['words between labels', `hello ${LABEL}`, '“hello'],
    ['an unknown command', `^XA^QQ1${FIELD}^XZ`, '^QQ'],
    ['a label begun in another', `^XA${FIELD}^XA${FIELD}^XZ`, '^XA'],
    ['UTF-16', `^XA^CI29${FIELD}^XZ`, '^CI29'],
    ['half a character of two bytes', '^XA^CI26^FO1,1^FD\xc4\xe3\xba^FS^XZ', '半个汉字'],
    ['bytes of no known encoding', '^XA^FO1,1^FD\xc4\xe3\xba^FS^XZ', '编码'],
    ['a setting among binary dots', '^XA^GFB,11,11,11,\r\n! U1 setv^FS^XZ', '! U'],
    ['a setting in lines among binary dots', '^XA^GFB,6,6,6,a! U\r\n^FS^XZ', '! U'],
    ['a setting in JSON in a picture', `~DYR:P,B,P,6,,{}{"a"${LABEL}`, '! U'],
    ['links between fonts', `^XA^FLE:A.TTF,E:B.TTF,1^FS${FIELD}^XZ`, '^FL'],
    ['dots that are more than were said', '^XA^GFB,2,2,1,abcd^FS^XZ', '说的长度比后面的内容短'],
    ['text among dots', '^XA^GFA,2,2,1,ab{^FS^XZ', '不是图形'],
    ['fields that begin elsewhere from now on', `^XA^FWN,1${FIELD}^XZ`, '^FW'],
    ['a shift off the label', `^XA^LS300${FIELD}^XZ`, '^LS'],
    ['a home off the label', `^XA^LH5,5^LS9${FIELD}^XZ`, '^LS'],
    ['a shift behind the fields', `^XA${FIELD}^LT20^XZ`, '^LT'],
    ['a format in flash memory', `^XA^DFE:F^FS${FIELD}^XZ${LABEL}`, 'E:'],
    ['a picture in flash memory', `~DYE:P,A,G,1,1,ff${LABEL}`, 'E:'],
    ['a graphic on a card', `~DGB:P.GRF,1,1,ff${LABEL}`, 'B:'],
    ['erasing flash memory', `^XA^IDE:*.*^FS^XZ${LABEL}`, 'E:'],
    ['a format that is not known', '^XA^XFE:F^FS^XZ', '^XF'],
    ['a font', `~DYR:F,B,T,2,,ab${LABEL}`, '不是图片'],
    ['a format kept for two copies', `^XA^DFR:F^FS${FIELD}^PQ2^XZ^XA^XFR:F^FS^XZ`, '要打印 2 张'],
    [
      'a stored format without copies of its own',
      `^XA^DFR:F^FS${FIELD}^XZ^XA^PQ3^XFR:F^FS^XZ`,
      '要打印 3 张',
    ],
    ['binary dots counted in two ways', '^XA^GFB,2,1,1,ab^FS^XZ', '大小'],
    ['binary dots of no rows', '^XA^GFB,2,2,0,ab^FS^XZ', '大小'],
    ['binary dots of half a row', '^XA^GFB,3,3,2,abc^FS^XZ', '大小'],
    ['dots of more than any label', '^XA^GFA,9999999,9999999,2,FF^FS^XZ', '大小'],
    ['a graphic of more than any label', `~DGR:A,9999999,2,FF${LABEL}`, '大小'],
    ['a picture of more than any label', `~DYR:A,A,G,9999999,2,FF${LABEL}`, '大小'],
    ['metres of paper', `^XA^MNN^LL32000${FIELD}^XZ`, '^LL'],
    [
      'a format that recalls others',
      `^XA^DFR:A0^FS${FIELD}^XZ^XA^DFR:A1^FS^XFR:A0^FS^XFR:A0^FS^XZ^XA^XFR:A1^FS^XZ`,
      '^DF 存的格式里不能有 ^XF',
    ],
    [
      'formats that double thirty times',
      `^XA^DFR:A0^FS${FIELD}^XZ${Array.from(
        { length: 29 },
        (_, n) => `^XA^DFR:A${n + 1}^FS^XFR:A${n}^FS^XFR:A${n}^FS^XZ`,
      ).join('')}^XA^XFR:A29^FS^XZ`,
      '^DF 存的格式里不能有 ^XF',
    ],
    [
      'a long format recalled a hundred times',
      `^XA^DFR:F^FS^FO1,1^FD${'x'.repeat(20_000)}^FS^XZ^XA${'^XFR:F^FS'.repeat(100)}^XZ`,
      '最多 1 MB',
    ],
    ['a format recalled twice', `^XA^DFR:F^FS${FIELD}^XZ^XA^XFR:F^FS^XZ^XA^XFR:F^FS^XZ`, '2 张'],
  ])('is nothing of %s', (_, text, words) => {
    expect(printZpl(text)).toContain(words);
  });

  it.each([
    '~SD30',
    '^MD10',
    '~TA100',
    '~JSA',
    '^JSB',
    '^MTT',
    '^MMC',
    '^ML400',
    '^MFN,N',
    '^SS1,2,3',
    '^XS1,2',
    '^MWY',
    '^MPE',
    '^RS8',
    '^JUS',
    '^JZY',
    '^CVY',
    '^EG',
    '~EG',
    '^PQ0',
    '^PQ1,1,0,Y',
    '^LS0',
    '^LT0',
    '^MUD',
    '^MCY',
    '^JMA',
    '^SZ2',
    '^CC^',
    '~DN',
    '^IDR:*.*',
    '^FX a comment',
  ])('has no %s, and its label all the same', (command) => {
    for (const text of [`^XA${command}${FIELD}^XZ`, `^XA${FIELD}${command}^XZ`])
      expect(printZpl(text)).toBe(`^XA${FIELD}^XZ\r\n`);
    expect(printZpl(`^XA${command}^XZ\r\n${LABEL}`)).toBe(`^XA${FIELD}^XZ\r\n`);
  });

  it('is the label a parcel service sends', () => {
    const stream =
      '^XA\r\n^LRN^MNY^MFN,N^LH10,12^MCY^POI^PW812^CI27\r\n^FO15,7^A0N,20,24^FVSENDER^FS\r\n^RS,,,3,N^PQ0^XZ\r\n^XA^EG^XZ';
    expect(printZpl(stream)).toBe(
      '^XA^LRN^MNY^LH10,12^POI^PW812^CI27^FO15,7^A0N,20,24^FVSENDER^FS^XZ\r\n',
    );
  });

  it('has nothing of the marks that label software writes around pages', () => {
    const marked = `<xpml><page quantity='0' pitch='50.7 mm'></xpml>^XA^MCY^XZ\r\n<xpml></page></xpml><xpml><page quantity='1' pitch='50.7\r\nmm'></xpml>${LABEL}\r\n<xpml></page></xpml><xpml><end/></xpml>`;
    expect(printZpl(marked)).toBe(`^XA${FIELD}^XZ\r\n`);
    expect(printZpl(marked.replace('<end/>', '<end>~JR'))).toContain('<xpml><end>');
  });

  it('is moved by the home where the stream moves the whole label', () => {
    expect(printZpl(`^XA^LH30,10^LS20^LT-5${FIELD}^XZ`)).toBe(
      `^XA^LH30,10^LH10,10^LH10,5${FIELD}^XZ\r\n`,
    );
    expect(printZpl(`^XA^LS20^LT-5^LH30,10${FIELD}^XZ`)).toBe(`^XA^LH10,5${FIELD}^XZ\r\n`);
  });

  it('has its second prefix where two stand together, and the default for an escape sign of a code', () => {
    expect(printZpl(`^XA^FO1,1^FDx^FS^^FO2,2^FDy^FS^XZ`)).toBe(
      '^XA^FO1,1^FDx^FS^FO2,2^FDy^FS^XZ\r\n',
    );
    expect(printZpl('^XA^FO1,1^BXN,7,200,0,0,1,~\r\n^FDx^FS^XZ')).toBe(
      '^XA^FO1,1^BXN,7,200,0,0,1,^FDx^FS^XZ\r\n',
    );
    expect(printZpl('^XA^FO1,1^BXN,7,200,0,0,1,~\r\nJR^FDx^FS^XZ')).toContain('~');
  });

  it('stores what it brings by names of our own, and says the extension of the command', () => {
    expect(printZpl('~DYR:A.TTF,A,G,2,1,FFFF\r\n^XA^FO1,1^XGR:A.GRF^FS^XZ')).toBe(
      '~DYR:YB0001,A,G,2,1,FFFF\r\n^XA^FO1,1^XGR:YB0001.GRF^FS^XZ\r\n^XA^IDR:YB0001.GRF^FS^XZ\r\n',
    );
    expect(printZpl('~DGR:A.ZPL,1,1,FF^XA^FO1,1^XGA^FS^XZ')).toContain('^IDR:YB0001.GRF^FS');
    expect(printZpl(`^XA^DFA.GRF^FS${FIELD}^XZ^XA^XFA^FS^XZ`)).toContain('^IDR:YB0001.ZPL^FS');
    // Two graphics with the same name, one after the other, in one label.
    expect(printZpl('~DGA,1,1,FF^XA^FO1,1^XGA^FS~DGA,1,1,00^FO1,1^XGA^FS^XZ')).toContain(
      '^FO1,1^XGR:YB0001.GRF^FS^FO1,1^XGR:YB0002.GRF^FS',
    );
    // A file stored in the printer is recalled by its own name.
    expect(printZpl('^XA^FO1,1^XGE:LOGO.ttf,1,1^FS^FO1,1^IMlogo.png^FS^XZ')).toBe(
      '^XA^FO1,1^XGE:LOGO.GRF,1,1^FS^FO1,1^IMLOGO.PNG^FS^XZ\r\n',
    );
  });

  it('is refused when it is far longer than the label of its configuration', () => {
    const stock = { ...MAX_STOCK, widthMm: 60, heightMm: 40, dpi: 203 } as const;
    const read = (length: string) =>
      readRawLabel('zpl', toBytes(`^XA^LL${length}${FIELD}^XZ`), stock);
    expect(read('1218')).toEqual({ trouble: expect.stringContaining('最多 880 点') });
    expect(read('880')).toEqual({ bytes: expect.any(Uint8Array) });
  });

  it('has no line ends in its data, behind which a setting could stand', () => {
    expect(printZpl('^XA^FO1,1^FDx\r\n! U1 setvar "a" "b"\r\n^FS^XZ')).toBe(
      '^XA^FO1,1^FDx! U1 setvar "a" "b"^FS^XZ\r\n',
    );
    expect(printZpl('^XA^FO1,1^GFA,2,2,1,F0\r\n! U1\r\n^FS^XZ')).toBe(
      '^XA^FO1,1^GFA,2,2,1,F0! U1^FS^XZ\r\n',
    );
  });

  it('says only the speed of printing, and the kind of media', () => {
    expect(printZpl(`^XA^PR6,8,2^MNM,12${FIELD}^XZ`)).toBe(`^XA^PR6^MNM${FIELD}^XZ\r\n`);
  });

  it('has nothing in the printer that outlasts it', () => {
    expect(printZpl(`~DGR:LOGO.GRF,2,1,F0\r\n0F\r\n^XA^FO0,0^XGR:LOGO.GRF,1,1^FS^XZ`)).toBe(
      '~DGR:YB0001.GRF,2,1,F00F\r\n^XA^FO0,0^XGR:YB0001.GRF,1,1^FS^XZ\r\n^XA^IDR:YB0001.GRF^FS^XZ\r\n',
    );
    expect(printZpl('^XA^DFF^FS^FO1,1^FN1^FS^XZ^XA^XFF^FS^FN1^FDx^FS^XZ')).toBe(
      '^XA^DFR:YB0001.ZPL^FS^FS^FO1,1^FN1^FS^XZ\r\n^XA^XFR:YB0001.ZPL^FS^FN1^FDx^FS^XZ\r\n^XA^IDR:YB0001.ZPL^FS^XZ\r\n',
    );
    // Stored but never used: it is not sent to the printer.
    expect(printZpl(`~DGR:LOGO.GRF,1,1,F0${LABEL}`)).toBe(`^XA${FIELD}^XZ\r\n`);
  });
});

describe('what goes to a TSPL printer', () => {
  const DRAWN = 'TEXT 1,1,"3",0,1,1,"x"\r\n';
  it.each([
    'SET HEAD OFF',
    'SET RIBBON OFF',
    'SET PEEL ON',
    'SET TEAR ON',
    'SET CUTTER 1',
    'SET GAP 3',
    'SET PRINTKEY ON',
    'SET REPRINT ON',
    'SHIFT 0',
    'OFFSET 3 mm',
    'DENSITY 15',
    'LIMITFEED 10',
    'COUNTRY 86',
    'SOUND 2,100',
  ])('has no %s, and its label all the same', (line) => {
    const bare = `\r\nSIZE 60 mm,40 mm\r\nCLS\r\n${DRAWN}PRINT 1,1\r\n`;
    expect(printTspl(`SIZE 60 mm,40 mm\n${line}\nCLS\n${DRAWN}PRINT 1\n`)).toBe(bare);
  });

  it.each([
    ['a shift', `SHIFT 20\n${DRAWN}PRINT 1\n`, 'SHIFT'],
    ['a control byte', `TEXT 1,1,"3",0,1,1,"\x1bx"\nPRINT 1\n`, '控制字节 1B'],
    ['another line than it seems', 'TEXT 1,1,"3",0,1,1,"x" : KILL "*"\nPRINT 1\n', '读不懂'],
    ['a function', 'TEXT 1,1,"3",0,1,1,CHR$(27)\nPRINT 1\n', '读不懂'],
    ['a counter', 'SET COUNTER @1 1\nPRINT 1\n', 'SET COUNTER'],
    ['dots and more behind them', 'BITMAP 0,0,1,1,0,xKILL "A"\nPRINT 1\n', 'BITMAP'],
    ['a mark that is none', `<xpml>KILL</xpml>${DRAWN}PRINT 1\n`, '<xpml>'],
    ['metres of paper', `SIZE 40 mm,25000 mm\n${DRAWN}PRINT 1\n`, 'SIZE'],
    ['metres of paper, in inches', `SIZE 2,100\n${DRAWN}PRINT 1\n`, 'SIZE'],
    ['metres of gaps', `GAP 25000 mm,0\n${DRAWN}PRINT 1\n`, 'GAP'],
    ['a size that is none', `SIZE A$\n${DRAWN}PRINT 1\n`, 'SIZE'],
  ])('is nothing of %s', (_, text, words) => {
    expect(printTspl(text)).toContain(words);
  });

  it('has nothing of the marks that label software writes around pages', () => {
    const marked = `<xpml><page quantity='0' pitch='30.0 mm'></xpml>SIZE 57.5 mm, 30 mm\r\n<xpml></page></xpml><xpml><page quantity='1' pitch='30.0 mm'></xpml>SET TEAR ON\r\nCLS\r\n${DRAWN}PRINT 1,1\r\n<xpml></page></xpml><xpml><end/></xpml>`;
    expect(printTspl(marked)).toBe(`\r\nSIZE 57.5 mm, 30 mm\r\nCLS\r\n${DRAWN}PRINT 1,1\r\n`);
  });

  it('begins with an empty image, whatever was printed before', () => {
    expect(printTspl(`${DRAWN}PRINT 1\n`)).toBe(`\r\nCLS\r\n${DRAWN}PRINT 1,1\r\n`);
  });
});

describe('what goes to an ESC/POS printer', () => {
  it.each([
    ['a form feed at its end', 'a\n\x0c'],
    ['a form feed and a cut behind it', 'a\n\x0c\x1dV\x00'],
    ['a page of page mode and a cut', '\x1bLa\x0c\x1dV\x00'],
    [
      'codes of all symbologies',
      '\x1dkA\x0b01234567890\x1dk\x024006381333931\x00\x1dk\x034006381\x00\x1dkE\x04A-1 \x1dkF\x041234\x1dkG\x03A1B\x1dkH\x02a1\x1dkI\x06{C\x0c{Ba\n',
    ],
    ['an area of page mode', '\x1bL\x1bW\x00\x00\x00\x00\x40\x02\x90\x01a\x0c'],
  ])('may be %s', (_, text) => {
    expect(printEscpos(text)).toBe(`\x1b@${text}`);
  });
  it('begins as when it is switched on, and sets no density', () => {
    expect(printEscpos('a\n\x1d(K\x02\x001\x06b\n\x1dV\x00')).toBe('\x1b@a\nb\n\x1dV\x00');
  });
  it.each([
    ['a question about a code', 'a\x1d(k\x03\x001R0', '1D 28'],
    ['where paper is cut from now on', 'a\x1dVg\x00', '1D 56'],
    ['a control byte', 'a\x7f', '7F'],
    ['a cut in page mode', '\x1bLa\x1dV\x00', '页模式'],
    ['a page that does not end', 'a\x1bLb', '页模式'],
    ['a maker’s own setup', '\x1f\x1b\x1f\x53a', '1F'],
    ['dots of no width', 'a\x1dv0\x00\x00\x00\x01\x00', '1D 76'],
    [
      'dots of more rows than there may be',
      `a\x1dv0\x00\x01\x00\x00\x10${'x'.repeat(4_096)}`,
      '1D 76',
    ],
    ['no columns', 'a\x1b*\x00\x00\x00', '1B 2A'],
    ['tabs that do not ascend', 'a\x1bD\x20\x1dV\x01\x00', '1B 44'],
    ['a UPC-A of five digits', 'a\x1dkA\x0512345', '1D 6B'],
    ['a UPC-A with a command in it', 'a\x1dk\x00\x1bp\x00', '1D 6B'],
    ['an EAN-13 of letters', 'a\x1dk\x02ABCDEFGHIJKL\x00', '1D 6B'],
    ['half a pair in ITF', 'a\x1dkF\x03123', '1D 6B'],
    ['a Code 39 in small letters', 'a\x1dkE\x02ab', '1D 6B'],
    ['a Code 128 without a code set', 'a\x1dkI\x04abcd', '1D 6B'],
    ['a Code 128 with a command in set B', 'a\x1dkI\x05{B\x1dV\x01', '1D 6B'],
    ['a code of a later model', 'a\x1dkJ\x040112', '1D 6B'],
    ['a picture that has no number', 'a\x1cp\x00\x00', '1C 70'],
    ['an area off the paper', 'a\x1bL\x1bW\xff\xff\x00\x00\x01\x00\x01\x00b\x0c', '1B 57'],
    [
      'an area whose bytes are a command',
      'a\x1bL\x1bW\x00\x00\x00\x00\x1d\x01\x01\x00b\x0c',
      '1B 57',
    ],
    ['a two-dimensional code of one byte', 'a\x1d(k\x01\x001', '1D 28'],
    ['an alignment that is a form feed', 'a\x1ba\x0c', '1B 61'],
    ['three form feeds', 'a\x0cb\x0cc\x0c', '切 3 次'],
    ['a form feed and more', 'a\x0cb\n\x1dV\x00', '切 2 次'],
    ['a page and a form feed', '\x1bLa\x0cb\x0cc\n', '切 2 次'],
  ])('is nothing of %s', (_, text, words) => {
    expect(printEscpos(text)).toContain(words);
  });
});

const GRAPHICS = '\x1d(L\x0c\x000p0\x01\x011\x08\x00\x01\x00ab';
const CODE = '\x1d(k\x06\x001P0abc';

describe('what an ESC/POS printer holds back', () => {
  it.each([
    ['text behind the last line end', 'a\nhello', 'a\nhello\n'],
    ['column dots', '\x1b*\x21\x01\x00abc', '\x1b*\x21\x01\x00abc\n'],
    ['a counter', '\x1dc', '\x1dc\n'],
    ['text in front of a cut', 'hello\x1dV\x00', 'hello\n\x1dV\x00'],
    ['text in front of a cut of an older kind', 'hello\x1bi', 'hello\n\x1bi'],
    ['a position in front of a cut', 'a\n\t\x1dV\x00', 'a\n\t\n\x1dV\x00'],
    ['text in front of a form feed', 'hello\x0c', 'hello\x1bJ\x00\x0c'],
    [
      'text in front of a picture',
      'a\x1dv0\x00\x01\x00\x01\x00b',
      'a\n\x1dv0\x00\x01\x00\x01\x00b',
    ],
    ['text in front of graphics', `a${GRAPHICS}\x1d(L\x02\x0002`, `a\n${GRAPHICS}\x1d(L\x02\x0002`],
    ['text in front of a bar code', 'a\x1dkI\x06{A\x1dV\x00 ', 'a\n\x1dkI\x06{A\x1dV\x00 '],
    [
      'text in front of a code of two dimensions',
      `a${CODE}\x1d(k\x03\x001Q0`,
      `a${CODE}\n\x1d(k\x03\x001Q0`,
    ],
    ['text in front of a page', 'a\x1bLb\x0c', 'a\n\x1bLb\x0c'],
  ])('is printed: %s', (_, text, printed) => {
    expect(printEscpos(text)).toBe(`\x1b@${printed}`);
  });

  it.each([
    'a\n',
    'a\r\n',
    'a\x1bd\x03',
    'a\x1bJ\x20\x1dV\x00',
    'a\n\x1b@',
    'a\n\t',
    '\x1b$\x08\x00\x1dv0\x00\x01\x00\x01\x00b',
    '\x1bLa\x1b$\x08\x00\n\x1dv0\x00\x01\x00\x01\x00b\x0c',
    `${CODE}\x1d(k\x03\x001Q0`.repeat(2),
  ])('stays as it came where it is printed: %j', (text) => {
    expect(printEscpos(text)).toBe(`\x1b@${text}`);
  });

  it.each([
    ['graphics that are not printed', `a\n${GRAPHICS}`, '功能 50'],
    ['nothing but graphics that are not printed', GRAPHICS, '功能 50'],
    [
      'large graphics that are not printed',
      '\x1d8L\x0c\x00\x00\x000p0\x01\x011\x08\x00\x01\x00ab',
      '功能 50',
    ],
    ['graphics in columns that are not printed', GRAPHICS.replace('0p0', '0q0'), '功能 50'],
    [
      'graphics that are printed behind the cut',
      `a\n${GRAPHICS}\x1dV\x00\x1d(L\x02\x0002`,
      '功能 50',
    ],
    ['graphics that a reset takes away', `${GRAPHICS}\x1b@a\n`, '功能 50'],
    ['a code that is not printed', `a\n${CODE}`, '功能 81'],
    ['a code that is printed and not stored', 'a\n\x1d(k\x03\x001Q0', '功能 80'],
    ['a code of another symbology than was stored', `${CODE}\x1d(k\x03\x000Q0`, '功能 80'],
    ['a downloaded picture, which the beginning takes away', 'a\n\x1d/\x00', '1D 2F'],
    ['a cut alone', '\x1dV\x00', '没有要打印的内容'],
    ['fed paper and a cut', '\n\x1bd\x03\x1dV\x00', '没有要打印的内容'],
    ['text that a reset takes away', 'hello\x1b@', '没有要打印的内容'],
    ['text that is taken out of its line', 'hello\x1dT\x00', '没有要打印的内容'],
    ['a page that is thrown away', '\x1bLhello\x1bS', '没有要打印的内容'],
    ['a page of nothing', '\x1bL\x0c\x1dV\x00', '没有要打印的内容'],
  ])('is refused where nothing prints it: %s', (_, text, words) => {
    expect(printEscpos(text)).toContain(words);
  });
});

describe('a stream of several labels', () => {
  const readLabels = (language: RawLanguage, text: string) =>
    [...readRawLabels(language, toBytes(text), MAX_STOCK)].map(({ buildBytes, ...label }) => ({
      ...label,
      bytes: toText(buildBytes()).replace(STARTS[language], ''),
    }));

  it('is read one by one in ZPL, each with what it inherits', () => {
    const stream = '^XA^PW400^BY3^XZ^XA^FO1,1^BY2^FDa^FS^PQ2^XZ\n^XA^FO1,1^FDb^FS^XZ';
    expect(readLabels('zpl', stream)).toEqual([
      {
        from: 16,
        to: 43,
        copies: 2,
        inherited: ['^PW400', '^BY3'],
        bytes: '^XA^PW400^BY3^FO1,1^BY2^FDa^FS^XZ\r\n',
      },
      {
        from: 44,
        to: 63,
        copies: 1,
        inherited: ['^PW400', '^BY2'],
        bytes: '^XA^PW400^BY2^FO1,1^FDb^FS^XZ\r\n',
      },
    ]);
  });

  it('inherits a parameter from where it was said last', () => {
    const stream =
      '^XA^BY3,2,50^CF0,40,30^XZ^XA^BY2^CF,60^XZ^XA^DFR:F^FS^BY,,70^FN1^FS^XZ^XA^FO1,1^BY4^FDa^FS^XZ' +
      '^XA^XFR:F^FS^FN1^FDb^FS^XZ^XA^FO1,1^FDc^FS^XZ';
    expect(readLabels('zpl', stream).map(({ inherited }) => inherited)).toEqual([
      ['^BY2,2,50', '^CF0,60,30'],
      ['^CF0,60,30', '^BY4,2,50'],
      ['^CF0,60,30', '^BY4,2,70'],
    ]);
  });

  it('inherits from a format kept in the printer only once that is recalled', () => {
    const stream =
      '^XA^DFR:F^FS^BY4^FO1,1^FN1^FS^XZ^XA^FO1,1^FDa^FS^XZ^XA^XFR:F^FS^FN1^FDb^FS^XZ^XA^FO1,1^FDc^FS^XZ';
    expect(readLabels('zpl', stream).map(({ inherited }) => inherited)).toEqual([[], [], ['^BY4']]);
  });

  it('is read one by one in TSPL, the image with it that was not cleared', () => {
    const stream =
      'SIZE 40 mm,30 mm\nCLS\nBAR 1,1,9,9\nPRINT 1\nBAR 2,2,9,9\nPRINT 2,3\nCLS\nPRINT 1\n';
    const head = '\r\nSIZE 40 mm,30 mm\r\nCLS\r\n';
    expect(readLabels('tspl', stream).map(({ copies, bytes }) => [copies, bytes])).toEqual([
      [1, `${head}BAR 1,1,9,9\r\nPRINT 1,1\r\n`],
      [6, `${head}BAR 1,1,9,9\r\nBAR 2,2,9,9\r\nPRINT 1,1\r\n`],
      [1, `${head}PRINT 1,1\r\n`],
    ]);
  });

  it('is read one by one in ESC/POS, up to a cut each', () => {
    const stream = '\x1ba\x01a\n\x1dV\x00b\n\x1b@c\n\x1dV\x00d';
    expect(readLabels('escpos', stream).map(({ bytes }) => bytes)).toEqual([
      '\x1b@\x1ba\x01a\n\x1dV\x00',
      '\x1b@\x1ba\x01b\n\x1b@c\n\x1dV\x00',
      '\x1b@d\n',
    ]);
  });
});
