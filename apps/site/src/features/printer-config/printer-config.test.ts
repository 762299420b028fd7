import { calls } from '@yunbiao/contract';
import { CONFIG_NAME_LENGTH } from '@yunbiao/contract/limits/print-config';
import { describe, expect, it } from 'vitest';
import { listChangedFields } from '../../kit/form/form-state.ts';
import {
  createDraftFromConfig,
  checkPrinterExists,
  createDraft,
  listSettingRangesOfPrinter,
  isSameField,
  toConfigInput,
  changeDraftClient,
  setDraftColumnCount,
  changeDraftPrinter,
  updateSuggestedName,
  type Client,
  type Config,
  type Printer,
} from './draft.ts';
import {
  computeContentFrame,
  computeContentSize,
  convertMmToDots,
  describeOffset,
  readDraftPaper,
  createSpecimenTemplate,
} from './geometry.ts';

const createPrinter = (id: string, clientId: string, dpi: number): Printer => ({
  id,
  clientId,
  name: `打印机 ${id}`,
  language: 'zpl',
  dpi,
  state: 'idle',
  stateReasons: [],
  stateText: '',
  counter: null,
  evidence: ['consumed'],
  reportedAt: '2026-11-21T00:00:00Z',
});
const createClient = (id: string, printers: Printer[]): Client => ({
  id,
  name: `客户端 ${id}`,
  remark: '',
  groupName: '',
  enabled: true,
  online: true,
  virtual: false,
  system: 'Windows 11',
  version: '0.1.0',
  address: '127.0.0.1',
  pairedAt: '2026-11-01T00:00:00Z',
  lastSeenAt: null,
  update: null,
  undrawn: 0,
  printers,
});
const clients = [
  createClient('1', [createPrinter('7', '1', 203), createPrinter('8', '1', 300)]),
  createClient('2', [createPrinter('9', '2', 600)]),
  createClient('3', []),
];
const fresh = createDraft({ clients, isFirst: true });

const config: Config = {
  id: '5',
  name: '办公室资产标签',
  clientId: '1',
  printerId: '7',
  language: 'zpl',
  widthMm: 40,
  heightMm: 30,
  gapMm: 2,
  media: 'gap',
  finishing: 'printer',
  cutEach: 1,
  shiftMm: null,
  calibratedFrom: null,
  columns: 1,
  columnGapMm: 0,
  dpi: 203,
  offsetXMm: 0.5,
  offsetYMm: -1,
  pitchScale: 100,
  rotation: 0,
  barReduction: 0,
  vector: false,
  darkness: 8,
  speed: 4,
  copies: 1,
  isDefault: true,
  enabled: true,
  clientName: '客户端 1',
  printerName: '打印机 7',
  printerState: 'idle',
  printerStateText: '',
  printerReasons: [],
  virtual: false,
  createdAt: '2026-11-01T00:00:00Z',
  updatedAt: '2026-11-01T00:00:00Z',
};

