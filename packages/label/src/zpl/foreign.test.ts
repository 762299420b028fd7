import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { bitmapToPng } from '../output/png.ts';
import { createBitmap, blackenRowSpan } from '../raster/bitmap.ts';
import { rasterizeScene } from '../raster/rasterize.ts';
import { readWithZxing } from '../testing/readers.ts';
import { drawCleanly, drawLabels, measureInkBox } from './testing/drawing.ts';

const ANY_CODE = { formats: [], textMode: 'Plain' as const };

describe('text on its base line', () => {
  it.each(['N', 'R', 'I', 'B'])('stands where ^FT says at every height, turned %s', (turn) => {
    for (let height = 10; height <= 80; height += 1) {
      const [left, top, right, bottom] = measureInkBox(
        drawCleanly(`^FT200,160^A0${turn},${height}^FDHI^FS`),
      );
      const start = { N: left, R: top, I: right, B: bottom }[turn] ?? 0;
      const base = { N: bottom, R: left, I: top, B: right }[turn] ?? 0;
      const along = turn === 'N' || turn === 'I' ? 200 : 160;
      expect(Math.abs(start - along), `${height}`).toBeLessThan(12);
      expect(Math.abs(base - (360 - along)), `${height}`).toBeLessThanOrEqual(1);
    }
  });

  it.each(['N', 'R', 'I', 'B'])('goes on behind the text before it, turned %s', (turn) => {
    const first = `^FT200,160^A0${turn},32,32^FDHI^FS`;
    const firstBox = measureInkBox(drawCleanly(first));
    const bothBox = measureInkBox(drawCleanly(`${first}^FT^A0${turn},32,32^FDHI^FS`));
    const grown = bothBox.map((edge, side) => Math.abs(edge - (firstBox[side] ?? 0)));
    const side = { N: 2, R: 3, I: 0, B: 1 }[turn] ?? 0;
    expect(grown[side]).toBeGreaterThan(20);
    expect(grown.filter((by) => by === 0)).toHaveLength(3);
  });

  it('goes on behind texts that ^FT placed, not behind what ^FO placed or a code', () => {
    const first = '^FT10,100^A0N,32,32^FDHI^FS';
    const next = '^FT^A0N,32,32^FDHI^FS';
    const both = measureInkBox(drawCleanly(first + next));
    const between = '^FO10,200^A0N,32,32^FDHI^FS^FT300,300^BY2^BCN,40,N^FD1^FS';
    const [left, top, right] = measureInkBox(drawCleanly(first + between + next));
    expect([left, top, right > both[2]]).toEqual([both[0], both[1], true]);
    const [alone] = drawLabels(`^XA${next}^XZ`);
    expect(alone?.notices[0]?.message).toContain('没有接得上的文字');
    const [home] = drawLabels(`^XA^LH50,120${next}^XZ`);
    const [x = 0, , , bottom] = home ? measureInkBox(home.bitmap) : [];
    expect([Math.abs(x - 50) < 12, bottom]).toEqual([true, 120]);
  });

  it('cannot reach the raster between two dots', () => {
    const scene = {
      dpi: 203 as const,
      widthDots: 80,
      heightDots: 80,
      ops: [{ kind: 'rect' as const, elementId: '', x0: 0, y0: 0.5, x1: 8, y1: 8 }],
      codes: [],
      warnings: [],
    };
    expect(() => rasterizeScene(scene as unknown as Parameters<typeof rasterizeScene>[0])).toThrow(
      RangeError,
    );
  });
});

describe('codes of carriers', () => {
  it('has rows of PDF417 as high in dots as ^B7 says, whatever ^BY', () => {
    for (const module of [1, 2, 3]) {
      const [, top, , bottom] = measureInkBox(
        drawCleanly(`^FO20,20^BY${module}^B7N,8,2,4,10^FDPDF417^FS`),
      );
      expect(bottom - top).toBe(80);
    }
  });

  it.each(['>;1234567890', '>:1234567890', '1234567890'])(
    'is an Interleaved 2 of 5 of its digits: %s',
    async (data) => {
      const bitmap = drawCleanly(`^FO60,60^BY3^B2N,80,N,N^FD${data}^FS`);
      expect(await readWithZxing(bitmap, ANY_CODE)).toEqual(['1234567890']);
    },
  );
});

