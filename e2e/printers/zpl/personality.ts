import type { Planned } from '../works/options.ts';
import { type PartialOptions, addDefaults, type ZplPrinterOptions } from './options.ts';
import { Chance } from '../works/random.ts';
import { type Choice as ChoiceOf, pickTraits } from '../works/traits.ts';

export type Personality = { seed: number; words: string[]; options: PartialOptions };

type Choice = ChoiceOf<PartialOptions>;
type Trait = { name: string; choices: readonly [Choice, ...Choice[]] };

const createChoice = (words: string, patch: PartialOptions = {}): Choice => ({ words, patch });

/** Each trait is drawn independently: over many seeds every choice is combined with every other. */
export const TRAITS: readonly Trait[] = [
  {
    name: '~HS order',
    choices: [
      createChoice('answers ~HS on arrival', { status: { order: 'immediate' } }),
      createChoice('answers ~HS on arrival', { status: { order: 'immediate' } }),
      createChoice('answers ~HS behind the drawing', { status: { order: 'after drawing' } }),
      createChoice('answers ~HS behind the printing', { status: { order: 'after printing' } }),
    ],
  },
  {
    name: '~HS audience',
    choices: [
      createChoice('answers everybody'),
      createChoice('answers everybody'),
      createChoice('answers everybody'),
      createChoice('answers no connection that has printed', {
        status: { deafTo: 'connections that have sent a format' },
      }),
      createChoice('answers nobody before the first format', {
        status: { deafTo: 'everybody before the first format' },
      }),
      createChoice('never answers ~HS', { status: { deafTo: 'everybody' } }),
    ],
  },
  {
    name: '~HS on a fault',
    choices: [
      createChoice('silent on faults', { status: { onFault: 'silent' } }),
      createChoice('flags on faults', { status: { onFault: 'flags' } }),
      createChoice('answers once the fault is cleared', { status: { onFault: 'held' } }),
    ],
  },
  {
    name: '~HS time',
    choices: [
      createChoice('prompt and fresh'),
      createChoice('answers 30 to 400 ms late', { status: { lagMs: [30, 400] } }),
      createChoice('answers up to 1 s old', { status: { staleMs: 1000 } }),
      createChoice('late and stale', { status: { lagMs: [10, 300], staleMs: 600 } }),
    ],
  },
  {
    name: '~HS form',
    choices: [
      createChoice('whole answers'),
      createChoice('split answers', { status: { segments: 5, segmentGapMs: 15 } }),
      createChoice('line ends between', { status: { noise: 'line ends', segments: 3 } }),
      createChoice('alerts between', { status: { noise: 'alerts' } }),
      createChoice('sometimes two strings only', { status: { truncated: 0.2 } }),
      createChoice('repeats answers', { status: { repeat: { chance: 0.3, how: 'after' } } }),
      createChoice('repeats an old answer first', {
        status: { repeat: { chance: 0.3, how: 'before' } },
      }),
      createChoice('old answers for new', { status: { repeat: { chance: 0.3, how: 'instead' } } }),
      createChoice('answers wander to the next connection', {
        status: { orphanAnswers: 'next connection', lagMs: [20, 200] },
      }),
    ],
  },
  {
    name: 'formats in buffer',
    choices: [
      createChoice('counts formats received', { status: { formats: 'received' } }),
      createChoice('counts formats waiting too', { status: { formats: 'received and waiting' } }),
      createChoice('never counts formats', { status: { formats: 'hidden' } }),
    ],
  },
  {
    name: 'labels remaining',
    choices: [
      createChoice('remaining with the current label', { status: { remaining: 'with current' } }),
      createChoice('remaining without the current label', {
        status: { remaining: 'without current' },
      }),
      createChoice('remaining is a busy flag', { status: { remaining: 'busy flag' } }),
      createChoice('remaining is always zero', { status: { remaining: 'hidden' } }),
      createChoice('remaining shows the odometer after a head cycle', {
        status: { remaining: 'busy flag', headCycleLeaks: true },
      }),
    ],
  },
  {
    name: 'drawing',
    choices: [
      createChoice('drawing shows as a format', { status: { drawing: 'formats' } }),
      createChoice('drawing shows as a label', { status: { drawing: 'remaining' } }),
      createChoice('drawing shows as a partial format', { status: { drawing: 'partial' } }),
      createChoice('drawing is invisible', { status: { drawing: 'invisible' } }),
    ],
  },
  {
    name: 'odometer',
    choices: [
      createChoice('label odometer'),
      createChoice('label odometer'),
      createChoice('length odometer only', { counter: { labels: 'question' } }),
      createChoice('no odometer', {
        counter: { labels: 'none', length: 'none' },
        variables: 'none',
      }),
      createChoice('odometers unknown', { counter: { labels: 'question', length: 'question' } }),
    ],
  },
  {
    name: 'odometer time',
    choices: [
      createChoice('counts at completion'),
      createChoice('counts at the start', { counter: { countsAt: 'start' } }),
      createChoice('counts 500 ms late', { counter: { lateMs: 500 } }),
      createChoice('counts 5 s late', { counter: { lateMs: 5000 } }),
    ],
  },
  {
    name: 'odometer waste',
    choices: [
      createChoice('counts whole labels', { counter: { ruined: false } }),
      createChoice('counts ruined labels', { counter: { ruined: true } }),
    ],
  },
  {
    name: 'odometer memory',
    choices: [
      createChoice('count survives', { counter: { persistence: 'kept' } }),
      createChoice('count one behind after a cut', {
        counter: { persistence: 'behind', behind: 1 },
      }),
      createChoice('count four behind after a cut', {
        counter: { persistence: 'behind', behind: 4 },
      }),
      createChoice('count back to zero after a cut', { counter: { persistence: 'reset' } }),
    ],
  },
  {
    name: 'odometer order',
    choices: [
      createChoice('getvar on arrival', { counter: { order: 'immediate' } }),
      createChoice('getvar behind the drawing', { counter: { order: 'after drawing' } }),
      createChoice('getvar behind the printing', { counter: { order: 'after printing' } }),
    ],
  },
  {
    name: 'connections',
    choices: [
      createChoice('many connections'),
      createChoice('a second connection waits', { connections: 'one waits' }),
      createChoice('a second connection is reset', { connections: 'one refuses' }),
    ],
  },
  {
    name: 'buffer',
    choices: [
      createChoice('large buffer'),
      createChoice('8 KiB buffer', { bufferBytes: 8192 }),
      createChoice('8 KiB buffer that silences all', { bufferBytes: 8192, fullBlocks: 'all' }),
      createChoice('one label ahead', { labelsAhead: 1 }),
    ],
  },
  {
    name: 'ends of connections',
    choices: [
      createChoice('forgets unfinished formats'),
      createChoice('continues unfinished formats', { partialOnClose: 'kept' }),
      createChoice('merges formats', { partialOnClose: 'kept', strayXa: 'merges' }),
    ],
  },
  {
    name: 'sensors',
    choices: [
      createChoice('senses media at rest'),
      createChoice('senses media when printing', { sensing: 'when printing' }),
    ],
  },
  {
    name: 'after a fault',
    choices: [
      createChoice('goes on by itself'),
      createChoice('stays paused after a fault', { afterClear: 'paused' }),
      createChoice('feeds a label after the head closes', { calibrationLabels: 1 }),
    ],
  },
  {
    name: 'while off',
    choices: [
      createChoice('refuses while off'),
      createChoice('resets while off', { whenOff: 'resets' }),
    ],
  },
  {
    name: 'speed',
    choices: [
      createChoice('150 mm/s', { speedMmPerS: 150, drawMs: 30 }),
      createChoice('50 mm/s', { speedMmPerS: 50, drawMs: 80 }),
      createChoice('slow to draw', { speedMmPerS: 200, drawMs: 700 }),
    ],
  },
];

const MAX_FAULTS = 3;
const FIRST_LABELS = 8;

const planFaults = (chance: Chance): { words: string; plan: Planned } => {
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

const isPlannedElsewhere = (chance: Chance): { words: string; plan: Planned } => {
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
    const fault = chance.happens(0.75) ? planFaults(chance) : isPlannedElsewhere(chance);
    schedule.push(fault.plan);
    words.push(fault.words);
  }
  return { seed, words, options: { ...options, schedule } };
};

/** The complete options of a personality. */
export const getOptions = (personality: Personality): ZplPrinterOptions =>
  addDefaults(personality.options);
