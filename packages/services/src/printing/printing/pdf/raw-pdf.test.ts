import { deflateSync } from 'node:zlib';
import { RAW_BYTES } from '@yunbiao/contract/limits/print';
import { createPdfWriter } from '@yunbiao/label';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { getInfo, noPoppler } from '../../../../../label/src/testing/poppler.ts';
import { describeRawPdfFault } from './raw-pdf.ts';
import { type Parts, writeLinearizedPdf, writePdf } from './testing.ts';
import { rounds } from '../../../../../../scripts/vitest/rounds.ts';

const toBytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const END = '\nstartxref\n0\n%%EOF\n';
const TRAILER = 'trailer\n<</Root 1 0 R /Size 9>>';
const CATALOG = '<</Type /Catalog /Pages 2 0 R>>';
const PAGE = '<</Type /Page /Parent 2 0 R /MediaBox [0 0 100 60] /Resources <<>>>>';
const buildPageTree = (kids: string, count: number) =>
  `<</Type /Pages /Kids [${kids}] /Count ${count}>>`;
/** A document with the given page tree kids; `packed` objects are in a stream. */
const buildFile = (kids: string, count: number, more: Partial<Parts> = {}): string =>
  writePdf({
    ...more,
    objects: { 1: CATALOG, 2: buildPageTree(kids, count), 3: PAGE, 4: PAGE, ...more.objects },
  });
const PACKED = [1, 2, 3, 4];
const ONE = buildFile('3 0 R', 1);
const LINEARIZED = '/Linearized 1/L LENGTH/H[1 2]/N 1';
const linearize = (dict: string): string =>
  writeLinearizedPdf({ 1: CATALOG, 2: buildPageTree('3 0 R', 1), 3: PAGE }, dict);
/** Linearized, with the cross-reference table at the end. */
const lateTable = (length: (text: string) => number): string => {
  const write = (l: number): string =>
    buildFile('3 0 R', 1, {
      root: '5 0 R',
      objects: { 1: `<</Linearized 1/L ${String(l).padStart(9, '0')}>>`, 5: CATALOG },
    });
  return write(length(write(0)));
};
/** A reader that searches for objects on its own would find twenty-five pages here. */
const DECOY = `2 0 obj\n${buildPageTree('3 0 R '.repeat(25), 25)}\nendobj\n`;

const createOwnPdf = (pages: number): Uint8Array => {
  const pdf = createPdfWriter({ deflate: (data, level) => deflateSync(data, { level }) });
  const parts: Uint8Array[] = [];
  for (let n = 0; n < pages; n += 1)
    parts.push(pdf.addSheet({ paper: { widthMm: 50, heightMm: 30 }, labels: [] }));
  return Buffer.concat([...parts, pdf.finish()]);
};

const ACCEPTED: [string, string][] = [
  ['with its objects in the open', ONE],
  ['with its objects packed', buildFile('3 0 R', 1, { packed: PACKED })],
  ['with its table as it is', buildFile('3 0 R', 1, { packed: PACKED, predictor: false })],
  ['with its page packed only', buildFile('3 0 R', 1, { packed: [3] })],
  [
    'with a page under two nodes',
    buildFile('5 0 R', 1, { objects: { 5: buildPageTree('3 0 R', 1) } }),
  ],
  [
    'written over later',
    writePdf({ objects: { 2: buildPageTree('3 0 R', 1) } }, buildFile('3 0 R 4 0 R', 2)),
  ],
  ['that was linearized and changed since', lateTable((text) => text.length - 1)],
  [
    'with names in hexadecimal, a comment and a list elsewhere',
    buildFile('', 1, {
      objects: {
        2: '<</Type /P#61ges % /Kids [3 0 R 4 0 R]\n/Kids 5 0 R /Count 6 0 R>>',
        5: '[3 0 R]',
        6: '1',
      },
    }),
  ],
];

/** Their hint tables are invalid, which other renderers report. */
const ACCEPTED_LINEARIZED: [string, string][] = [
  ['that is linearized', linearize(LINEARIZED)],
  ['that was linearized with its length last', linearize('/H[1 2]/L LENGTH/Linearized 1')],
];

