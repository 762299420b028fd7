import {
  ALL,
  createEscposPrinter,
  createTsplPrinter,
  createZplPrinter,
  EXCLUSIVE,
  type PrinterKind,
  SHARED,
} from './printer-kind.ts';
import { generateEscposKind, generateKind, generateTsplKind } from './random-kinds.ts';

const ZPL_KINDS: Record<string, PrinterKind> = {
  counting: {
    words: 'counts, and may count what a stop ruined',
    settings: EXCLUSIVE,
    printer: createZplPrinter({ counter: { ruined: true }, calibrationLabels: 1 }),
    faults: ALL,
    uncertain: 2,
    ends: 'printed',
  },
  whole: {
    words: 'counts whole labels only, half a second late, and forgets the last in a power cut',
    settings: { ...EXCLUSIVE, wholeCounter: true },
    printer: createZplPrinter({ counter: { feeds: false, lateMs: 500, persistence: 'behind' } }),
    faults: [...ALL, 'cancel'],
    uncertain: 2,
    ends: 'printed',
  },
  forgetful: {
    words: 'counts from nothing, and from nothing again after a power cut',
    settings: EXCLUSIVE,
    printer: createZplPrinter({
      status: { order: 'after drawing', onFault: 'flags' },
      counter: { start: 0, persistence: 'reset', order: 'immediate' },
    }),
    faults: [...ALL, 'cancel'],
    uncertain: 2,
    ends: 'printed',
  },
  busy: {
    words: 'does not count, shows what it is doing, answers at once',
    settings: SHARED,
    printer: createZplPrinter({
      counter: { labels: 'none', length: 'none' },
      status: { onFault: 'flags' },
    }),
    faults: ALL,
    uncertain: 1,
    ends: 'printed',
  },
  inStream: {
    words: 'does not count, answers behind the printing, silent on faults',
    settings: SHARED,
    printer: createZplPrinter({
      speedMmPerS: 50,
      counter: { labels: 'question' },
      status: { order: 'after printing' },
    }),
    faults: ALL,
    uncertain: 1,
    ends: 'printed',
  },
  early: {
    words: 'does not count, and is idle while it draws',
    settings: SHARED,
    printer: createZplPrinter({
      drawMs: 300,
      counter: { labels: 'none', length: 'none' },
      status: { drawing: 'invisible' },
    }),
    faults: ALL,
    uncertain: 1,
    ends: 'sent',
  },
  close: {
    words: 'is only known to close a connection it has read',
    settings: { ...SHARED, closeAfter: true },
    printer: createZplPrinter({}),
    faults: ['agent', 'server', 'cut'],
    uncertain: 1,
    ends: 'sent',
  },
};

const TSPL_KINDS: Record<string, PrinterKind> = {
  tspl: {
    words: 'TSPL as in the manual: both statuses, at once, and printing shows',
    settings: SHARED,
    printer: createTsplPrinter({}),
    faults: ALL,
    uncertain: 1,
    ends: 'printed',
  },
  tsplByte: {
    words: 'TSPL with one status only, half a second to draw, goes on with what is unfinished',
    settings: EXCLUSIVE,
    printer: createTsplPrinter({
      frames: 'ignored',
      immediates: 'between lines',
      partialOnClose: 'kept',
      drawMs: 500,
    }),
    faults: ALL,
    uncertain: 1,
    ends: 'printed',
  },
  tsplLate: {
    words: 'TSPL that answers late and old, keeps what is unfinished, feeds after the head closes',
    settings: SHARED,
    printer: createTsplPrinter({
      partialOnClose: 'kept',
      calibrationLabels: 1,
      speedMmPerS: 50,
      status: { lagMs: [30, 400], staleMs: 800 },
    }),
    faults: ALL,
    uncertain: 1,
    ends: 'printed',
  },
  tsplMute: {
    words: 'TSPL that never shows that it prints',
    settings: SHARED,
    printer: createTsplPrinter({ status: { remaining: 'hidden' } }),
    faults: ALL,
    uncertain: 1,
    ends: 'sent',
  },
  tsplClose: {
    words: 'TSPL, and only known to close a connection it has read',
    settings: { ...SHARED, closeAfter: true },
    printer: createTsplPrinter({ partialOnClose: 'kept' }),
    faults: ['agent', 'server', 'cut'],
    uncertain: 1,
    ends: 'sent',
  },
};

