import type { Chance } from '../works/random.ts';
import { type Choice as ChoiceOf, pickTraits } from '../works/traits.ts';
import type { PartialOptions } from './options.ts';

type Choice = ChoiceOf<PartialOptions>;

const choice = (words: string, patch: PartialOptions = {}): Choice => ({ words, patch });

/** Traits in which printers of this language differ; each is drawn independently. */
const TRAITS: readonly (readonly [Choice, ...Choice[]])[] = [
  [
    choice('knows both statuses', { frames: 'answered' }),
    choice('knows one status', { frames: 'ignored' }),
  ],
  [
    choice('looks for commands among dots', { immediates: 'everywhere' }),
    choice('takes dots for dots', { immediates: 'between lines' }),
  ],
  [
    choice('answers at once', { status: { order: 'immediate' } }),
    choice('answers behind the drawing', { status: { order: 'after drawing' } }),
    choice('answers behind the printing', { status: { order: 'after printing' } }),
  ],
  [
    choice('prompt and fresh'),
    choice('answers 30 to 400 ms late', { status: { lagMs: [30, 400] } }),
    choice('answers up to 1 s old', { status: { staleMs: 1000 } }),
  ],
  [
    choice('whole answers'),
    choice('split answers', { status: { segments: 4, segmentGapMs: 15 } }),
    choice('repeats answers', { status: { repeat: { chance: 0.3, how: 'after' } } }),
    choice('old answers for new', { status: { repeat: { chance: 0.3, how: 'instead' } } }),
    choice('answers wander to the next connection', {
      status: { orphanAnswers: 'next connection', lagMs: [20, 200] },
    }),
  ],
  [
    choice('says what is wrong', { status: { onFault: 'flags' } }),
    choice('silent on faults', { status: { onFault: 'silent' } }),
  ],
  [
    choice('shows that it prints'),
    choice('shows that it draws, too', { status: { drawing: 'remaining' } }),
    choice('never shows that it prints', { status: { remaining: 'hidden' } }),
  ],
  [
    choice('forgets what is unfinished'),
    choice('goes on with what is unfinished', { partialOnClose: 'kept' }),
  ],
  [
    choice('many connections'),
    choice('a second connection waits', { connections: 'one waits' }),
    choice('a second connection is reset', { connections: 'one refuses' }),
  ],
  [choice('large buffer'), choice('8 KiB buffer', { bufferBytes: 8192 })],
  [
    choice('goes on by itself'),
    choice('stays paused after a fault', { afterClear: 'paused' }),
    choice('feeds a label after the head closes', { calibrationLabels: 1 }),
  ],
  [
    choice('senses media at rest'),
    choice('senses media when printing', { sensing: 'when printing' }),
  ],
  [choice('refuses while off'), choice('resets while off', { whenOff: 'resets' })],
  [
    choice('100 mm/s, 30 ms to draw', { speedMmPerS: 100, drawMs: 30 }),
    choice('50 mm/s, 80 ms to draw', { speedMmPerS: 50, drawMs: 80 }),
    choice('700 ms to draw', { speedMmPerS: 100, drawMs: 700 }),
  ],
];

/** A plausible printer with random traits. */
export const personality = (
  chance: Pick<Chance, 'pick'>,
): { words: string[]; options: PartialOptions } => pickTraits(TRAITS, chance, {});