const REFUSED: [string, string, string][] = [
  [
    'words in a stream that look like an object',
    '读不懂',
    buildFile('3 0 R', 1, {
      objects: { 5: `<</Length ${DECOY.length}>>stream\n${DECOY}\nendstream` },
    }),
  ],
  [
    'words in a string that look like an object',
    '读不懂',
    buildFile('3 0 R', 1, { objects: { 5: `(${DECOY})` } }),
  ],
  ['a root of another generation', '读不懂', buildFile('3 0 R', 1, { root: '1 7 R' })],
  ['a page of another generation', '读不懂', buildFile('3 7 R', 1)],
  ['a packed page of another generation', '读不懂', buildFile('3 7 R', 1, { packed: PACKED })],
  [
    'more values than a label has',
    '读不懂',
    buildFile('3 0 R', 1, { objects: { 5: `[${'0 '.repeat(200_000)}]` } }),
  ],
  ['two pages in the open', '有 2 页', buildFile('3 0 R 4 0 R', 2)],
  ['one page named twice', '有 2 页', buildFile('3 0 R 3 0 R', 2)],
  ['pages that are packed', '有 2 页', buildFile('3 0 R 3 0 R', 2, { packed: PACKED })],
  [
    'a page added later',
    '有 2 页',
    writePdf({ objects: { 2: buildPageTree('3 0 R 4 0 R', 2) } }, ONE),
  ],
  ['a password', '有密码', buildFile('3 0 R', 1, { trailer: '/Encrypt 7 0 R' })],
  ['no page', '读不懂', buildFile('', 0)],
  ['a tree that bites its tail', '读不懂', buildFile('2 0 R', 1)],
  ['a page that is not there', '读不懂', buildFile('9 0 R', 1)],
  ['another number of pages', '读不懂', buildFile('3 0 R', 25)],
  ['an object no table knows', '读不懂', buildFile('3 0 R', 1, { stray: DECOY })],
  ['an object in front of the first', '读不懂', ONE.replace('1 0 obj', `${DECOY}1 0 obj`)],
  ['a table that leads to another object', '读不懂', ONE.replace('3 0 obj', '5 0 obj')],
  ['no table', '读不懂', ONE.replace(/xref\n[^]*trailer/, 'trailer')],
  ['a second trailer', '读不懂', buildFile('3 0 R', 1, { stray: 'trailer\n<</Root 4 0 R>>\n' })],
  ['another root later', '读不懂', writePdf({ objects: { 5: CATALOG }, root: '5 0 R' }, ONE)],
  [
    'an object that was newer once',
    '读不懂',
    writePdf(
      { objects: { 5: '[]' } },
      writePdf({ objects: { 2: buildPageTree('3 0 R', 1) } }, ONE),
    ).replace(
      /\/Prev \d+(>>\nstartxref\n\d+\n%%EOF\n$)/,
      `/Prev ${/startxref\n(\d+)/.exec(ONE)?.[1]}$1`,
    ),
  ],
  ['two lists of kids', '读不懂', ONE.replace('/Kids [', '/Kids [3 0 R 4 0 R] /Kids [')],
  ['a node that says it is a page', '读不懂', ONE.replace('/Type /Pages', '/Type /Page ')],
  [
    'files within it',
    '读不懂',
    buildFile('3 0 R', 1, { objects: { 1: CATALOG.replace('>>', '/Collection <<>>>>') } }),
  ],
  [
    'another packing',
    '读不懂',
    buildFile('3 0 R', 1, { packed: PACKED }).replaceAll('/FlateDecode', '/LZWDecode  '),
  ],
  [
    'packing that is broken',
    '读不懂',
    buildFile('3 0 R', 1, { packed: PACKED }).replace(/stream\n../, 'stream\nxx'),
  ],
  ['no end', '不完整', ONE.replace('%%EOF', '')],
  ['another beginning', '不是 PDF', 'GIF89a'],
  ['another table at its beginning', '读不懂', lateTable((text) => text.length)],
  [
    'another table at its beginning, in a dictionary with another in it',
    '读不懂',
    lateTable((text) => text.length).replace('/Linearized 1', '/Lin#65arized 1 /P<<>>'),
  ],
  ['two lengths', '读不懂', linearize(`${LINEARIZED}/L 1`)],
  ['a length elsewhere', '读不懂', linearize('/Linearized 1/L 3 0 R')],
  [
    'a linearization that is not its first object',
    '读不懂',
    buildFile('3 0 R', 1, { objects: { 4: `<<${LINEARIZED}>>` } }),
  ],
];

describe('a PDF', () => {
  it.each<[string, Uint8Array]>([
    ['of our own', createOwnPdf(1)],
    ...[...ACCEPTED, ...ACCEPTED_LINEARIZED].map(([what, text]): [string, Uint8Array] => [
      what,
      toBytes(text),
    ]),
  ])('%s is one label', (_, given) => {
    expect(describeRawPdfFault(given)).toBe('');
  });

  it('that is one label has one page in another renderer', (ctx) => {
    if (noPoppler) ctx.skip(noPoppler);
    for (const [what, text] of ACCEPTED)
      expect([what, /^Pages: +(\d+)$/m.exec(getInfo(toBytes(text)))?.[1]]).toEqual([what, '1']);
  });

  it.each<[string, string, Uint8Array]>([
    ['two pages', '有 2 页', createOwnPdf(2)],
    ...REFUSED.map(([what, words, text]): [string, string, Uint8Array] => [
      what,
      words,
      toBytes(text),
    ]),
  ])('with %s is refused', (_, words, given) => {
    expect(describeRawPdfFault(given)).toContain(words);
  });

  it('is read in linear time, whatever is cut out of it or put in, and never throws', () => {
    const pdf = buildFile('3 0 R', 1, { packed: PACKED });
    fc.assert(
      fc.property(fc.nat(pdf.length), fc.nat(60), fc.string({ maxLength: 20 }), (at, cut, put) => {
        const changed = pdf.slice(0, at) + put + pdf.slice(at + cut);
        expect(typeof describeRawPdfFault(toBytes(changed))).toBe('string');
      }),
      { numRuns: rounds(500) },
    );
  });

  // Searching from each start again would take minutes.
  it.each([
    ['trailers', 'trailer '],
    ['lists of pages', '1 0 obj/Type/Pages/Kids['],
    ['lists in one object', '/Kids['],
    ['numbers', '/N  '],
    ['streams', 'stream\n'],
    ['linearizations', '/Linearized/L 1'],
  ])('of the largest size with %s without an end is refused', (_, piece) => {
    const many = piece.repeat(RAW_BYTES / piece.length);
    for (const text of [many, `2 0 obj<<${many}`, `9 0 obj<</Type/ObjStm${many}`]) {
      const brokenPdf = toBytes(`%PDF-1.7\n${text}\n${TRAILER}${END}`);
      expect(describeRawPdfFault(brokenPdf)).toContain('读不懂');
    }
  });

  it('that unpacks to more than a label has is refused', () => {
    const stream = deflateSync(Buffer.alloc(2_100_000, 32)).toString('latin1');
    const bomb = `<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${stream.length}>>stream\n${stream}\nendstream`;
    expect(describeRawPdfFault(toBytes(buildFile('3 0 R', 1, { objects: { 5: bomb } })))).toContain(
      '读不懂',
    );
  });
});
