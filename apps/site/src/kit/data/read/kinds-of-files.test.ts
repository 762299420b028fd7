import { utils, type WorkBook, write } from '@e965/xlsx';
import { strFromU8, strToU8, unzipSync, zipSync, type Zippable } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readFileTable } from './read-file.ts';

const ROOM = { rows: 10_001, columns: 60 };
const read = (bytes: Uint8Array, sheet = 0) =>
  readFileTable(bytes, sheet, ROOM, { rank: () => [] });

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

type Odd = {
  rows: string;
  workbookPr?: string;
  afterSheets?: string;
  state?: string;
  formats?: string[];
  texts?: string;
  folder?: string;
  stringsName?: string;
  rename?: (name: string) => string;
};

/** Builds a workbook with the given irregularities. */
const createOdd = ({
  rows,
  workbookPr = '',
  afterSheets = '',
  state = '',
  formats = [],
  texts = '<si><t>文字</t></si>',
  folder = 'xl',
  stringsName = 'sharedStrings.xml',
  rename = (name) => name,
}: Odd): Uint8Array => {
  const buildRelation = (id: string, kind: string, target: string): string =>
    `<Relationship Id="${id}" Type="${RELATIONS}/${kind}" Target="${target}"/>`;
  const files: Record<string, string> = {
    '_rels/.rels': `<Relationships>${buildRelation('r', 'officeDocument', `${folder}/workbook.xml`)}</Relationships>`,
    [`${folder}/workbook.xml`]: `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}">${workbookPr}<sheets><sheet name="表" sheetId="1" ${state} r:id="a"/></sheets>${afterSheets}</workbook>`,
    [`${folder}/_rels/workbook.xml.rels`]: `<Relationships>${buildRelation('a', 'worksheet', 'worksheets/first.xml')}${buildRelation('b', 'sharedStrings', stringsName)}${buildRelation('c', 'styles', 'styles.xml')}</Relationships>`,
    [`${folder}/worksheets/first.xml`]: `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`,
    [`${folder}/${stringsName}`]: `<sst xmlns="${MAIN}">${texts}</sst>`,
    [`${folder}/styles.xml`]: `<styleSheet xmlns="${MAIN}"><numFmts>${formats.map((code, n) => `<numFmt numFmtId="${164 + n}" formatCode="${code.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"/>`).join('')}</numFmts><cellXfs><xf numFmtId="0"/>${formats.map((_, n) => `<xf numFmtId="${164 + n}"/>`).join('')}</cellXfs></styleSheet>`,
  };
  return zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, text]) => [rename(name), strToU8(text)]),
    ) as Zippable,
  );
};

const TEXT_ROW = '<row r="1"><c r="A1" t="s"><v>0</v></c></row>';

