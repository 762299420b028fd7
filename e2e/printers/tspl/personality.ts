import type { Chance } from '../works/random.ts';
import { type Choice as ChoiceOf, pickTraits } from '../works/traits.ts';
import type { PartialOptions } from './options.ts';

type Choice = ChoiceOf<PartialOptions>;

const createChoice = (words: string, patch: PartialOptions = {}): Choice => ({ words, patch });

/** Traits in which printers of this language differ; each is drawn independently. */
const TRAITS: readonly (readonly [Choice, ...Choice[]])[] = [
  [
    createChoice('knows both statuses', { frames: 'answered' }),
    createChoice('knows one status', { frames: 'ignored' }),
  ],
  [
    createChoice('looks for commands among dots', { immediates: 'everywhere' }),
    createChoice('takes dots for dots', { immediates: 'between lines' }),
  ],
  [
    createChoice('answers at once', { status: { order: 'immediate' } }),
    createChoice('answers behind the drawing', { status: { order: 'after drawing' } }),
    createChoice('answers behind the printing', { status: { order: 'after printing' } }),
  ],
  [
    createChoice('prompt and fresh'),
    createChoice('answers 30 to 400 ms late', { status: { lagMs: [30, 400] } }),
    createChoice('answers up to 1 s old', { status: { staleMs: 1000 } }),
  ],
  [
    createChoice('whole answers'),
    createChoice('split answers', { status: { segments: 4, segmentGapMs: 15 } }),
    createChoice('repeats answers', { status: { repeat: { chance: 0.3, how: 'after' } } }),
    createChoice('old answers for new', { status: { repeat: { chance: 0.3, how: 'instead' } } }),
    createChoice('answers wander to the next connection', {
      status: { orphanAnswers: 'next connection', lagMs: [20, 200] },
    }),
  ],
  [
    createChoice('says what is wrong', { status: { onFault: 'flags' } }),
    createChoice('silent on faults', { status: { onFault: 'silent' } }),
  ],
  [
    createChoice('shows that it prints'),
    createChoice('shows that it draws, too', { status: { drawing: 'remaining' } }),
    createChoice('never shows that it prints', { status: { remaining: 'hidden' } }),
  ],
  [
    createChoice('forgets what is unfinished'),
    createChoice('goes on with what is unfinished', { partialOnClose: 'kept' }),
  ],
  [
    createChoice('many connections'),
    createChoice('a second connection waits', { connections: 'one waits' }),
    createChoice('a second connection is reset', { connections: 'one refuses' }),
  ],
  [createChoice('large buffer'), createChoice('8 KiB buffer', { bufferBytes: 8192 })],
  [
    createChoice('goes on by itself'),
    createChoice('stays paused after a fault', { afterClear: 'paused' }),
    createChoice('feeds a label after the head closes', { calibrationLabels: 1 }),
  ],
  [
    createChoice('senses media at rest'),
    createChoice('senses media when printing', { sensing: 'when printing' }),
  ],
  [createChoice('refuses while off'), createChoice('resets while off', { whenOff: 'resets' })],
  [
    createChoice('100 mm/s, 30 ms to draw', { speedMmPerS: 100, drawMs: 30 }),
    createChoice('50 mm/s, 80 ms to draw', { speedMmPerS: 50, drawMs: 80 }),
    createChoice('700 ms to draw', { speedMmPerS: 100, drawMs: 700 }),
  ],
];

/** A plausible printer with random traits. */
export const createPersonality = (
  chance: Pick<Chance, 'pick'>,
): { words: string[]; options: PartialOptions } => pickTraits(TRAITS, chance, {});
