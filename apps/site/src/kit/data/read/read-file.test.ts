import { strToU8, zipSync, type Zippable } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readFileTable } from './read-file.ts';

const ROOM = { rows: 10_001, columns: 60 };
const read = (bytes: Uint8Array, sheet = 0) =>
  readFileTable(bytes, sheet, ROOM, { rank: () => [] });

type Book = {
  rows: string;
  after?: string;
  texts?: string[];
  formats?: string[];
  more?: Zippable;
  is1904?: boolean;
};

/** Builds a workbook in Excel's layout. Cell styles are numbered in the order of `formats`. */
const getBook = ({ rows, after = '', texts = [], formats = [], more = {}, is1904 }: Book) =>
  zipSync({
    'xl/workbook.xml': strToU8(
      `<?xml version="1.0"?><workbook xmlns:r="r"><workbookPr date1904="${is1904 ? 1 : 0}"/><sheets>
<sheet name="藏着的" sheetId="3" state="hidden" r:id="rId3"/><sheet name="到货 &amp; 入库" sheetId="1" r:id="rId1"/>
<sheet name="第二张" sheetId="2" r:id="rId2"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/>
<Relationship Target="/xl/worksheets/sheet2.xml" Id="rId2"/><Relationship Id="rId3" Target="worksheets/sheet3.xml"/></Relationships>`,
    ),
    'xl/styles.xml': strToU8(
      `<styleSheet><numFmts>${formats.map((code, n) => `<numFmt numFmtId="${164 + n}" formatCode="${code.replaceAll('"', '&quot;')}"/>`).join('')}</numFmts>
<cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats.map((_, n) => `<xf numFmtId="${164 + n}"/>`).join('')}<xf numFmtId="14"/></cellXfs></styleSheet>`,
    ),
    'xl/sharedStrings.xml': strToU8(
      `<sst>${texts.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    ),
    'xl/worksheets/sheet1.xml': strToU8(
      `<worksheet><sheetData>${rows}</sheetData>${after}</worksheet>`,
    ),
    'xl/worksheets/sheet2.xml': strToU8(
      '<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>另一张</t></is></c></row></sheetData></worksheet>',
    ),
    'xl/worksheets/sheet3.xml': strToU8('<worksheet><sheetData/></worksheet>'),
    ...more,
  });

const buildCell = (at: string, value: string, look = 0): string =>
  `<c r="${at}" s="${look}"><v>${value}</v></c>`;