describe('workbooks of other programs', () => {
  it('count days from 1904 though a newer Excel wrote a second word on it', () => {
    const { cells } = read(
      createOdd({
        workbookPr: '<workbookPr date1904="1"/>',
        afterSheets: '<extLst><ext><x15:workbookPr chartTrackingRefBase="1"/></ext></extLst>',
        formats: ['yyyy-mm-dd'],
        rows: '<row r="1"><c r="A1" s="1"><v>45000</v></c></row>',
      }),
    );
    expect(cells).toEqual([['2027-03-16']]);
  });

  it.each([
    ['texts in a part with capitals', { stringsName: 'SharedStrings.xml' }],
    ['texts in a part of another name', { stringsName: 'strings1.xml' }],
    ['backslashes in names', { rename: (name: string) => name.replaceAll('/', '\\') }],
    ['other capitals than are referred to', { rename: (name: string) => name.toUpperCase() }],
    ['its parts in another folder', { folder: 'book/parts' }],
    ['its parts in no folder', { folder: '.', rename: (name: string) => name.replace('./', '') }],
    ['sheets that say that they are shown', { state: 'state="show"' }],
    ['its name space under a prefix', {}],
  ])('are read with %s', (_, odd) => {
    expect(read(createOdd({ rows: TEXT_ROW, ...odd })).cells).toEqual([['文字']]);
  });

  it('are read with name spaces under prefixes, comments, CDATA, and runs of text', () => {
    const bytes = createOdd({
      texts:
        '<si/><si><t>前</t><r><t>一</t></r><r><t>二</t></r><rPh><t>读音</t></rPh></si><si><!-- x --><t><![CDATA[a<b]]></t></si><si><t>&#128230;</t></si>',
      rows: '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c><c r="D1" t="s"><v>3</v></c></row>',
    });
    expect(read(bytes).cells).toEqual([['', '前一二', 'a<b', '📦']]);
  });

  it('have no text joined of a value and what stands in the cell', () => {
    const { cells } = read(
      createOdd({
        rows: '<row r="1"><c r="A1" t="inlineStr"><v>7</v><is><t>箱</t></is></c><c r="B1" t="str"><v>7</v><is><t>箱</t></is></c></row>',
      }),
    );
    expect(cells).toEqual([['箱', '7']]);
  });

  it('are shown by the conditions of their formats, and in Chinese numerals', () => {
    const formats = [
      '[=1]"男";[=2]"女"',
      '[DBNum2][$-804]General',
      'yyy-mm',
      '[<60]"不及格";[<90]"及格";"优"',
    ];
    const cells = [1, 2, 3].map((value, n) => `<c r="A${n + 1}" s="1"><v>${value}</v></c>`);
    const more = [
      '<c r="B1" s="2"><v>120</v></c><c r="C1" s="3"><v>46349</v></c>',
      '<c r="B2" s="4"><v>75</v></c>',
      '<c r="B3" s="4"><v>95</v></c>',
    ];
    const rows = cells.map((cell, n) => `<row r="${n + 1}">${cell}${more[n] ?? ''}</row>`);
    expect(read(createOdd({ formats, rows: rows.join('') })).cells).toEqual([
      ['男', '壹佰贰拾', '2026-11'],
      ['女', '及格'],
      ['3', '优'],
    ]);
  });

  it('are shown in the built-in formats as Chinese Excel has them', () => {
    const rows =
      '<row r="1"><c r="A1" s="1"><v>46349</v></c><c r="B1" s="2"><v>46349</v></c></row>';
    const bytes = createOdd({ rows });
    const files = unzipSync(bytes);
    const looks = '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="31"/></cellXfs>';
    files['xl/styles.xml'] = strToU8(`<styleSheet xmlns="${MAIN}">${looks}</styleSheet>`);
    expect(read(zipSync(files)).cells).toEqual([['2026/11/23', '2026年11月23日']]);
  });
});

/**
 * A workbook with a hidden sheet, vertically merged cells, a long number, a date, a boolean and an
 * error.
 */
const createBook = (): WorkBook => {
  const sheet = utils.aoa_to_sheet([
    ['品名', '货号', '到货', '有'],
    ['苹果', 6901234567892, null, true],
    ['', 12, null, false],
  ]);
  sheet['B3'] = { t: 'n', v: 12, z: '00000' };
  sheet['C2'] = { t: 'n', v: 46349, z: 'yyyy"年"m"月"d"日"' };
  sheet['C3'] = { t: 'e', v: 42 };
  sheet['!merges'] = [utils.decode_range('A2:A3')];
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([['藏着']]), '藏着的');
  utils.book_append_sheet(book, sheet, '到货');
  book.Workbook = { Sheets: [{ Hidden: 1 }, { Hidden: 0 }] };
  return book;
};

