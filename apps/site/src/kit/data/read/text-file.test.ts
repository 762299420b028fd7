import { detectAll } from 'jschardet';
import { describe, expect, it } from 'vitest';
import { detectEncoding, ENCODINGS, type Encoding, needsEncodingRanking } from './encoding.ts';
import { readDelimitedFile } from './text-file.ts';

const ROOM = { rows: 10_001, columns: 60 };

const rank = (bytes: Uint8Array): string[] =>
  detectAll(bytes).flatMap(({ encoding }) => encoding ?? []);

const read = (bytes: Uint8Array, encoding?: Encoding) =>
  readDelimitedFile(bytes, ROOM, { encoding, rank });
const readText = (text: string): string[][] => read(new TextEncoder().encode(text)).cells;

/**
 * Maps each character to its bytes, built by decoding all byte pairs: browsers encode UTF-8 only.
 */
const createTable = (encoding: Encoding): Map<string, readonly number[]> => {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const table = new Map<string, readonly number[]>();
  const add = (...bytes: number[]): void => {
    try {
      const text = decoder.decode(Uint8Array.from(bytes));
      if ([...text].length === 1 && !table.has(text)) table.set(text, bytes);
    } catch {
      // These bytes are not a valid character.
    }
  };
  for (let first = 0; first < 256; first += 1) add(first);
  for (let first = 0x81; first < 0xff; first += 1)
    for (let second = 0x40; second < 0xff; second += 1) add(first, second);
  return table;
};

const encode = (text: string, encoding: Encoding): Uint8Array => {
  const table = createTable(encoding);
  return Uint8Array.from(
    Array.from(text).flatMap((character) => {
      const bytes = table.get(character);
      if (!bytes) throw new Error(`${character} is not in ${encoding}`);
      return [...bytes];
    }),
  );
};

describe('the encoding of a text file', () => {
  it.each([
    [
      'gb18030',
      '品名,价格\n茶叶罐,120\n',
      [
        ['品名', '价格'],
        ['茶叶罐', '120'],
      ],
    ],
    [
      'gb18030',
      '收件人,地址\n王小明,浙江省杭州市西湖区文三路一百号\n',
      [
        ['收件人', '地址'],
        ['王小明', '浙江省杭州市西湖区文三路一百号'],
      ],
    ],
    [
      'big5',
      '品名,價格\n茶葉罐,120\n',
      [
        ['品名', '價格'],
        ['茶葉罐', '120'],
      ],
    ],
    [
      'big5',
      '收件人,地址\n王小明,台北市信義區松仁路一百號\n',
      [
        ['收件人', '地址'],
        ['王小明', '台北市信義區松仁路一百號'],
      ],
    ],
    [
      'shift_jis',
      '商品名,価格\nりんごジュース,120\nお茶,150\n',
      [
        ['商品名', '価格'],
        ['りんごジュース', '120'],
        ['お茶', '150'],
      ],
    ],
    [
      'windows-1252',
      'Größe,Preis\nMüller,12\nCafé,3\n',
      [
        ['Größe', 'Preis'],
        ['Müller', '12'],
        ['Café', '3'],
      ],
    ],
  ] as const)('is found: %s %j', (encoding, text, cells) => {
    const table = read(encode(text, encoding));
    expect(table.readings[0]?.encoding).toBe(encoding);
    expect(table.cells).toEqual(cells);
  });

  it.each(['utf-8', 'utf-16le', 'utf-16be'] as const)('is told by the mark of %s', (encoding) => {
    const text = '\uFEFF品名,价格\n茶,1';
    const wide = Array.from(text).map((character) => character.charCodeAt(0));
    const bytes =
      encoding === 'utf-8'
        ? new TextEncoder().encode(text)
        : Uint8Array.from(
            wide.flatMap((unit) =>
              encoding === 'utf-16le' ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255],
            ),
          );
    const unmarked = bytes.subarray(encoding === 'utf-8' ? 3 : 2);
    for (const file of [bytes, unmarked]) {
      const { cells, readings } = read(file);
      expect([cells, readings]).toEqual([
        [
          ['品名', '价格'],
          ['茶', '1'],
        ],
        [{ encoding, start: '品名,价格' }],
      ]);
      expect(needsEncodingRanking(file)).toBe(false);
    }
  });

  it('is asked where two make text of it, each with how it begins', () => {
    const { readings } = read(encode('品名,價格\n茶葉罐,120\n', 'big5'));
    expect(readings).toMatchObject([
      { encoding: 'big5', start: '品名,價格' },
      { encoding: 'gb18030', start: expect.stringContaining('基') },
    ]);
    expect(read(encode('品名,价格\n', 'gb18030')).readings.length).toBeGreaterThan(1);
  });

  it('is the one a member chose, whatever was found', () => {
    const bytes = encode('品名,價格\n茶葉罐,120\n', 'big5');
    for (const encoding of Object.keys(ENCODINGS) as Encoding[])
      expect(read(bytes, encoding).readings[0]?.encoding).toBe(encoding);
    expect(read(bytes, 'gb18030').cells[0]?.[1]).toContain('基');
  });

  it('is asked among all that make text of it when nothing ranks them', () => {
    const bytes = encode('品名,價格\n茶葉罐,120\n', 'big5');
    const { readings } = readDelimitedFile(bytes, ROOM, { rank: () => [] });
    expect(readings.map(({ encoding }) => encoding)).toEqual(['gb18030', 'big5']);
  });

  it('is one of ours whatever the ranking says, also of no text in any', () => {
    const bytes = Uint8Array.from({ length: 300 }, (_, n) => 0x80 + ((n * 37) % 128));
    for (const names of [[], ['KOI8-R'], ['constructor'], ['Big5', 'Big5']])
      expect(Object.keys(ENCODINGS)).toContain(detectEncoding(bytes, () => names).encoding);
  });
});