describe('the form of a printer configuration', () => {
  it('starts with the printer asked for, or the first there is', () => {
    expect(fresh).toMatchObject({ clientId: '1', printerId: '7', isDefault: true });
    expect(createDraft({ clients, printerId: '9', isFirst: false })).toMatchObject({
      clientId: '2',
      printerId: '9',
      isDefault: false,
    });
    const away = clients.map((client, at) => ({ ...client, online: at > 0 }));
    expect(createDraft({ clients: away, isFirst: false })).toMatchObject({
      clientId: '2',
      printerId: '9',
    });
    const allAway = clients.map((client) => ({ ...client, online: false }));
    expect(createDraft({ clients: allAway, isFirst: false })).toMatchObject({ printerId: '7' });
    expect(createDraft({ clients: [], isFirst: true })).toMatchObject({
      clientId: '',
      printerId: '',
    });
  });
  it('is named after its printer, within what a name may be', () => {
    const getDraftName = (name: string): string =>
      createDraft({
        clients: [createClient('1', [{ ...createPrinter('7', '1', 203), name }])],
        isFirst: true,
      }).name;
    expect(getDraftName('柜台')).toBe('柜台 60 × 40');
    expect(getDraftName('长'.repeat(52))).toBe(`${'长'.repeat(52)} 60 × 40`);
    expect(getDraftName('长'.repeat(100))).toBe(`${'长'.repeat(51)}… 60 × 40`);
    for (const name of ['x'.repeat(100), `x${'🖨'.repeat(40)}`, '长'.repeat(53)]) {
      const input = toConfigInput(
        { ...fresh, name: getDraftName(name) },
        { language: 'zpl', dpi: 203 },
      );
      expect(getDraftName(name).length).toBeLessThanOrEqual(CONFIG_NAME_LENGTH);
      expect(calls.savePrintConfig.input.safeParse(input).error).toBeUndefined();
      expect(getDraftName(name)).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
    }
  });
  it('keeps the suggested name to its printer and size until one is typed', () => {
    const change = (before: typeof fresh, part: Partial<typeof fresh>, taken: string[] = []) =>
      updateSuggestedName(before, { ...before, ...part }, { clients, taken });
    const other = change(fresh, changeDraftClient(fresh, clients, '2'));
    expect(other.name).toBe('打印机 9 60 × 40');
    const half = change(other, { widthMm: '' });
    expect(half.name).toBe('打印机 9');
    expect(change(half, { widthMm: '50.5' }).name).toBe('打印机 9 50.5 × 40');
    const typed = change(fresh, { name: '柜台' });
    expect(change(typed, { widthMm: '50' }).name).toBe('柜台');
    expect(change(change(typed, { name: '' }), { widthMm: '50' }).name).toBe('');
  });
  it('suggests a name no other configuration has', () => {
    const taken = ['打印机 7 60 × 40', '打印机 7 60 × 40（2）', '打印机 9 60 × 40'];
    const draft = createDraft({ clients, isFirst: false, taken });
    expect(draft.name).toBe('打印机 7 60 × 40（3）');
    const after = changeDraftClient(draft, clients, '2');
    expect(updateSuggestedName(draft, after, { clients, taken }).name).toBe(
      '打印机 9 60 × 40（2）',
    );
  });
  it('takes a printer of the other client along', () => {
    expect(changeDraftClient(fresh, clients, '2')).toMatchObject({ clientId: '2', printerId: '9' });
    expect(changeDraftClient(fresh, clients, '3')).toMatchObject({ clientId: '3', printerId: '' });
    expect(changeDraftClient(fresh, clients, '1')).toMatchObject({ clientId: '1', printerId: '7' });
  });
  it('takes the usual darkness of another language with a printer of it', () => {
    const cheap: Printer = { ...createPrinter('5', '1', 203), language: 'tspl' };
    const all = [
      createClient('1', [createPrinter('7', '1', 203), createPrinter('8', '1', 300), cheap]),
    ];
    const draft = { ...fresh, darkness: 22, speed: 6 };
    expect(changeDraftPrinter(draft, all, '8')).toMatchObject({
      printerId: '8',
      darkness: 22,
      speed: 6,
    });
    expect(changeDraftPrinter(draft, all, '5')).toMatchObject({
      printerId: '5',
      darkness: 8,
      speed: 4,
    });
    expect(createDraft({ clients: all, printerId: '5', isFirst: true }).darkness).toBe(8);
    expect(createDraft({ clients: all, printerId: '7', isFirst: true }).darkness).toBe(15);
  });
  it('asks nothing of a printer that can be told nothing, whatever was chosen for another', () => {
    const till: Printer = { ...createPrinter('5', '1', 203), language: 'escpos' };
    const all = [createClient('1', [createPrinter('7', '1', 203), till])];
    const draft = changeDraftPrinter(
      { ...fresh, gapMm: '3', darkness: 22, widthMm: '58' },
      all,
      '5',
    );
    expect(draft).toMatchObject({ gapMm: '0', darkness: 0, widthMm: '58' });
    expect(listSettingRangesOfPrinter(draft, all)).toMatchObject({
      gapMm: { min: 0, max: 0 },
      widthMm: { min: 5, max: 72 },
    });
    expect(changeDraftPrinter(draft, all, '7')).toMatchObject({ gapMm: '2', darkness: 15 });
    // The language of the printer changed after the configuration was saved.
    const input = toConfigInput({ ...draft, gapMm: '3', darkness: 22, speed: 6 }, till);
    expect(calls.savePrintConfig.input.safeParse(input).error).toBeUndefined();
    const wide = calls.savePrintConfig.input.safeParse({ ...input, widthMm: 76 });
    expect(wide.error?.issues[0]).toMatchObject({ path: ['widthMm'], maximum: 72 });
  });
  it('asks for the gap between columns where there are several, and sends none where there is one', () => {
    const several = setDraftColumnCount(fresh, '3');
    expect(several).toMatchObject({ columns: '3', columnGapMm: '2' });
    expect(setDraftColumnCount({ ...several, columnGapMm: '0' }, '4').columnGapMm).toBe('0');
    expect(setDraftColumnCount({ ...fresh, columnGapMm: '1.5' }, '2').columnGapMm).toBe('1.5');
    const toInput = (draft: typeof fresh) => toConfigInput(draft, { language: 'zpl', dpi: 203 });
    expect(toInput(several)).toMatchObject({ columns: 3, columnGapMm: 2 });
    expect(toInput({ ...several, columns: '1', columnGapMm: '' })).toMatchObject({
      columnGapMm: 0,
    });
    const wide = calls.savePrintConfig.input.safeParse(toInput({ ...several, widthMm: '66' }));
    expect(wide.error?.issues).toMatchObject([
      { path: ['columns'], message: '一排 3 张连间距共 202 mm，最宽 200 mm' },
    ]);
    expect(readDraftPaper(several)).toMatchObject({ columns: 3, columnGapMm: 2 });
    expect(readDraftPaper({ ...several, columns: '2.5' })?.columns).toBe(1);
  });
  it('sends of media and finishing what its language can be told', () => {
    const till: Printer = { ...createPrinter('5', '1', 203), language: 'escpos' };
    const draft = { ...fresh, media: 'black-mark', finishing: 'cut', cutEach: '4' } as const;
    const sent = toConfigInput({ ...draft, shiftMm: '−1.5' }, { language: 'zpl', dpi: 203 });
    expect(sent).toMatchObject({ media: 'black-mark', cutEach: 4, shiftMm: -1.5 });
    expect(
      toConfigInput({ ...draft, shiftMm: ' ' }, { language: 'tspl', dpi: 203 })['shiftMm'],
    ).toBe(null);
    const other = toConfigInput({ ...draft, finishing: 'peel', shiftMm: '1' }, till);
    expect(other).toMatchObject({
      media: 'continuous',
      finishing: 'cut',
      cutEach: 1,
      shiftMm: null,
    });
    expect(calls.savePrintConfig.input.safeParse(other).error).toBeUndefined();
    expect(toConfigInput({ ...draft, media: 'continuous' }, undefined)).toMatchObject({ gapMm: 0 });
    // The default gap, used when the user switches to paper with gaps.
    expect(createDraftFromConfig({ ...config, media: 'continuous', gapMm: 0 }).gapMm).toBe('2');
  });
  it('sends vectors only to printers that can draw them', () => {
    const draft = { ...fresh, vector: true };
    const getVector = (language: 'zpl' | 'ipp', dpi: 203 | 600) =>
      toConfigInput(draft, { language, dpi })['vector'];
    expect([getVector('ipp', 600), getVector('ipp', 203), getVector('zpl', 600)]).toEqual([
      true,
      false,
      false,
    ]);
    expect(toConfigInput(draft, undefined)['vector']).toBe(false);
  });
  it('asks for another printer when the chosen one is gone', () => {
    expect(checkPrinterExists(fresh, clients)).toEqual({});
    expect(checkPrinterExists(fresh, clients.slice(1))).toEqual({ clientId: '选一台客户端' });
    expect(checkPrinterExists({ ...fresh, printerId: '99' }, clients)).toEqual({
      printerId: '选一台打印机',
    });
  });
  it('names what was changed, numbers by their value', () => {
    const draft = createDraftFromConfig(config);
    const listChanges = (to: typeof draft) => listChangedFields(draft, to, isSameField);
    expect(listChanges({ ...draft, gapMm: '2.0', offsetYMm: '−1' })).toEqual([]);
    expect(listChanges({ ...draft, gapMm: '3', enabled: false })).toEqual(['gapMm', 'enabled']);
    expect(listChanges({ ...draft, gapMm: '' })).toEqual(['gapMm']);
  });
  it('sends the printer’s own language and resolution', () => {
    const input = toConfigInput(
      { ...fresh, printerId: '8', offsetXMm: '＋0.5' },
      clients[0]?.printers[1],
      '5',
    );
    expect(input).toMatchObject({
      id: '5',
      language: 'zpl',
      dpi: 300,
      offsetXMm: 0.5,
      rotation: 0,
      name: fresh.name,
    });
  });
  it('sends a wrong number as it was typed, for the server to name', () => {
    expect(toConfigInput({ ...fresh, widthMm: '4o' }, undefined)).toMatchObject({ widthMm: '4o' });
  });
});

