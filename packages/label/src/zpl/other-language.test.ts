import { describe, expect, it } from 'vitest';
import { readZpl } from './read.ts';

const read = (source: string) =>
  readZpl(source, { dpi: 203, widthDots: 400, heightDots: 240 }).notices.filter(
    ({ level }) => level === 'error',
  );

describe('a stream in another language', () => {
  it.each([
    ['TSPL', 'SIZE 40 mm,30 mm\r\nGAP 2 mm,0\r\nCLS\r\nTEXT 10,10,"3",0,1,1,"a"\r\nPRINT 1,1\r\n'],
    ['TSPL', '\r\n  CLS\r\nBARCODE 10,10,"128",80,1,0,2,2,"1"\r\nPRINT 1\r\n'],
    ['CPCL', '! 0 200 200 210 1\r\nTEXT 4 0 30 40 Hello\r\nFORM\r\nPRINT\r\n'],
    ['EPL', 'N\r\nq400\r\nA50,50,0,2,1,1,N,"a"\r\nP1\r\n'],
    ['ESC/POS', '\x1b@hello\n\x1dV\x00'],
    ['PDF', '%PDF-1.4\n'],
    ['base64', Buffer.from('^XA^FO10,10^GB50,50,5^FS^XZ').toString('base64')],
    ['base64', Buffer.from(`${' '.repeat(30)}^XA^FO10,10^FDlong enough^FS^XZ`).toString('base64')],
  ])('is named: %s', (name, source) => {
    expect(read(source)[0]).toMatchObject({ command: '', line: 1 });
    expect(read(source)[0]?.message).toContain(name);
  });

  it.each([
    '^XA^FO10,10^GB50,50,5^FS^XZ',
    '^XA^FO1,1^FDSIZE 40 mm^FS^XZ\nSIZE 40 mm,30 mm\n',
    '',
    'hello world',
    '~DGA,1,1,FF',
    'QUFBQUFBQUFBQUFBQUFBQQ==',
    '=',
  ])('is not where there is a label, or nothing that is known: %j', (source) => {
    expect(read(source).filter(({ message }) => message.startsWith('这'))).toEqual([]);
  });

  it('is looked for in its beginning only', () => {
    expect(read('A'.repeat(2_000_000)).length).toBeLessThanOrEqual(1);
    expect(read(`${' '.repeat(3_000_000)}`)).toEqual([]);
  });
});