describe('an Excel workbook', () => {
  it('keeps text, numbers whole and dates as they are shown', () => {
    const formats = ['00000', 'yyyy"年"m"月"d"日"', '"¥"#,##0.00', '0.0%', '@', '000-0000-0000'];
    const { cells } = read(
      getBook({
        formats,
        texts: ['<t>0012</t>', '<r><t>红富士</t></r><r><t xml:space="preserve"> 苹果</t></r>'],
        rows: `<row r="1">
<c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c>${buildCell('C1', '12', 1)}${buildCell('D1', '46349', 2)}
${buildCell('E1', '1234.5', 3)}${buildCell('F1', '0.256', 4)}${buildCell('G1', '6901234567892', 5)}
${buildCell('H1', '13812345678', 6)}${buildCell('I1', '1.2345678901234E+17')}${buildCell('J1', '49.899999999999999')}
${buildCell('K1', '46349', 7)}<c r="L1" t="b"><v>1</v></c></row>`,
      }),
    );
    expect(cells).toEqual([
      [
        '0012',
        '红富士 苹果',
        '00012',
        '2026年11月23日',
        '¥1,234.50',
        '25.6%',
        '6901234567892',
        '138-1234-5678',
        '123456789012340000',
        '49.9',
        '2026/11/23',
        'TRUE',
      ],
    ]);
  });

  it('counts days from 1904 where the workbook does', () => {
    const { cells } = read(
      getBook({ is1904: true, rows: `<row r="1">${buildCell('A1', '44887', 1)}</row>` }),
    );
    expect(cells).toEqual([['2026/11/23']]);
  });

  it('takes the stored results of formulas, and counts those without one', () => {
    const table = read(
      getBook({
        rows: `<row r="1"><c r="A1" t="str"><f>B1&amp;"箱"</f><v>3箱</v></c><c r="B1"><f>1+2</f><v>3</v></c>
<c r="C1"><f>NOW()</f></c><c r="D1" t="e"><v>#N/A</v></c></row>`,
      }),
    );
    expect(table.cells).toEqual([['3箱', '3', '', '#N/A']]);
    expect(table.unworked).toBe(1);
  });

  it('fills cells merged downwards, and nothing to the side', () => {
    const { cells } = read(
      getBook({
        rows: `<row r="2">${buildCell('A2', '1')}${buildCell('B2', '7')}</row><row r="3">${buildCell('B3', '8')}</row><row r="4">${buildCell('B4', '9')}</row>`,
        after: '<mergeCells><mergeCell ref="A2:A3"/><mergeCell ref="B4:C4"/></mergeCells>',
      }),
    );
    expect(cells).toEqual([
      ['1', '7'],
      ['1', '8'],
      ['', '9'],
    ]);
  });

  it('looks at no more of a place of merged cells than a place can be', () => {
    const { cells } = read(
      getBook({
        rows: `<row r="1">${buildCell('A1', '1')}</row><row r="2">${buildCell('B2', '7')}</row>`,
        after: `<mergeCells><mergeCell ref="A1:A${'9'.repeat(2_000_000)}2"/></mergeCells>`,
      }),
    );
    expect(cells.map((row) => row.at(-1))).toEqual(['1', '7']);
  });

  it('offers the sheets that are not hidden, and reads the one that is chosen', () => {
    const book = getBook({ rows: `<row>${buildCell('A1', '1')}</row>` });
    expect(read(book)).toMatchObject({ sheets: ['到货 & 入库', '第二张'], sheet: 0 });
    expect(read(book, 1)).toMatchObject({ cells: [['另一张']], sheet: 1 });
  });

  it('leaves empty rows out, and puts cells without a place one after the other', () => {
    const { cells } = read(
      getBook({
        rows: '<row r="1"/><row r="5"><c><v>1</v></c><c><v>2</v></c></row><row r="9"><c t="inlineStr"><is><t> </t></is></c></row>',
      }),
    );
    expect(cells).toEqual([['1', '2']]);
  });

  it('stops at the rows and columns there is room for, and says that there are more', () => {
    const wide = Array.from({ length: 100 }, (_, n) => `<c><v>${n}</v></c>`).join('');
    const rows = Array.from({ length: 10_050 }, (_, n) => `<row r="${n + 1}">${wide}</row>`);
    const table = read(getBook({ rows: rows.join('') }));
    expect(table.cells).toHaveLength(10_001);
    expect(table.cells[0]).toHaveLength(60);
    expect(table).toMatchObject({ width: 100, hasMore: true });
  });

  it('takes of a cell what Excel has room for, whatever its kind', () => {
    const long = 'y'.repeat(50_000);
    const { cells } = read(
      getBook({
        texts: [`<t>${long}</t>`],
        rows: `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="str"><v>${long}</v></c></row>`,
      }),
    );
    expect(cells[0]?.map((text) => text.length)).toEqual([32_767, 32_767]);
  });

  it('says how many cells have no value, or a text that is not in the file', () => {
    const table = read(
      getBook({
        texts: ['<t>在</t>'],
        rows: '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>7</v></c><c r="C1"><v>x</v></c></row>',
      }),
    );
    expect(table.cells).toEqual([['在']]);
    expect(table.lost).toBe(2);
  });
});

