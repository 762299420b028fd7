import { describe, expect, it } from 'vitest';
import { createKit } from './support/cases-kit.ts';

const kit = createKit();

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const decodeHex = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));

/** One red pixel. */
const MINIMAL_GIF = '47494638396101000100800000ff00000000ff2c00000000010001000002024401003b';

describe('what outside cases call', () => {
  it('draws a label of ZPL and says where its ink is', () => {
    const { total, label, box, bitmap, notices } = kit.zplDraw('^XA^FO40,30^GB20,10,10^FS^XZ');
    expect({ total, box, notices }).toEqual({ total: 1, box: [40, 30, 60, 40], notices: [] });
    expect([label?.widthDots, bitmap?.width]).toEqual([800, 800]);
  });

  it('draws a further label of ZPL on other paper, and none where there is none', () => {
    const source = '^XA^FO9,9^GB8,8,8^FS^XZ^XA^FO0,0^GB8,8,8^FS^XZ';
    const paper = { dpi: 300, w: 80, h: 40, at: 1 } as const;
    const { label, bitmap, box } = kit.zplDraw(source, paper);
    expect([label?.dpi, bitmap?.width, bitmap?.height]).toEqual([300, 80, 40]);
    expect(box).toEqual([0, 0, 8, 8]);
    expect(kit.zplDraw('')).toEqual({ total: 0, notices: expect.any(Array) });
  });

  it('finds the ink of a picture of dots', () => {
    const { bitmap } = kit.label([]);
    expect(kit.inkBox(bitmap)).toEqual([Infinity, Infinity, 0, 0]);
  });

  it('lays out a label, tells what is wrong with it, and reads its codes', async () => {
    const { bitmap, warnings } = kit.label([kit.qr('云标')]);
    expect(warnings).toEqual([]);
    expect(await kit.codes(bitmap)).toEqual(['云标']);
    expect([bitmap.width, bitmap.height]).toEqual([800, 480]);
    const small = kit.label([kit.text('标签😀')], { widthMm: 30, heightMm: 20 }, 300);
    expect(small.bitmap.width).toBe(354);
    expect(small.warnings).toEqual([expect.stringContaining('missing-glyph: 文字')]);
  });

  it('lays out linear codes of any kind, rare ones too', async () => {
    for (const [type, content] of [
      ['code128', 'ABC-123'],
      ['ean13', '6901234567892'],
      ['databar', '(01)09521234543213'],
    ] as const) {
      const { bitmap, warnings } = kit.label([kit.linear(type, content)]);
      expect(warnings).toEqual([]);
      expect(await kit.codes(bitmap)).toHaveLength(1);
    }
  });

  it('fills the field of a code, and tells what is wrong with the value', async () => {
    expect(await kit.filled('code128', 'AB-12')).toEqual({ told: [], read: 'AB-12' });
    expect(await kit.filled('qr', 'AB-12')).toEqual({ told: [], read: 'AB-12' });
    const { told, read } = await kit.filled('ean13', 'no digits');
    expect(told).not.toEqual([]);
    expect(read).toBe('');
  });

  it('reads a table, or says in which words it is refused', () => {
    expect(kit.table(encode('a,b\n1,2\n'))).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
    expect(kit.table(new Uint8Array())).toBe('FileRefused: 文件是空的');
  });

  it('says why a label of another system is not printed, and nothing where it is', () => {
    expect(kit.raw('zpl', '^XA^FO40,30^GB20,10,10^FS^XZ')).toBe('');
    expect(kit.raw('zpl', encode('hello'))).not.toBe('');
    expect(kit.raw('tspl', 'SIZE 50 mm,30 mm\r\nCLS\r\nBAR 8,8,20,20\r\nPRINT 1\r\n')).toBe('');
    expect(kit.raw('escpos', 'text\n')).toBe('');
    expect(kit.pdf(encode('hello'))).not.toBe('');
  });

  it('reads a GIF', () => {
    const file = decodeHex(MINIMAL_GIF);
    expect(kit.gif.inspect(file)).toMatchObject({ width: 1, height: 1 });
    const [frame] = kit.gif.decode(file);
    expect([...(frame?.data ?? [])]).toEqual([255, 0, 0, 255]);
  });

  it('draws with the fonts of the labels', () => {
    expect(Object.keys(kit.fonts)).toEqual(['400', '700']);
  });
});
