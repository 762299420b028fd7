import type { Planned } from '../works/options.ts';
import { type PartialOptions, withDefaults, type ZplPrinterOptions } from './options.ts';
import { Chance } from '../works/random.ts';
import { type Choice as ChoiceOf, pickTraits } from '../works/traits.ts';

export type Personality = { seed: number; words: string[]; options: PartialOptions };

type Choice = ChoiceOf<PartialOptions>;
type Trait = { name: string; choices: readonly [Choice, ...Choice[]] };

const choice = (words: string, patch: PartialOptions = {}): Choice => ({ words, patch });

/** Each trait is drawn independently: over many seeds every choice is combined with every other. */
export const TRAITS: readonly Trait[] = [
  {
    name: '~HS order',
    choices: [
      choice('answers ~HS on arrival', { status: { order: 'immediate' } }),
      choice('answers ~HS on arrival', { status: { order: 'immediate' } }),
      choice('answers ~HS behind the drawing', { status: { order: 'after drawing' } }),
      choice('answers ~HS behind the printing', { status: { order: 'after printing' } }),
    ],
  },
  {
    name: '~HS audience',
    choices: [
      choice('answers everybody'),
      choice('answers everybody'),
      choice('answers everybody'),
      choice('answers no connection that has printed', {
        status: { deafTo: 'connections that have sent a format' },
      }),
      choice('answers nobody before the first format', {
        status: { deafTo: 'everybody before the first format' },
      }),
      choice('never answers ~HS', { status: { deafTo: 'everybody' } }),
    ],
  },
  {
    name: '~HS on a fault',
    choices: [
      choice('silent on faults', { status: { onFault: 'silent' } }),
      choice('flags on faults', { status: { onFault: 'flags' } }),
      choice('answers once the fault is cleared', { status: { onFault: 'held' } }),
    ],
  },
  {
    name: '~HS time',
    choices: [
      choice('prompt and fresh'),
      choice('answers 30 to 400 ms late', { status: { lagMs: [30, 400] } }),
      choice('answers up to 1 s old', { status: { staleMs: 1000 } }),
      choice('late and stale', { status: { lagMs: [10, 300], staleMs: 600 } }),
    ],
  },
  {
    name: '~HS form',
    choices: [
      choice('whole answers'),
      choice('split answers', { status: { segments: 5, segmentGapMs: 15 } }),
      choice('line ends between', { status: { noise: 'line ends', segments: 3 } }),
      choice('alerts between', { status: { noise: 'alerts' } }),
      choice('sometimes two strings only', { status: { truncated: 0.2 } }),
      choice('repeats answers', { status: { repeat: { chance: 0.3, how: 'after' } } }),
      choice('repeats an old answer first', { status: { repeat: { chance: 0.3, how: 'before' } } }),
      choice('old answers for new', { status: { repeat: { chance: 0.3, how: 'instead' } } }),
      choice('answers wander to the next connection', {
        status: { orphanAnswers: 'next connection', lagMs: [20, 200] },
      }),
    ],
  },
  {
    name: 'formats in buffer',
    choices: [
      choice('counts formats received', { status: { formats: 'received' } }),
      choice('counts formats waiting too', { status: { formats: 'received and waiting' } }),
      choice('never counts formats', { status: { formats: 'hidden' } }),
    ],
  },
  {
    name: 'labels remaining',
    choices: [
      choice('remaining with the current label', { status: { remaining: 'with current' } }),
      choice('remaining without the current label', { status: { remaining: 'without current' } }),
      choice('remaining is a busy flag', { status: { remaining: 'busy flag' } }),
      choice('remaining is always zero', { status: { remaining: 'hidden' } }),
      choice('remaining shows the odometer after a head cycle', {
        status: { remaining: 'busy flag', headCycleLeaks: true },
      }),
    ],
  },
  {
    name: 'drawing',
    choices: [
      choice('drawing shows as a format', { status: { drawing: 'formats' } }),
      choice('drawing shows as a label', { status: { drawing: 'remaining' } }),
      choice('drawing shows as a partial format', { status: { drawing: 'partial' } }),
      choice('drawing is invisible', { status: { drawing: 'invisible' } }),
    ],
  },
  {
    name: 'odometer',
    choices: [
      choice('label odometer'),
      choice('label odometer'),
      choice('length odometer only', { counter: { labels: 'question' } }),
      choice('no odometer', { counter: { labels: 'none', length: 'none' }, variables: 'none' }),
      choice('odometers unknown', { counter: { labels: 'question', length: 'question' } }),
    ],
  },
  {
    name: 'odometer time',
    choices: [
      choice('counts at completion'),
      choice('counts at the start', { counter: { countsAt: 'start' } }),
      choice('counts 500 ms late', { counter: { lateMs: 500 } }),
      choice('counts 5 s late', { counter: { lateMs: 5000 } }),
    ],
  },
  {
    name: 'odometer waste',
    choices: [
      choice('counts whole labels', { counter: { ruined: false } }),
      choice('counts ruined labels', { counter: { ruined: true } }),
    ],
  },
  {
    name: 'odometer memory',
    choices: [
      choice('count survives', { counter: { persistence: 'kept' } }),
      choice('count one behind after a cut', { counter: { persistence: 'behind', behind: 1 } }),
      choice('count four behind after a cut', { counter: { persistence: 'behind', behind: 4 } }),
      choice('count back to zero after a cut', { counter: { persistence: 'reset' } }),
    ],
  },
  {
    name: 'odometer order',
    choices: [
      choice('getvar on arrival', { counter: { order: 'immediate' } }),
      choice('getvar behind the drawing', { counter: { order: 'after drawing' } }),
      choice('getvar behind the printing', { counter: { order: 'after printing' } }),
    ],
  },
  {
    name: 'connections',
    choices: [
      choice('many connections'),
      choice('a second connection waits', { connections: 'one waits' }),
      choice('a second connection is reset', { connections: 'one refuses' }),
    ],
  },
  {
    name: 'buffer',
    choices: [
      choice('large buffer'),
      choice('8 KiB buffer', { bufferBytes: 8192 }),
      choice('8 KiB buffer that silences all', { bufferBytes: 8192, fullBlocks: 'all' }),
      choice('one label ahead', { labelsAhead: 1 }),
    ],
  },
  {
    name: 'ends of connections',
    choices: [
      choice('forgets unfinished formats'),
      choice('continues unfinished formats', { partialOnClose: 'kept' }),
      choice('merges formats', { partialOnClose: 'kept', strayXa: 'merges' }),
    ],
  },
  {
    name: 'sensors',
    choices: [
      choice('senses media at rest'),
      choice('senses media when printing', { sensing: 'when printing' }),
    ],
  },
  {
    name: 'after a fault',
    choices: [
      choice('goes on by itself'),
      choice('stays paused after a fault', { afterClear: 'paused' }),
      choice('feeds a label after the head closes', { calibrationLabels: 1 }),
    ],
  },
  {
    name: 'while off',
    choices: [choice('refuses while off'), choice('resets while off', { whenOff: 'resets' })],
  },
  {
    name: 'speed',
    choices: [
      choice('150 mm/s', { speedMmPerS: 150, drawMs: 30 }),
      choice('50 mm/s', { speedMmPerS: 50, drawMs: 80 }),
      choice('slow to draw', { speedMmPerS: 200, drawMs: 700 }),
    ],
  },
];

