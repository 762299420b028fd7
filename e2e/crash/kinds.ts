import type { PartialOptions as EscposOptions } from '../printers/escpos/options.ts';
import { createPersonality as escposPersonality } from '../printers/escpos/personality.ts';
import type { PartialOptions as TsplOptions } from '../printers/tspl/options.ts';
import { createPersonality } from '../printers/tspl/personality.ts';
import type { PartialOptions as ZplOptions } from '../printers/zpl/options.ts';
import { getPersonality } from '../printers/zpl/personality.ts';
import { Chance } from '../printers/works/random.ts';
import { createRandom } from './random.ts';

/**
 * Faults of the print client, server, connection and printer. `upgrade`: the client is killed and
 * restarted at the same home as the other of two versions, newer or older; only on request.
 */
export type Fault = 'agent' | 'server' | 'cut' | 'power' | 'stop' | 'drop' | 'cancel' | 'upgrade';

/** Actions of people: printer settings on the machine, and the member's actions on the pages. */
export type Act = 'rename' | 'readdress' | 'remove' | 'recall' | 'again';

/** Weighted choices: a batch that is cancelled early meets no further fault. */
export const ACTS: readonly Act[] = [
  ...(['rename', 'rename', 'readdress', 'readdress', 'remove', 'recall'] as const),
  ...(['again', 'again', 'again'] as const),
];

/**
 * Lasting faults, in a group that continues without the printer: stopped, off, or its client killed
 * and not restarted.
 */
export type LastingFault = 'out' | 'off' | 'away';

export type PrinterKind = {
  words: string;
  /** The member's settings for it. */
  settings: { exclusive: boolean; closeAfter: boolean; wholeCounter: boolean };
  printer:
    | { language: 'zpl'; options: ZplOptions }
    | { language: 'tspl'; options: TsplOptions }
    | { language: 'escpos'; options: EscposOptions };
  faults: readonly Fault[];
  /** Labels a fault may leave uncertain; null: any number, for very unusual printers. */
  uncertain: number | null;
  /** Final state of a label on a healthy printer. */
  ends: 'printed' | 'sent' | 'either';
  /**
   * The printer is behind a queue: CUPS's own, CUPS as an IPP server, or Windows's (Wine in front
   * of CUPS). No label is lost in the queue: one that is `sent` comes out.
   */
  behind?: 'cups' | 'ipp' | 'windows';
};

/** Lasting faults possible for a printer, derived from its short faults. */
export const listLasting = ({ faults }: PrinterKind): LastingFault[] => [
  ...(faults.includes('stop') ? (['out'] as const) : []),
  ...(faults.includes('power') ? (['off'] as const) : []),
  ...(faults.includes('agent') ? (['away'] as const) : []),
];

const EXCLUSIVE = { exclusive: true, closeAfter: false, wholeCounter: false };
const SHARED = { ...EXCLUSIVE, exclusive: false };
const ALL: readonly Fault[] = ['agent', 'server', 'cut', 'power', 'stop', 'drop'];

const createZplPrinter = (options: ZplOptions): PrinterKind['printer'] => ({
  language: 'zpl',
  options,
});
const createTsplPrinter = (options: TsplOptions): PrinterKind['printer'] => ({
  language: 'tspl',
  options,
});
const createEscposPrinter = (options: EscposOptions): PrinterKind['printer'] => ({
  language: 'escpos',
  options: { stock: 'roll, cut', ...options },
});

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

/** A TSPL printer with random traits, by seed. */
const generateTsplKind = (seed: number): PrinterKind => {
  const { options, words } = createPersonality(new Chance(Math.imul(seed + 1, 0x9e3779b1)));
  return {
    words: words.join(', '),
    settings: { ...SHARED, exclusive: createRandom(seed).between(0, 1) === 1 },
    printer: createTsplPrinter({ ...options, seed }),
    faults: ALL,
    uncertain: null,
    ends: 'either',
  };
};

/**
 * An ESC/POS printer with random traits, by seed, except those no host can handle correctly. A
 * printer that reads two connections at once mixes their data. A printer that answers the previous
 * query, not all queries, and reports more than a good state reports something wrong. A printer
 * that discards a label long after it has drawn it, does not report its open cover, or returns IDs
 * for drawn labels and reports no stop claims a print that did not happen.
 */
const generateEscposKind = (seed: number): PrinterKind => {
  const drawn = escposPersonality(new Chance(Math.imul(seed + 1, 0x9e3779b1)));
  const { options, words } = drawn;
  const { cover, statuses, status, offline, processIds, drawMs = 0 } = options;
  const connections = options.connections === 'many' ? 'one waits' : options.connections;
  const isPuzzling = status?.repeat !== undefined && statuses !== undefined;
  const plain = isPuzzling ? { nearEnd: false, drawerHigh: false } : {};
  const isMute = offline === 'never' && statuses !== undefined && status?.onFault === 'flags';
  const hidesStops = cover === 'not at all' || (isMute && processIds === 'when drawn');
  const faults = ALL.filter(
    (fault) => !(fault === 'stop' && hidesStops) && !(fault === 'drop' && drawMs >= 100),
  );
  return {
    words: words.join(', '),
    settings: { ...SHARED, exclusive: createRandom(seed).between(0, 1) === 1 },
    printer: createEscposPrinter({
      ...options,
      ...(connections && { connections }),
      ...plain,
      seed,
    }),
    faults,
    uncertain: null,
    ends: 'either',
  };
};

/** A ZPL printer with random traits, by seed, that answers `~HS`; with our faults. */
const generateKind = (seed: number): PrinterKind => {
  let at = seed;
  let { options, words } = getPersonality(at);
  while (options.status?.deafTo && options.status.deafTo !== 'nobody') {
    at += 1_000_003;
    ({ options, words } = getPersonality(at));
  }
  const counts = (options.counter?.labels ?? 'number') === 'number';
  const honest = options.counter?.countsAt !== 'start' && options.counter?.ruined !== true;
  return {
    words: words.join(', '),
    settings: { ...SHARED, exclusive: createRandom(seed).between(0, 1) === 1 },
    printer: createZplPrinter({ ...options, schedule: [] }),
    // CANCEL is visible only in a counter that excludes ruined labels.
    faults: counts && honest ? [...ALL, 'cancel'] : ALL,
    uncertain: null,
    ends: 'either',
  };
};

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
