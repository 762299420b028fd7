import { calls } from '@yunbiao/contract';
import { CONFIG_NAME_LENGTH } from '@yunbiao/contract/limits/print-config';
import { expect, it } from 'vitest';
import { copyConfig } from './copy-config.ts';
import type { Config, Printer } from './draft.ts';

const config: Config = {
  id: '5',
  name: '发货台 60 × 40',
  clientId: '1',
  printerId: '7',
  language: 'zpl',
  widthMm: 60,
  heightMm: 40,
  gapMm: 3,
  media: 'black-mark',
  finishing: 'cut',
  cutEach: 5,
  shiftMm: -8,
  columns: 1,
  columnGapMm: 0,
  dpi: 203,
  offsetXMm: 0.5,
  offsetYMm: -1,
  pitchScale: 99.5,
  calibratedFrom: null,
  rotation: 90,
  barReduction: 1,
  vector: false,
  darkness: 22,
  speed: 6,
  copies: 2,
  isDefault: true,
  enabled: true,
  clientName: '客户端 1',
  printerName: '发货台',
  printerState: 'idle',
  printerStateText: '',
  printerReasons: [],
  virtual: false,
  createdAt: '2026-11-01T00:00:00Z',
  updatedAt: '2026-11-01T00:00:00Z',
};
const createPrinter = (rest: Partial<Printer>): Printer => ({
  id: '9',
  clientId: '2',
  name: '仓库',
  language: 'zpl',
  dpi: 203,
  state: 'idle',
  stateReasons: [],
  stateText: '',
  counter: null,
  evidence: ['consumed'],
  reportedAt: '2026-11-21T00:00:00Z',
  ...rest,
});
const listErrors = (input: unknown) =>
  calls.savePrintConfig.input.safeParse(input).error?.issues.map(({ path }) => path.join('.'));

it('copies all but what was measured to a printer of the same language', () => {
  const { input, dropped } = copyConfig(config, createPrinter({}), []);
  expect(input).toMatchObject({
    name: '仓库 60 × 40',
    clientId: '2',
    printerId: '9',
    media: 'black-mark',
    gapMm: 3,
    finishing: 'cut',
    cutEach: 5,
    shiftMm: -8,
    offsetXMm: 0,
    pitchScale: 100,
    rotation: 90,
    darkness: 22,
    speed: 6,
    copies: 2,
    isDefault: false,
  });
  expect(input).not.toHaveProperty('id');
  expect(dropped).toEqual(['校准不带过去，到新打印机上再量一次']);
  expect(listErrors(input)).toBeUndefined();
});

it('is told apart from what is called so already', () => {
  const getCopyName = (config: Config, taken: string[]) =>
    copyConfig(config, createPrinter({}), taken).input['name'];
  expect(getCopyName(config, ['仓库 60 × 40'])).toBe('仓库 60 × 40（2）');
  const own = { ...config, name: '小票' };
  expect(getCopyName(own, ['小票', '小票（副本）'])).toBe('小票（副本）（2）');
  const long = '长'.repeat(CONFIG_NAME_LENGTH);
  const copyName = getCopyName({ ...config, name: long }, []) as string;
  const again = getCopyName({ ...config, name: long }, [copyName]) as string;
  expect(again).toMatch(/…（2）$/);
  expect(again).toHaveLength(CONFIG_NAME_LENGTH);
});

it('says what another head or language leaves out', () => {
  const fine = copyConfig(config, createPrinter({ dpi: 600 }), []);
  expect(fine.input).toMatchObject({ dpi: 600, shiftMm: null });
  expect(fine.dropped).toContain('打印起点不带过去');
  const tspl = copyConfig(config, createPrinter({ language: 'tspl' }), []);
  expect(tspl.input).toMatchObject({ language: 'tspl', darkness: 8, shiftMm: -8 });
  expect(tspl.dropped).toContain('浓度和速度换成 TSPL 常用的，刻度不一样');
  const till = copyConfig(config, createPrinter({ language: 'escpos' }), []);
  expect(till.dropped).toEqual([
    '校准不带过去，到新打印机上再量一次',
    'ESC/POS 说不了黑标纸',
    '打印起点不带过去',
    '浓度和速度换成 ESC/POS 常用的，刻度不一样',
  ]);
  for (const { input } of [fine, tspl, till]) expect(listErrors(input)).toBeUndefined();
});

it('says when the labels are too wide for it, at the field', () => {
  const { input, dropped } = copyConfig(
    { ...config, widthMm: 100 },
    createPrinter({ language: 'escpos' }),
    [],
  );
  expect(dropped.at(-1)).toBe('标签宽 100 mm，ESC/POS 最宽 72 mm，复制不过去');
  expect(listErrors(input)).toEqual(['widthMm']);
});