describe('a workbook that is none', () => {
  const createNastyBook = (at: string, bytes: Uint8Array): Book => ({
    rows: '',
    more: { [at]: bytes },
  });
  const getReadError = (bytes: Uint8Array): string => {
    try {
      read(bytes);
      return '';
    } catch (error) {
      return error instanceof Error && error.name === 'FileError' ? error.message : String(error);
    }
  };

  it('is refused for what it says it unpacks to, before anything is unpacked', () => {
    const bytes = getBook({ rows: `<row>${buildCell('A1', '1')}</row>` });
    const view = new DataView(bytes.buffer);
    // The ZIP directory entry of the first sheet declares 1 GB.
    const name = strToU8('xl/worksheets/sheet1.xml');
    for (let at = 0; at < bytes.length - 46; at += 1)
      if (
        view.getUint32(at, true) === 0x02014b50 &&
        name.every((byte, n) => bytes[at + 46 + n] === byte)
      )
        view.setUint32(at + 24, 1_000_000_000, true);
    expect(getReadError(bytes)).toBe('表格展开后超过 256 MB，太大了，分成几个文件再打开');
  });

  it('is refused for what it turns out to unpack to', () => {
    const bomb = getBook(createNastyBook('xl/styles.xml', new Uint8Array(20_000_000).fill(32)));
    const view = new DataView(bomb.buffer);
    for (let at = 0; at < bomb.length - 46; at += 1)
      if (view.getUint32(at, true) === 0x02014b50 && view.getUint32(at + 24, true) === 20_000_000)
        view.setUint32(at + 24, 10, true);
    expect(getReadError(bomb)).toBe('表格展开后超过 16 MB，太大了，分成几个文件再打开');
  });

  it('is refused when it has more sheets than anyone chooses from', () => {
    const sheets = '<sheet name="一" sheetId="1" r:id="rId1"/>'.repeat(1_001);
    const book = strToU8(`<workbook xmlns:r="r"><sheets>${sheets}</sheets></workbook>`);
    expect(getReadError(getBook(createNastyBook('xl/workbook.xml', book)))).toBe(
      '工作表太多，分成几个文件再打开',
    );
  });

  it('is refused when it is cut, at whatever byte', () => {
    const book = getBook({ rows: `<row>${buildCell('A1', '1')}</row>` });
    for (let length = 4; length < book.length; length += 41)
      expect(getReadError(book.subarray(0, length)), String(length)).not.toBe('');
  });

  it('is refused when bytes within it are others, or read without them', () => {
    const book = getBook({ rows: `<row>${buildCell('A1', '1')}</row>`, formats: ['0.00'] });
    for (let at = 0; at < book.length; at += 13) {
      const broken = book.slice();
      broken[at] = (broken[at] ?? 0) ^ 0xa5;
      expect(getReadError(broken), String(at)).not.toMatch(/Error/);
    }
  });

  it('says what it is instead', () => {
    expect(getReadError(zipSync({ 'Index/Document.iwa': new Uint8Array(1) }))).toContain('Numbers');
    const ole = Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1);
    expect(getReadError(ole)).toContain('不是 Excel 表格');
    expect(getReadError(zipSync({ 'xl/workbook.bin': new Uint8Array(1) }))).toContain(
      '不是 Excel 表格',
    );
    expect(getReadError(zipSync({ 'a.txt': new Uint8Array(1) }))).toContain('不是 Excel 表格');
    expect(getReadError(new Uint8Array())).toBe('文件是空的');
  });

  it('has no entities of its own', () => {
    const dtd = '<!DOCTYPE x [<!ENTITY a "1234567890"><!ENTITY b "&a;&a;&a;">]>';
    const { cells } = read(
      getBook(
        createNastyBook(
          'xl/worksheets/sheet1.xml',
          strToU8(
            `${dtd}<worksheet><sheetData><row><c t="str"><v>&b;</v></c></row></sheetData></worksheet>`,
          ),
        ),
      ),
    );
    expect(cells.flat().join('')).not.toContain('1234567890');
  });

  it('fills no more cells than a sheet has, however often they are merged', () => {
    const rows = Array.from({ length: 2000 }, (_, n) => `<row r="${n + 1}"><c><v>1</v></c></row>`);
    const after = `<mergeCells>${'<mergeCell ref="A1:A1048576"/>'.repeat(20_000)}</mergeCells>`;
    expect(read(getBook({ rows: rows.join(''), after })).cells).toHaveLength(2000);
  });
});