const ESCPOS_KINDS: Record<string, PrinterKind> = {
  escpos: {
    words: 'ESC/POS as in the manual: statuses at once, and IDs given back once printed',
    settings: SHARED,
    printer: createEscposPrinter({}),
    faults: ALL,
    uncertain: 1,
    ends: 'printed',
  },
  escposCheap: {
    words: 'ESC/POS that answers two of four, in the stream, without a cutter, one row too many',
    settings: EXCLUSIVE,
    printer: createEscposPrinter({
      stock: 'roll, torn',
      statuses: [1, 4],
      status: { order: 'after drawing' },
      drawerHigh: true,
      greedyRows: 48,
      statusBackAtPowerUp: 255,
    }),
    faults: ALL,
    uncertain: 1,
    ends: 'printed',
  },
  escposForgets: {
    words: 'ESC/POS that answers late and old, and forgets all at a stop',
    settings: SHARED,
    printer: createEscposPrinter({
      afterStop: 'forgets',
      partialOnClose: 'discarded',
      speedMmPerS: 50,
      status: { lagMs: [30, 200], staleMs: 800 },
    }),
    faults: ALL,
    uncertain: 1,
    ends: 'either',
  },
  escposMute: {
    words: 'ESC/POS that prints what it does not know, the IDs among it',
    settings: SHARED,
    printer: createEscposPrinter({ processIds: 'unknown', unknown: 'printed' }),
    faults: ALL,
    uncertain: 1,
    ends: 'sent',
  },
  escposClose: {
    words: 'ESC/POS, and only known to close a connection it has read',
    settings: { ...SHARED, closeAfter: true },
    printer: createEscposPrinter({}),
    faults: ['agent', 'server', 'cut'],
    uncertain: 1,
    ends: 'sent',
  },
};

const createQueuedKind = (
  behind: NonNullable<PrinterKind['behind']>,
  words: string,
): PrinterKind => ({
  words,
  settings: SHARED,
  printer: createZplPrinter({}),
  faults: ['agent', 'server'],
  uncertain: 1,
  ends: 'sent',
  behind,
});

const QUEUE_KINDS: Record<string, PrinterKind> = {
  cupsQueue: createQueuedKind('cups', 'ZPL behind a queue of CUPS'),
  ippQueue: createQueuedKind('ipp', 'ZPL behind a server that speaks IPP'),
  windowsQueue: createQueuedKind(
    'windows',
    'ZPL behind a queue of Windows, which is Wine in front of CUPS',
  ),
};

/** Kinds by language, and the kind of each language with random traits. */
export const KINDS_OF = {
  zpl: { kinds: ZPL_KINDS, any: 'any' },
  tspl: { kinds: TSPL_KINDS, any: 'anyTspl' },
  escpos: { kinds: ESCPOS_KINDS, any: 'anyEscpos' },
} as const;

export const getKind = (name: string, seed: number): PrinterKind => {
  if (name === 'any') return generateKind(seed);
  if (name === 'anyTspl') return generateTsplKind(seed);
  if (name === 'anyEscpos') return generateEscposKind(seed);
  const kinds: Record<string, PrinterKind> = {
    ...ZPL_KINDS,
    ...TSPL_KINDS,
    ...ESCPOS_KINDS,
    ...QUEUE_KINDS,
  };
  const kind = kinds[name];
  if (!kind)
    throw new Error(
      `no printer ${name}: ${Object.keys(kinds).join(', ')}, any, anyTspl, anyEscpos`,
    );
  return kind;
};
