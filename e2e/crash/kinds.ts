import type { PartialOptions } from '../printers/zpl/options.ts';
import { personalityOf } from '../printers/zpl/personality.ts';
import { createRandom } from './random.ts';

/** What may happen to the print client, the server, the connection and the printer. */
export type Fault = 'agent' | 'server' | 'cut' | 'power' | 'stop' | 'drop' | 'cancel';

export type PrinterKind = {
  words: string;
  /** How the member added it. */
  settings: { exclusive: boolean; closeAfter: boolean; wholeCounter: boolean };
  options: PartialOptions;
  faults: readonly Fault[];
  /** Labels a fault may leave uncertain; null: so odd a printer that it may be any. */
  uncertain: number | null;
  /** What a healthy label of it ends as. */
  ends: 'printed' | 'sent' | 'either';
};

const EXCLUSIVE = { exclusive: true, closeAfter: false, wholeCounter: false };
const SHARED = { ...EXCLUSIVE, exclusive: false };
const ALL: readonly Fault[] = ['agent', 'server', 'cut', 'power', 'stop', 'drop'];

const KINDS: Record<string, PrinterKind> = {
  counting: {
    words: 'counts, and may count what a stop ruined',
    settings: EXCLUSIVE,
    options: { counter: { ruined: true }, calibrationLabels: 1 },
    faults: ALL,
    uncertain: 2,
    ends: 'printed',
  },
  whole: {
    words: 'counts whole labels only, half a second late, and forgets the last in a power cut',
    settings: { ...EXCLUSIVE, wholeCounter: true },
    options: { counter: { feeds: false, lateMs: 500, persistence: 'behind' } },
    faults: [...ALL, 'cancel'],
    uncertain: 2,
    ends: 'printed',
  },
  forgetful: {
    words: 'counts from nothing, and from nothing again after a power cut',
    settings: EXCLUSIVE,
    options: {
      status: { order: 'after drawing', onFault: 'flags' },
      counter: { start: 0, persistence: 'reset', order: 'immediate' },
    },
    faults: [...ALL, 'cancel'],
    uncertain: 2,
    ends: 'printed',
  },
  busy: {
    words: 'does not count, shows what it is doing, answers at once',
    settings: SHARED,
    options: { counter: { labels: 'none', length: 'none' }, status: { onFault: 'flags' } },
    faults: ALL,
    uncertain: 1,
    ends: 'printed',
  },
  inStream: {
    words: 'does not count, answers behind the printing, silent on faults',
    settings: SHARED,
    options: {
      speedMmPerS: 50,
      counter: { labels: 'question' },
      status: { order: 'after printing' },
    },
    faults: ALL,
    uncertain: 1,
    ends: 'printed',
  },
  early: {
    words: 'does not count, and is idle while it draws',
    settings: SHARED,
    options: {
      drawMs: 300,
      counter: { labels: 'none', length: 'none' },
      status: { drawing: 'invisible' },
    },
    faults: ALL,
    uncertain: 1,
    ends: 'sent',
  },
  close: {
    words: 'is only known to close a connection it has read',
    settings: { ...SHARED, closeAfter: true },
    options: {},
    faults: ['agent', 'server', 'cut'],
    uncertain: 1,
    ends: 'sent',
  },
};

export const KIND_NAMES = [...Object.keys(KINDS), 'any'];

/** Any printer there may be, by a seed; one that answers `~HS` at all, and with faults of ours. */
const anyKind = (seed: number): PrinterKind => {
  let at = seed;
  let { options, words } = personalityOf(at);
  while (options.status?.deafTo && options.status.deafTo !== 'nobody') {
    at += 1_000_003;
    ({ options, words } = personalityOf(at));
  }
  const counts = (options.counter?.labels ?? 'number') === 'number';
  const honest = options.counter?.countsAt !== 'start' && options.counter?.ruined !== true;
  return {
    words: words.join(', '),
    settings: { ...SHARED, exclusive: createRandom(seed).between(0, 1) === 1 },
    options: { ...options, schedule: [] },
    // CANCEL shows in a counter that does not count what it ruined, and nowhere else.
    faults: counts && honest ? [...ALL, 'cancel'] : ALL,
    uncertain: null,
    ends: 'either',
  };
};

export const kindOf = (name: string, seed: number): PrinterKind => {
  if (name === 'any') return anyKind(seed);
  const kind = KINDS[name];
  if (!kind) throw new Error(`no printer ${name}: ${KIND_NAMES.join(', ')}`);
  return kind;
};