describe('symbols of ^GS', () => {
  it.each(['A', 'B', 'C'])('%s is drawn', (letter) => {
    expect(measureInkBox(drawCleanly(`^FO50,50^GSN,60,60^FD${letter}^FS`))[2]).toBeGreaterThan(60);
  });

  it.each([
    ['D', 'UL'],
    ['E', 'CSA'],
  ])('%s is told: only printers have it', (letter, mark) => {
    const [drawn] = drawLabels(`^XA^FO50,50^GSN,60,60^FD${letter}^FS^XZ`);
    expect(drawn?.notices).toMatchObject([{ level: 'warning' }]);
    expect(drawn?.notices[0]?.message).toContain(`${mark} 认证标志`);
  });
});

describe('half the resolution', () => {
  const box = '^FO10,20^GB30,10,10^FS';

  it('makes each dot two, and the label as large as it was', () => {
    const half = drawCleanly(`^JMB${box}`);
    expect(measureInkBox(half)).toEqual([20, 40, 80, 60]);
    expect([half.width, half.height]).toEqual([480, 320]);
    expect(measureInkBox(drawCleanly(`^JMB^PW200^LL100${box}`))).toEqual([20, 40, 80, 60]);
  });

  it('lasts until it is set back, and ^JMA is nothing to be told', () => {
    const [first, second, third] = drawLabels(`^XA^JMB${box}^XZ^XA${box}^XZ^XA^JMA${box}^XZ`);
    expect([first, second, third].map((drawn) => drawn && measureInkBox(drawn.bitmap)[0])).toEqual([
      20, 20, 10,
    ]);
    expect(third?.notices).toEqual([]);
  });
});

describe('a PNG that ~DY brings', () => {
  const picture = createBitmap(24, 6);
  for (const y of [0, 5]) blackenRowSpan(picture.data, y * picture.stride, 0, 24);
  const file = Buffer.from(bitmapToPng(picture, (bytes) => deflateSync(bytes)));
  const hex = file.toString('hex').toUpperCase();

  it.each([
    ['P', hex],
    ['P', `:B64:${file.toString('base64')}:0000`],
    ['A', hex],
  ])('is recalled by its name: format %s', (format, data) => {
    const source = `~DYR:LOGO.PNG,${format},P,${file.length},,${data}`;
    for (const recall of ['^XGR:LOGO.PNG', '^IMR:LOGO.PNG', '^XGR:LOGO']) {
      const [drawn] = drawLabels(`${source}^XA^FO40,30${recall}^FS^XZ`);
      expect(drawn && measureInkBox(drawn.bitmap)).toEqual([40, 30, 64, 36]);
    }
    const [large] = drawLabels(`${source}^XA^FO40,30^XGR:LOGO.PNG,2,3^FS^XZ`);
    expect(large && measureInkBox(large.bitmap)).toEqual([40, 30, 88, 48]);
  });

  it('may be in bytes, whatever signs these hold', () => {
    const head = Buffer.from(`~DYR:LOGO.PNG,B,P,${file.length},,`);
    const tail = Buffer.from('^XA^FO40,30^XGR:LOGO.PNG^FS^XZ');
    const [drawn] = drawLabels(Buffer.concat([head, file, tail]));
    expect(drawn && measureInkBox(drawn.bitmap)).toEqual([40, 30, 64, 36]);
  });

  it.each([
    ['nothing', ''],
    ['no PNG', '00112233'],
    ['half of one', hex.slice(0, hex.length >> 1)],
    ['one that says it is huge', hex.slice(0, 32) + 'FFFFFFFFFFFFFFFF' + hex.slice(48)],
  ])('is told when it is %s, and the rest is drawn', (_what, data) => {
    const [drawn] = drawLabels(
      `~DYR:LOGO.PNG,P,P,${file.length},,${data}^XA^FO40,30^XGR:LOGO.PNG^FS^FO1,1^GB5,5,5^FS^XZ`,
    );
    expect(drawn && measureInkBox(drawn.bitmap)).toEqual([1, 1, 6, 6]);
    expect(drawn?.notices.map(({ level }) => level)).not.toEqual([]);
  });
});
