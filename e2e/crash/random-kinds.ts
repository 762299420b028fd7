import { createPersonality as escposPersonality } from '../printers/escpos/personality.ts';
import { createPersonality } from '../printers/tspl/personality.ts';
import { Chance } from '../printers/works/random.ts';
import { getPersonality } from '../printers/zpl/personality.ts';
import {
  ALL,
  createEscposPrinter,
  createTsplPrinter,
  createZplPrinter,
  type PrinterKind,
  SHARED,
} from './printer-kind.ts';
import { createRandom } from './random.ts';

/** A TSPL printer with random traits, by seed. */
export const generateTsplKind = (seed: number): PrinterKind => {
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
export const generateEscposKind = (seed: number): PrinterKind => {
  const { options, words } = escposPersonality(new Chance(Math.imul(seed + 1, 0x9e3779b1)));
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
export const generateKind = (seed: number): PrinterKind => {
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