describe('a CSV file', () => {
  const TABLE = [
    ['货号', '数量'],
    ['000123', '1'],
    ['2022072512345928259', '2'],
  ];
  it.each([
    ['commas', '货号,数量\n000123,1\n2022072512345928259,2'],
    ['semicolons', '货号;数量\n000123;1\n2022072512345928259;2'],
    ['tabs', '货号\t数量\n000123\t1\n2022072512345928259\t2'],
    ['bars', '货号|数量\n000123|1\n2022072512345928259|2'],
    ['a line that says so', 'sep=;\r\n货号;数量\r\n000123;1\r\n2022072512345928259;2\r\n'],
    ['a line that says a bar', '\uFEFFSEP=|\n货号|数量\n000123|1\n2022072512345928259|2'],
    ['a quoted line that says so', '"sep=,"\n货号,数量\n000123,1\n2022072512345928259,2'],
    ['formulas around numbers', '货号,数量\n="000123",1\n="2022072512345928259",2'],
    ['quoted formulas', '"货号","数量"\n"=""000123""","1"\n"=""2022072512345928259""",2'],
    ['a tab behind each cell', '货号\t,数量\t\n000123\t,1\t\n2022072512345928259\t,2\t\n'],
    ['a tab in front of each', '\t货号,\t数量\n\t000123,\t1\n\t2022072512345928259,\t2\n'],
    ['a tab behind long numbers only', '货号,数量\n000123\t,1\n2022072512345928259\t,2\n'],
    ['tabs in quotes', '"货号\t";"数量\t"\n"000123\t";"1"\n"2022072512345928259\t";"2"\n'],
    ['tabs behind quotes', '"货号"\t;"数量"\n"000123"\t;"1"\n"2022072512345928259"\t;"2"\n'],
  ])('is read by %s', (_what, text) => expect(readText(text)).toEqual(TABLE));

  it('keeps a separator within a formula, and formulas that are none', () => {
    expect(readText('a,b\n="0,1",2\n=1+1,=A1\n="a""b",="half')).toEqual([
      ['a', 'b'],
      ['0,1', '2'],
      ['=1+1', '=A1'],
      ['a"b', '="half'],
    ]);
  });

  it('takes tabs for separators where they part cells, beside commas in the text', () => {
    expect(readText('品名\t说明\n苹果\t红, 甜\n梨\t黄, 脆')).toEqual([
      ['品名', '说明'],
      ['苹果', '红, 甜'],
      ['梨', '黄, 脆'],
    ]);
  });

  it('reads quotes as spreadsheets write them, and lone ones as text', () => {
    expect(readText('a;b\n"x\ny";"1""2"\n5" 管;z\n"半;"q"')).toEqual([
      ['a', 'b'],
      ['x\ny', '1"2'],
      ['5" 管', 'z'],
      ['"半', 'q'],
    ]);
  });

  it.each(['"', '="', '\t,', '"\t', 'sep=;', '=""', ',"'])(
    'is read in one go, whatever it repeats: %j',
    (part) => {
      const { cells, hasMore } = read(new TextEncoder().encode(part.repeat(400_000)));
      expect(cells.length).toBeLessThanOrEqual(ROOM.rows);
      expect(typeof hasMore).toBe('boolean');
    },
  );
});