describe('the paper of the preview', () => {
  const paper = readDraftPaper({ ...createDraftFromConfig(config), rotation: '90' });

  it('is none while the size is not one', () => {
    for (const widthMm of ['', '4o', '0', '201'])
      expect(readDraftPaper({ ...fresh, widthMm })).toBeNull();
  });
  it('leaves out what is wrong elsewhere', () =>
    expect(readDraftPaper({ ...fresh, offsetXMm: '99' })?.offsetXMm).toBe(0));
  it('counts dots as the head has them', () => {
    expect(convertMmToDots(60, 203)).toBe(480);
    expect(convertMmToDots(60, 300)).toBe(709);
    expect(convertMmToDots(25.4, 600)).toBe(600);
  });
  it('turns the content onto it', () => {
    expect(paper && computeContentSize(paper)).toEqual({ widthMm: 30, heightMm: 40 });
    expect(paper && createSpecimenTemplate(paper)).toMatchObject({ widthMm: 30, heightMm: 40 });
  });
  it('moves the content by the offset, and says so', () => {
    expect(paper && computeContentFrame(paper)).toMatchObject({
      xMm: 0.5,
      yMm: -1,
      widthMm: 40,
      heightMm: 30,
      isOver: true,
    });
    expect(paper && describeOffset(paper)).toBe('向右 0.5 mm，向上 1 mm');
    expect(paper && describeOffset({ ...paper, offsetXMm: 0, offsetYMm: 0 })).toBe('');
  });
  it('keeps a specimen inside the smallest and the largest label', () => {
    for (const [widthMm, heightMm] of [
      ['5', '5'],
      ['200', '300'],
      ['60', '8'],
    ] as const) {
      const small = readDraftPaper({ ...fresh, widthMm, heightMm });
      if (!small) throw new Error('there is a paper');
      for (const box of createSpecimenTemplate(small).elements) {
        expect(box.xMm).toBeGreaterThanOrEqual(0);
        expect(box.xMm + box.widthMm).toBeLessThanOrEqual(small.widthMm + 0.01);
      }
    }
  });
});