/** GBK bytes of these characters, as Chinese Windows writes them. */
const GBK: Readonly<Record<string, readonly number[]>> = {
  品: [0xc6, 0xb7],
  名: [0xc3, 0xfb],
  货: [0xbb, 0xf5],
  号: [0xba, 0xc5],
  苹: [0xc6, 0xbb],
  果: [0xb9, 0xfb],
};
const encodeGbk = (text: string): Uint8Array =>
  Uint8Array.from(
    Array.from(text).flatMap((character) => GBK[character] ?? [character.charCodeAt(0)]),
  );

const encodeUtf16 = (text: string, isLittle: boolean): Uint8Array => {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), isLittle);
  return bytes;
};

describe('a text file', () => {
  const TABLE = '品名,货号\r\n苹果,0012\r\n';
  const CELLS = [
    ['品名', '货号'],
    ['苹果', '0012'],
  ];

  it('is read in UTF-8, with its mark and without, in GBK and in UTF-16', () => {
    expect(read(strToU8(TABLE)).cells).toEqual(CELLS);
    expect(read(strToU8(`\uFEFF${TABLE}`)).cells).toEqual(CELLS);
    expect(read(encodeGbk(TABLE)).cells).toEqual(CELLS);
    expect(read(encodeUtf16(`\uFEFF${TABLE}`, true)).cells).toEqual(CELLS);
    expect(read(encodeUtf16(`\uFEFF${TABLE}`, false)).cells).toEqual(CELLS);
    expect(read(encodeUtf16(TABLE, true)).cells).toEqual(CELLS);
  });

  it('finds what stands between its cells, quotes and line ends in them included', () => {
    expect(read(strToU8('品名;货号\n"红;绿\n""大"" 苹果";0012\n')).cells).toEqual([
      ['品名', '货号'],
      ['红;绿\n"大" 苹果', '0012'],
    ]);
    expect(read(strToU8('品名\t货号\n苹果, 一箱\t0012')).cells[1]).toEqual(['苹果, 一箱', '0012']);
    // A tab in one cell does not make the text tab-separated.
    expect(read(strToU8('品名,货号\n苹\t果,0012\n梨,0013')).cells[1]).toEqual(['苹\t果', '0012']);
  });

  it('takes 10,000 rows, and says that there are more', () => {
    const text = `货号\n${Array.from({ length: 10_050 }, (_, n) => String(n).padStart(8, '0')).join('\n')}`;
    const table = read(strToU8(text));
    expect(table.cells).toHaveLength(10_001);
    expect(table.cells[10_000]).toEqual(['00009999']);
    expect(table.hasMore).toBe(true);
  });

  it('is read no further than there is room, empty lines left out', () => {
    const text = `a,b\n${'\n'.repeat(20_000)}1,2\n${'3,4\n'.repeat(10_000)}${','.repeat(500)}x\n`;
    const table = read(strToU8(text));
    expect(table.cells.slice(0, 3)).toEqual([
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
    ]);
    // The line of 500 cells is beyond the row limit and is not split.
    expect(table).toMatchObject({ hasMore: true, width: 2 });
  });

  it('is refused when it is no text', () => {
    const picture = Uint8Array.from({ length: 3000 }, (_, at) => (at % 7 < 3 ? 0 : at % 256));
    expect(() => read(picture)).toThrow('这不是文字文件');
  });
});
