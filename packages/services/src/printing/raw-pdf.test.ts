import { deflateSync } from 'node:zlib';
import { RAW_BYTES } from '@yunbiao/contract/limits/print';
import { createPdf } from '@yunbiao/label';
import { describe, expect, it } from 'vitest';
import { rawPdfTrouble } from './raw-pdf.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const END = '\nstartxref\n0\n%%EOF\n';
const page = (n: number) =>
  `${n} 0 obj\n<</Type /Page /Parent 2 0 R /MediaBox [0 0 100 60]>>\nendobj\n`;
const tree = (kids: string) => `2 0 obj\n<</Type /Pages /Kids [${kids}] /Count 1>>\nendobj\n`;
const CATALOG = '1 0 obj\n<</Type /Catalog /Pages 2 0 R>>\nendobj\n';
const TRAILER = 'trailer\n<</Root 1 0 R /Size 9>>';
const plain = (kids: string, ...pages: number[]) =>
  `%PDF-1.4\n${CATALOG}${tree(kids)}${pages.map(page).join('')}${TRAILER}${END}`;

/** Objects 1 to 3 packed into a stream, as most programs of today write them. */
const packed = (kids = '3 0 R', filter = '/FlateDecode', more = '') => {
  const bodies = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids}]/Count 1>>`,
    '<</Type/Page>>',
  ];
  let at = 0;
  const places = bodies.map((body, i) => {
    const place = `${i + 1} ${at}`;
    at += body.length + 1;
    return place;
  });
  const first = `${places.join(' ')} `;
  const stream = deflateSync(bytes(first + bodies.join('\n'))).toString('latin1');
  return `%PDF-1.7\n9 0 obj\n<</Type/ObjStm/N 3/First ${first.length}/Filter${filter}${more}/Length ${stream.length}>>stream\n${stream}\nendstream\nendobj\n8 0 obj\n<</Type/XRef/Root 1 0 R/Size 10>>stream\n\nendstream\nendobj${END}`;
};

const own = (pages: number): Uint8Array => {
  const pdf = createPdf({ deflate: (data, level) => deflateSync(data, { level }) });
  const parts: Uint8Array[] = [];
  for (let n = 0; n < pages; n += 1)
    parts.push(pdf.sheet({ paper: { widthMm: 50, heightMm: 30 }, labels: [] }));
  return Buffer.concat([...parts, pdf.end()]);
};

describe('a PDF', () => {
  it.each([
    ['of our own', own(1)],
    ['with its objects in the open', bytes(plain('3 0 R', 3))],
    ['with its objects packed', bytes(packed())],
    [
      'with a page under two nodes',
      bytes(
        plain('4 0 R', 3).replace(
          TRAILER,
          `4 0 obj\n<</Type/Pages/Kids[3 0 R]>>\nendobj\n${TRAILER}`,
        ),
      ),
    ],
    ['written over later', bytes(`${plain('3 0 R 4 0 R', 3, 4)}${tree('3 0 R')}${TRAILER}${END}`)],
  ])('%s is one label', (_, given) => {
    expect(rawPdfTrouble(given)).toBe('');
  });

  it.each<[string, string, Uint8Array]>([
    ['two pages', '有 2 页', own(2)],
    ['two pages in the open', '有 2 页', bytes(plain('3 0 R 4 0 R', 3, 4))],
    ['one page named twice', '有 2 页', bytes(plain('3 0 R 3 0 R', 3))],
    ['pages that are packed', '有 2 页', bytes(packed('3 0 R 3 0 R'))],
    [
      'a page added later',
      '有 2 页',
      bytes(`${plain('3 0 R', 3, 4)}${tree('3 0 R 4 0 R')}${TRAILER}${END}`),
    ],
    ['a password', '有密码', bytes(plain('3 0 R', 3).replace('/Size', '/Encrypt 7 0 R /Size'))],
    ['no page', '读不懂', bytes(plain(''))],
    ['a tree that bites its tail', '读不懂', bytes(plain('2 0 R'))],
    ['a page that is not there', '读不懂', bytes(plain('5 0 R', 3))],
    ['another packing', '读不懂', bytes(packed('3 0 R', '/LZWDecode'))],
    ['packing that is broken', '读不懂', bytes(packed().replace(/stream\n../, 'stream\nxx'))],
    ['no end', '不完整', bytes(plain('3 0 R', 3).replace('%%EOF', ''))],
    ['another beginning', '不是 PDF', bytes('GIF89a')],
  ])('with %s is refused', (_, words, given) => {
    expect(rawPdfTrouble(given)).toContain(words);
  });

  // Going through either again for each beginning would take minutes.
  it.each([
    ['trailers', 'trailer '],
    ['lists of pages', '1 0 obj/Type/Pages/Kids['],
    ['lists in one object', '/Kids['],
    ['numbers', '/N  '],
    ['streams', 'stream\n'],
  ])('of the largest size with %s without an end is refused', (_, piece) => {
    const many = piece.repeat(RAW_BYTES / piece.length);
    for (const text of [many, `2 0 obj<<${many}`, `9 0 obj<</Type/ObjStm${many}`]) {
      const given = bytes(`%PDF-1.7\n${text}\n${TRAILER}${END}`);
      expect(rawPdfTrouble(given)).toContain('读不懂');
    }
  });

  it('that unpacks to more than a label has is refused', () => {
    const stream = deflateSync(Buffer.alloc(5_000_000, 32)).toString('latin1');
    const bomb = `%PDF-1.7\n9 0 obj\n<</Type/ObjStm/N 1/First 4/Filter/FlateDecode>>stream\n${stream}\nendstream\nendobj\n${TRAILER}${END}`;
    expect(rawPdfTrouble(bytes(bomb))).toContain('读不懂');
  });
});
