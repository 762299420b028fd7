import { describe, expect, it } from 'vitest';
import { calls } from './api/calls.ts';
import { parsePrintSetup } from './printing/print-setup.ts';

const config = {
  name: '发货台',
  clientId: '1',
  printerId: '2',
  language: 'zpl',
  widthMm: 60,
  heightMm: 40,
  dpi: 203,
};
const listProblems = (change: Record<string, unknown>): [string, string][] =>
  (calls.savePrintConfig.input.safeParse({ ...config, ...change }).error?.issues ?? []).map(
    ({ path, message }) => [path.join('.'), message],
  );

describe('what a printer is told of its labels', () => {
  it('is taken where the language has a word for it', () => {
    for (const language of ['zpl', 'tspl'])
      for (const media of ['gap', 'black-mark', 'continuous'])
        for (const finishing of ['printer', 'tear', 'peel', 'cut'])
          expect(listProblems({ language, media, finishing, cutEach: 5, shiftMm: -2.5 })).toEqual(
            [],
          );
    expect(
      listProblems({ language: 'escpos', gapMm: 0, darkness: 0, speed: 1, finishing: 'tear' }),
    ).toEqual([]);
  });
  it('is refused where it has none, at its field', () => {
    const till = { language: 'escpos', darkness: 0, speed: 1, gapMm: 0 };
    expect(listProblems({ ...till, media: 'gap' })).toEqual([
      ['media', 'ESC/POS 说不了间隙纸，只能选连续纸'],
    ]);
    expect(listProblems({ ...till, finishing: 'peel' })).toEqual([
      ['finishing', 'ESC/POS 不能设成剥纸，只能选切纸、撕纸'],
    ]);
    expect(listProblems({ ...till, shiftMm: 1 })).toEqual([
      ['shiftMm', 'ESC/POS 没有打印起点可设，用纵向偏移'],
    ]);
    expect(listProblems({ ...till, language: 'ipp', finishing: 'cut' })[0]?.[0]).toBe('finishing');
  });
  it('is within what the head can be told', () => {
    expect(listProblems({ shiftMm: 15 })).toEqual([]);
    expect(listProblems({ shiftMm: 16 })).toEqual([
      ['shiftMm', 'ZPL 在 203 dpi 下打印起点在 -15 到 15 mm 之间'],
    ]);
    expect(listProblems({ dpi: 600, shiftMm: 6 })[0]?.[1]).toContain('在 -5.08 到 5.08 mm 之间');
  });
  it('is vectors on fine dots of printers that take pages, and nowhere else', () => {
    const page = { vector: true, dpi: 600, darkness: 0, speed: 1 };
    for (const language of ['driver', 'ipp']) {
      expect(listProblems({ ...page, language }).filter(([field]) => field === 'vector')).toEqual(
        [],
      );
      expect(listProblems({ ...page, language, dpi: 300 }).map(([field]) => field)).toContain(
        'vector',
      );
    }
    expect(listProblems({ vector: true, dpi: 600 })).toEqual([
      ['vector', '只有 600 dpi、经系统驱动或 IPP 打印的打印机能用矢量出图'],
    ]);
  });
  it('has a gap where it looks for one', () => {
    expect(listProblems({ media: 'gap', gapMm: 0 })[0]?.[0]).toBe('gapMm');
    expect(listProblems({ media: 'black-mark', gapMm: 0 })).toEqual([['gapMm', '黑标高要大于 0']]);
    expect(listProblems({ gapMm: 0 })).toEqual([]);
  });
});

it('reads setups from before as they were printed', () => {
  const old = {
    dpi: 203,
    widthMm: 60,
    heightMm: 40,
    offsetXMm: 0,
    offsetYMm: 0,
    pitchScale: 100,
    rotation: 0,
    darkness: 8,
    speed: 4,
  };
  const read = (change: object) => parsePrintSetup(JSON.stringify({ ...old, ...change }));
  const told = { cutEach: 1, shiftMm: null, vector: false };
  expect(read({ language: 'zpl', gapMm: 2 })).toMatchObject({
    ...told,
    media: 'gap',
    finishing: 'printer',
  });
  expect(read({ language: 'tspl', gapMm: 0 })).toMatchObject({
    ...told,
    media: 'continuous',
    finishing: 'printer',
  });
  expect(read({ language: 'escpos', gapMm: 0 })).toMatchObject({
    ...told,
    media: 'continuous',
    finishing: 'cut',
  });
});