describe('each kind of workbook', () => {
  it.each(['xlsx', 'xlsm', 'xlsb', 'xls', 'biff5'] as const)(
    '%s is read as it is shown',
    (kind) => {
      const bytes = new Uint8Array(
        write(createBook(), { type: 'array', bookType: kind, codepage: 936 }) as ArrayBuffer,
      );
      const table = read(bytes);
      if (kind === 'biff5') {
        expect(table.cells[1]?.[1]).toBe('6901234567892');
        return;
      }
      expect(table.sheets).toEqual(['到货']);
      expect(table.cells).toEqual([
        ['品名', '货号', '到货', '有'],
        ['苹果', '6901234567892', '2026年11月23日', 'TRUE'],
        ['苹果', '00012', '#N/A', 'FALSE'],
      ]);
    },
  );

  it('ods is read as it is shown, sheets that it hides left out', () => {
    const content = `<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x" xmlns:style="s"><office:automatic-styles><style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style></office:automatic-styles><office:body><office:spreadsheet>
<table:table table:name="藏着的" table:style-name="ta2"><table:table-row><table:table-cell office:value-type="string"><text:p>藏</text:p></table:table-cell></table:table-row></table:table>
<table:table table:name="到货"><table:table-row><table:table-cell office:value-type="string"><text:p>苹果</text:p></table:table-cell><table:table-cell office:value-type="float" office:value="6901234567892"><text:p>6.9E+12</text:p></table:table-cell></table:table-row>
<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>
<table:table-row><table:table-cell table:number-columns-repeated="2" office:value-type="string"><text:p>二</text:p></table:table-cell></table:table-row></table:table>
</office:spreadsheet></office:body></office:document-content>`;
    const bytes = zipSync({ 'content.xml': strToU8(content) });
    expect(read(bytes)).toMatchObject({
      sheets: ['到货'],
      cells: [
        ['苹果', '6901234567892'],
        ['二', '二'],
      ],
      rowNumbers: [1, 1_048_002],
    });
  });

  it('says so when it is locked', () => {
    const name = Array.from('EncryptedPackage').flatMap((sign) => [sign.charCodeAt(0), 0]);
    const locked = Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...name);
    expect(() => read(locked)).toThrow('文件加了密码');
    const manifest = '<manifest:manifest><manifest:encryption-data/></manifest:manifest>';
    const files = { 'META-INF/manifest.xml': strToU8(manifest), 'content.xml': strToU8('x') };
    expect(() => read(zipSync(files))).toThrow('文件加了密码');
  });
});

describe('files made to do harm', () => {
  it('repeat cells of a document no further than there is room', () => {
    const cell =
      '<table:table-cell table:number-columns-repeated="16384" office:value-type="string"><text:p>x</text:p></table:table-cell>';
    const rows = `<table:table-row table:number-rows-repeated="1048576">${cell}</table:table-row>`;
    const bytes = zipSync({
      'content.xml': strToU8(
        `<office:spreadsheet><table:table table:name="a">${rows}</table:table></office:spreadsheet>`,
      ),
    });
    expect(() => read(bytes)).toThrow('格子太多');
  });

  it('are read though a million ranges are merged', () => {
    const files = unzipSync(createOdd({ rows: TEXT_ROW }));
    const name = 'xl/worksheets/first.xml';
    const merged = `<mergeCells>${'<mergeCell ref="A1:XFD1048576"/>'.repeat(1_000_000)}</mergeCells></worksheet>`;
    const sheet = strFromU8(files[name] ?? new Uint8Array()).replace('</worksheet>', merged);
    expect(read(zipSync({ ...files, [name]: strToU8(sheet) }, { level: 1 })).cells).toEqual([
      ['文字'],
    ]);
  });

  it('are refused for more texts or looks than Excel keeps', () => {
    expect(() =>
      read(createOdd({ rows: TEXT_ROW, texts: '<si><t/></si>'.repeat(2_000_001) })),
    ).toThrow('文字太多');
    const files = unzipSync(createOdd({ rows: TEXT_ROW }));
    const looks = strToU8(
      `<styleSheet><cellXfs>${'<xf numFmtId="0"/>'.repeat(300_000)}</cellXfs></styleSheet>`,
    );
    expect(() => read(zipSync({ ...files, 'xl/styles.xml': looks }))).toThrow('格式太多');
  });

  it('refer to texts beyond all there could be, and to cells beyond the sheet, in vain', () => {
    expect(() =>
      read(createOdd({ rows: '<row r="1"><c r="A1" t="s"><v>900000000</v></c></row>' })),
    ).toThrow('文字太多');
    const far = '<row r="4000000000"><c r="XFD4000000000" t="str"><v>远</v></c></row>';
    expect(read(createOdd({ rows: TEXT_ROW + far })).cells[0]).toEqual(['文字']);
  });

  it('are given up when what is nested in their looks or sheets has no end', () => {
    const files = unzipSync(createOdd({ rows: TEXT_ROW }));
    const deep = strToU8(`<styleSheet>${'<x>'.repeat(1_000_000)}</styleSheet>`);
    expect(read(zipSync({ ...files, 'xl/styles.xml': deep })).cells).toEqual([['文字']]);
  });
});
