import { describe, expect, it } from 'vitest';
import { encodeAztec } from '../matrix/aztec/encode.ts';
import { deflate, testFonts } from '../testing/fixtures.ts';
import { estimateEncodingCost } from './codes/cost.ts';
import { drawZpl } from './draw/draw.ts';
import { unpackGraphic, estimateUnpackingCost } from './graphic.ts';
import type { PackedGraphic } from './graphic.ts';
import { ZPL_LIMITS } from './limits.ts';
import { drawLabels, getStream } from './testing/drawing.ts';
import { limits } from './testing/template-limits.ts';
import { buildTemplateFromZpl } from './template/template.ts';

const TOO_MUCH = '标签上的内容太多或太大，后面的没有画';
const NOT_KEPT = '标签上的内容太多或太大，后面的没有放进模板';

/** Error messages about omitted content. */
const listMissing = (fields: string): string[] =>
  drawLabels(`^XA${fields}^XZ`).flatMap(({ notices }) =>
    notices.flatMap(({ level, message }) => (level === 'error' ? [message] : [])),
  );

/** Data that counts the reads of its bytes. */
function createCountedData(size: number): { data: Uint8Array; looked: () => number } {
  let looked = 0;
  const data = new Uint8Array(size).fill(0x20);
  const subarray = data.subarray.bind(data);
  Object.assign(data, {
    subarray: (from: number, to: number) => {
      const part = subarray(from, to);
      looked += part.length;
      return part;
    },
    [Symbol.iterator]: () => {
      looked += size;
      return subarray()[Symbol.iterator]();
    },
  });
  return { data, looked: () => looked };
}

describe('a picture with more data than it has dots for', () => {
  it('is looked at as far as its size goes, and says so', () => {
    const { data, looked } = createCountedData(200_000);
    const graphic: PackedGraphic = { format: 'text', data, stride: 1, height: 1 };
    expect(unpackGraphic(graphic).trouble).toBe('图形的数据比它的大小长得多，后面的没有看');
    expect(looked()).toBeLessThan(5000);
    const cost = estimateUnpackingCost(graphic);
    expect(cost).toBeLessThan(ZPL_LIMITS.dots / 1000);
  });

  it('costs its data, packed data more, though it is drawn nowhere', () => {
    const computeCost = (text: string): number =>
      estimateUnpackingCost({ format: 'text', data: Buffer.from(text), stride: 100, height: 100 });
    const digits = computeCost('0'.repeat(20_000));
    expect(digits).toBeGreaterThan(computeCost('0') + 20_000);
    expect(computeCost(`:Z64:${'A'.repeat(20_000)}`)).toBeGreaterThan(2 * digits);
  });

  it('is unpacked once, however often it is recalled', () => {
    const { data, looked } = createCountedData(2000);
    const stream = getStream(`~DGA,8,1,FF^XA${'^XGA^FS'.repeat(300)}^XZ`);
    const [label] = stream.labels;
    const content = label?.fields[0]?.content;
    if (label === undefined || content?.kind !== 'graphic') expect.unreachable();
    Object.assign(content.graphic, { data });
    const { notices } = drawZpl(label, { fonts: testFonts(), lines: stream.lines });
    expect(looked()).toBeLessThan(3 * data.length);
    expect(notices).toMatchObject([{ level: 'warning', count: 300 }]);
  });
});

describe('a code as large as its command says', () => {
  // Pictures that use up most of the limit.
  const before = '^FO0,0^GFA,1,4000000,100,,^FS'.repeat(4);

  it.each([
    ['Aztec', '^FO0,0^B0N,1,N,232^FDa^FS', 5],
    ['PDF417', '^FO0,0^B7N,1,8,10,90^FDa^FS', 40],
    ['Data Matrix', '^FO0,0^BXN,1,200,144,144^FDa^FS', 100],
    ['MaxiCode', '^FO0,0^BD4^FDa^FS', 400],
  ])('is drawn as often as there is room for its size: %s', (_name, code, count) => {
    expect(listMissing(before + code)).toEqual([]);
    expect(listMissing(before + code.repeat(count))).toEqual([TOO_MUCH]);
  });

  it('costs little when it is small', () => {
    const code = '^FO0,0^B0N,1,N,23^FDparcel 12345678^FS^FO0,0^BXN,1,200^FDa^FS';
    expect(listMissing(before + code.repeat(40))).toEqual([]);
  });

  it.each([1, 23, 50, 95, 99])(
    'costs what a share of %i percent for correction makes of it',
    (percent) => {
      for (const text of ['a', 'aaaaaaaaaa']) {
        const data = new TextEncoder().encode(text);
        const code = { symbology: 'aztec', module: 1, sizeCode: percent } as const;
        const bits = 10 * Math.sqrt(estimateEncodingCost(code, { kind: 'code', code, data, text }));
        // Apart from the centre, every module is a bit.
        expect(bits).toBeGreaterThan(0.8 * (encodeAztec(text, { percent }).width - 15) ** 2);
      }
    },
  );
});

describe('a template of too much', () => {
  const getTemplate = (fields: string) => {
    const { labels, lines } = getStream(`^XA${fields}^XZ`);
    const [label] = labels;
    if (label === undefined) return expect.unreachable();
    const { template, notices } = buildTemplateFromZpl(label, {
      fonts: testFonts(),
      lines,
      limits,
      deflate,
    });
    return { template, told: notices.map(({ message, count }) => ({ message, count })) };
  };

  it('ends where drawing does, and makes nothing of what is behind', () => {
    const large = `^FO0,0^A0N,9,9^FB300,200^FD${'w '.repeat(1500)}^FS`.repeat(11);
    const { template, told } = getTemplate(`${large}${'^FO9,9^GB9,9,1^FS'.repeat(50)}`);
    expect(template?.elements.map(({ type }) => type)).toEqual(Array(10).fill('text'));
    expect(told).toContainEqual({ message: NOT_KEPT, count: 1 });
  });

  it('makes no more elements than a template has, and keeps a picture behind them', () => {
    // Each field causes its own notice when it becomes an element.
    const texts = '^FO9,9^A0N,20,20^FB300,2,0,J^FD1^FS'.repeat(limits.elements + 300);
    const { template, told } = getTemplate(`${texts}^FO0,0^GFA,8,8,1,FFFFFFFFFFFFFFFF^FS`);
    expect(told).toContainEqual({ message: '两端对齐的文字改成左对齐', count: limits.elements });
    expect(template?.images).toHaveLength(1);
    expect(template?.elements).toHaveLength(limits.elements);
    expect(told).toContainEqual({
      message: `模板最多 ${limits.elements} 个元素，多出来的没有保留`,
      count: 1,
    });
  });
});
