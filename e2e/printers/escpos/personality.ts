import type { Chance } from '../works/random.ts';
import { type Choice as ChoiceOf, pickTraits } from '../works/traits.ts';
import type { PartialOptions } from './options.ts';

type Choice = ChoiceOf<PartialOptions>;

const choice = (words: string, patch: PartialOptions = {}): Choice => ({ words, patch });

/** Status queries and answers. */
const STATUS: readonly (readonly [Choice, ...Choice[]])[] = [
  [
    choice('real-time commands everywhere', { realTime: 'everywhere' }),
    choice('real-time commands taken out of data', { realTime: 'taken out' }),
    choice('real-time commands between others only', { realTime: 'between commands' }),
  ],
  [
    choice('answers DLE EOT on arrival', { status: { order: 'immediate' } }),
    choice('answers DLE EOT on arrival', { status: { order: 'immediate' } }),
    choice('answers DLE EOT behind the drawing', { status: { order: 'after drawing' } }),
    choice('answers DLE EOT behind the printing', { status: { order: 'after printing' } }),
  ],
  [
    choice('answers DLE EOT 1 to 4'),
    choice('answers DLE EOT 1 and 4', { statuses: [1, 4] }),
    choice('answers DLE EOT 4 only', { statuses: [4] }),
    choice('answers DLE EOT 1 only', { statuses: [1] }),
  ],
  [
    choice('prompt and fresh'),
    choice('answers 30 to 400 ms late', { status: { lagMs: [30, 400] } }),
    choice('answers up to 1 s old', { status: { staleMs: 1000 } }),
    choice('answers what was asked before', { status: { repeat: { chance: 1, how: 'instead' } } }),
    choice('answers wander to the next connection', {
      status: { orphanAnswers: 'next connection', lagMs: [20, 200] },
    }),
  ],
  [
    choice('says what is wrong', { status: { onFault: 'flags' } }),
    choice('silent on faults', { status: { onFault: 'silent' } }),
    choice('answers once the fault is cleared', { status: { onFault: 'held' } }),
  ],
  [
    choice('shows its cover'),
    choice('an open cover is no paper', { cover: 'as paper out' }),
    choice('does not show its cover', { cover: 'not at all' }),
  ],
  [choice('says that it is offline'), choice('always online', { offline: 'never' })],
  [
    choice('drawer low, paper enough'),
    choice('drawer high', { drawerHigh: true }),
    choice('paper near its end', { nearEnd: true }),
  ],
  [
    choice('process IDs once printed', { processIds: 'when printed' }),
    choice('process IDs once drawn', { processIds: 'when drawn' }),
    choice('ignores process IDs', { processIds: 'ignored' }),
    choice('knows no process IDs', { processIds: 'unknown' }),
  ],
  [
    choice('sends its status back when told to'),
    choice('sends its status back from the start', { statusBackAtPowerUp: 255 }),
    choice('never sends its status back', { statusBack: 'ignored' }),
  ],
  [
    choice('GS r behind the drawing', { inTurn: 'after drawing' }),
    choice('GS r behind the printing', { inTurn: 'after printing' }),
  ],
];

/** Parsing and printing. */
const PRINTING: readonly (readonly [Choice, ...Choice[]])[] = [
  [
    choice('knows GS ( L'),
    choice('prints GS ( L', { graphics: false, unknown: 'printed' }),
    choice('passes over GS ( L', { graphics: false, unknown: 'skipped' }),
    choice('prints what it does not know', { unknown: 'printed' }),
  ],
  [
    choice('GB18030'),
    choice('GB18030, whatever the second byte', { pairs: 'any byte' }),
    choice('single bytes', { kanji: false }),
  ],
  [
    choice('rows as announced'),
    choice('rows as announced'),
    choice('rows as announced'),
    choice('one row more for every 48', { greedyRows: 48 }),
  ],
  [choice('2303 rows a picture'), choice('any rows a picture', { mostRows: 65_535 })],
  [
    choice('nothing within a line'),
    choice('prints a line it is interrupted in', { midLine: 'prints the line' }),
  ],
  [choice('CR is nothing'), choice('CR feeds a line', { carriageReturn: 'line feed' })],
  [choice('feeds in dots'), choice('feeds in half dots', { unitY: 'half a dot' })],
  [
    choice('FF at the top is nothing'),
    choice('FF at the top feeds a label', { formFeedAtTop: 'feeds a label' }),
  ],
  [
    choice('100 mm/s', { speedMmPerS: 100 }),
    choice('50 mm/s', { speedMmPerS: 50 }),
    choice('200 mm/s, slow to draw', { speedMmPerS: 200, drawMs: 300 }),
  ],
  [
    choice('draws 30 mm ahead'),
    choice('draws a line ahead', { aheadMm: 3 }),
    choice('draws far ahead', { aheadMm: 400 }),
  ],
];

/** Connections, buffers, and behaviour after a stop. */
const HANDLING: readonly (readonly [Choice, ...Choice[]])[] = [
  [
    choice('a second connection waits'),
    choice('a second connection is reset', { connections: 'one refuses' }),
    choice('many connections', { connections: 'many', mostConnections: 16 }),
  ],
  [
    choice('lets go after 5 minutes'),
    choice('resets after 90 s', { idleMs: 90_000 }),
    choice('closes after 10 s', { idleMs: 10_000, idleEnd: 'fin' }),
    choice('never lets go', { idleMs: 0 }),
  ],
  [
    choice('4 KiB buffer'),
    choice('64 KiB buffer', { bufferBytes: 65_536 }),
    choice('4 KiB buffer that silences all', { fullBlocks: 'all' }),
    choice('4 KiB buffer that overflows', { fullBlocks: 'nobody' }),
  ],
  [
    choice('goes on with what is unfinished'),
    choice('forgets what is unfinished', { partialOnClose: 'discarded' }),
    choice('loses what is not drawn with the connection', { onFin: 'lost' }),
  ],
  [
    choice('goes on after a stop'),
    choice('waits for DLE ENQ after a stop', { afterClear: 'paused' }),
    choice('forgets everything at a stop', { afterStop: 'forgets' }),
    choice('feeds a label after the head closes', { calibrationLabels: 1 }),
  ],
  [
    choice('senses paper at rest'),
    choice('senses paper when printing', { sensing: 'when printing' }),
  ],
  [choice('refuses while off'), choice('resets while off', { whenOff: 'resets' })],
];

export const TRAITS = [...STATUS, ...PRINTING, ...HANDLING];

/** A plausible printer with random traits; the test chooses its paper. */
export const personality = (
  chance: Pick<Chance, 'pick'>,
): { words: string[]; options: PartialOptions } => pickTraits<PartialOptions>(TRAITS, chance, {});