const MAX_FAULTS = 3;
const FIRST_LABELS = 8;

const planned = (chance: Chance): { words: string; plan: Planned } => {
  const label = chance.whole(1, FIRST_LABELS);
  // At the first dot, in the middle, or with the last dot (shorter labels: at their end).
  const mm = chance.pick([0, chance.whole(1, 25), 1000] as const);
  const orphanMs = chance.pick([null, null, chance.whole(10, 800)] as const);
  const where = `at ${mm === 1000 ? 'the end' : `${mm} mm`} of label ${label}`;
  const clearAfterMs = chance.whole(50, 3000);
  const plans: readonly [() => Planned, ...(() => Planned)[]] = [
    () => ({ fault: 'mediaOut', label, mm, clearAfterMs }),
    () => ({ fault: 'ribbonOut', label, mm, clearAfterMs }),
    () => ({ fault: 'headOpen', label, mm, clearAfterMs }),
    () => ({ fault: 'powerCut', label, mm, downMs: chance.whole(10, 2000), orphanMs }),
    () => ({ fault: 'pause', label, mm, resumeAfterMs: clearAfterMs }),
    () => ({ fault: 'cancel', label, mm, what: chance.pick(['current', 'all'] as const) }),
    () => ({ fault: 'resetConnections', label, mm, orphanMs }),
    () => ({ fault: 'otherJob', label, mm, labels: chance.whole(1, 5) }),
  ];
  const plan = chance.pick(plans)();
  return { words: `${plan.fault} ${where}`, plan };
};

const plannedElsewhere = (chance: Chance): { words: string; plan: Planned } => {
  if (chance.happens(0.5)) {
    const format = chance.whole(1, FIRST_LABELS);
    return { words: `format ${format} vanishes`, plan: { fault: 'dropFormat', format } };
  }
  const connection = chance.whole(1, 12);
  const atByte = chance.pick([0, chance.whole(1, 40), chance.whole(1, 20_000)] as const);
  const how = chance.pick(['reset', 'fin'] as const);
  return {
    words: `connection ${connection} ends by ${how} at byte ${atByte}`,
    plan: { fault: 'cutConnection', connection, atByte, how },
  };
};

/**
 * A plausible printer with random faults, deterministic per seed. A test adds `timeScale` and
 * `identify`.
 */
export const getPersonality = (seed: number): Personality => {
  const chance = new Chance(Math.imul(seed + 1, 0x9e3779b1));
  const traits = TRAITS.map(({ choices }) => choices);
  const { words, options } = pickTraits<PartialOptions>(traits, chance, { seed });
  const schedule: Planned[] = [];
  for (let left = chance.whole(0, MAX_FAULTS); left > 0; left--) {
    const fault = chance.happens(0.75) ? planned(chance) : plannedElsewhere(chance);
    schedule.push(fault.plan);
    words.push(fault.words);
  }
  return { seed, words, options: { ...options, schedule } };
};

/** The complete options of a personality. */
export const getOptions = (personality: Personality): ZplPrinterOptions =>
  withDefaults(personality.options);
