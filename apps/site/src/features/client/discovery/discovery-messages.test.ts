import { expect, it } from 'vitest';
import {
  getDiscoveredStatus,
  listPossiblePrinterLanguages,
  guessPrinterLanguage,
  splitDiscovered,
  listMoveCandidates,
  describeLoadedMedia,
  type FoundPrinter,
} from './discovery-messages.ts';

const createFoundPrinter = (rest: Partial<FoundPrinter> = {}): FoundPrinter => ({
  id: 'a'.repeat(16),
  name: 'Zebra ZD421',
  kind: 'tcp',
  where: '192.168.1.50:9100',
  also: [],
  model: '',
  usable: true,
  language: null,
  dpi: null,
  state: null,
  stateReasons: [],
  media: [],
  movedFrom: null,
  here: true,
  lastSeenAt: '2026-11-24T00:00:00Z',
  printerId: null,
  ...rest,
});

it('says how a printer is in the words every page has for it', () => {
  expect(getDiscoveredStatus(createFoundPrinter())).toEqual({ kind: 'ok', text: '找到了' });
  const idle = createFoundPrinter({ state: 'idle', stateReasons: ['media-low-report'] });
  expect(getDiscoveredStatus(idle)).toEqual({ kind: 'ok', text: '空闲，纸快用完了' });
  const stopped = createFoundPrinter({
    state: 'stopped',
    stateReasons: ['media-empty-error', 'cover-open'],
  });
  expect(getDiscoveredStatus(stopped)).toEqual({ kind: 'uncertain', text: '缺纸、盖子开着' });
  expect(getDiscoveredStatus({ ...stopped, here: false })).toEqual({
    kind: 'off',
    text: '现在不在',
  });
});

it('offers what is spoken there, the likely one first', () => {
  expect(listPossiblePrinterLanguages(createFoundPrinter({ language: 'escpos' }))[0]).toBe(
    'escpos',
  );
  expect(listPossiblePrinterLanguages(createFoundPrinter())).not.toContain('driver');
  expect(guessPrinterLanguage(createFoundPrinter({ language: 'zpl' }))).toBe('zpl');
  expect(guessPrinterLanguage(createFoundPrinter())).toBe('tspl');
  expect(guessPrinterLanguage(createFoundPrinter({ language: 'driver' }))).toBe('tspl');
});

it('lists what is not in use, those that are there first, and tells of those that moved', () => {
  const printers = [
    createFoundPrinter({ id: '1', here: false }),
    createFoundPrinter({ id: '2' }),
    createFoundPrinter({ id: '3', printerId: '7' }),
    createFoundPrinter({ id: '4', printerId: '8', movedFrom: '192.168.1.9:9100' }),
  ];
  const { fresh, moved } = splitDiscovered({ clientId: '1', toldAt: '', printers, addresses: [] });
  expect(fresh.map(({ id }) => id)).toEqual(['2', '1']);
  expect(moved.map(({ id }) => id)).toEqual(['4']);
  expect(splitDiscovered(undefined)).toEqual({ fresh: [], moved: [] });
});

it('says what lies in it, where it told', () => {
  expect(describeLoadedMedia([])).toBe('');
  expect(
    describeLoadedMedia([
      { widthMm: 60, heightMm: 40 },
      { widthMm: 100, heightMm: 150 },
    ]),
  ).toBe('装着 60 × 40 mm、100 × 150 mm');
});

it('may be a printer in use that nobody reaches where it was, when the same is spoken there', () => {
  const away = {
    id: '7',
    name: '发货台',
    language: 'tspl',
    state: 'stopped',
    stateReasons: ['connecting-to-device'],
  } as const;
  const printers = [
    { ...away, stateReasons: [...away.stateReasons] },
    { ...away, id: '8', stateReasons: ['media-empty'] },
    { ...away, id: '9', state: 'idle' as const, stateReasons: [] },
    { ...away, id: '10', language: 'driver' as const, stateReasons: [...away.stateReasons] },
  ];
  const listMoveIds = (foundPrinter: FoundPrinter): string[] =>
    listMoveCandidates(foundPrinter, printers).map(({ id }) => id);
  expect(listMoveIds(createFoundPrinter())).toEqual(['7']);
  expect(listMoveIds(createFoundPrinter({ kind: 'cups-queue' }))).toEqual(['7', '10']);
  expect(listMoveIds(createFoundPrinter({ here: false }))).toEqual([]);
  expect(listMoveIds(createFoundPrinter({ usable: false }))).toEqual([]);
});
