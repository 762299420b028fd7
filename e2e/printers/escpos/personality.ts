import type { Chance } from '../works/random.ts';
import { type Choice as ChoiceOf, pickTraits } from '../works/traits.ts';
import type { PartialOptions } from './options.ts';

type Choice = ChoiceOf<PartialOptions>;

const createChoice = (words: string, patch: PartialOptions = {}): Choice => ({ words, patch });

/** Status queries and answers. */
const STATUS: readonly (readonly [Choice, ...Choice[]])[] = [
  [
    createChoice('real-time commands everywhere', { realTime: 'everywhere' }),
    createChoice('real-time commands taken out of data', { realTime: 'taken out' }),
    createChoice('real-time commands between others only', { realTime: 'between commands' }),
  ],
  [
    createChoice('answers DLE EOT on arrival', { status: { order: 'immediate' } }),
    createChoice('answers DLE EOT on arrival', { status: { order: 'immediate' } }),
    createChoice('answers DLE EOT behind the drawing', { status: { order: 'after drawing' } }),
    createChoice('answers DLE EOT behind the printing', { status: { order: 'after printing' } }),
  ],
  [
    createChoice('answers DLE EOT 1 to 4'),
    createChoice('answers DLE EOT 1 and 4', { statuses: [1, 4] }),
    createChoice('answers DLE EOT 4 only', { statuses: [4] }),
    createChoice('answers DLE EOT 1 only', { statuses: [1] }),
  ],
  [
    createChoice('prompt and fresh'),
    createChoice('answers 30 to 400 ms late', { status: { lagMs: [30, 400] } }),
    createChoice('answers up to 1 s old', { status: { staleMs: 1000 } }),
    createChoice('answers what was asked before', {
      status: { repeat: { chance: 1, how: 'instead' } },
    }),
    createChoice('answers wander to the next connection', {
      status: { orphanAnswers: 'next connection', lagMs: [20, 200] },
    }),
  ],
  [
    createChoice('says what is wrong', { status: { onFault: 'flags' } }),
    createChoice('silent on faults', { status: { onFault: 'silent' } }),
    createChoice('answers once the fault is cleared', { status: { onFault: 'held' } }),
  ],
  [
    createChoice('shows its cover'),
    createChoice('an open cover is no paper', { cover: 'as paper out' }),
    createChoice('does not show its cover', { cover: 'not at all' }),
  ],
  [createChoice('says that it is offline'), createChoice('always online', { offline: 'never' })],
  [
    createChoice('drawer low, paper enough'),
    createChoice('drawer high', { drawerHigh: true }),
    createChoice('paper near its end', { nearEnd: true }),
  ],
  [
    createChoice('process IDs once printed', { processIds: 'when printed' }),
    createChoice('process IDs once drawn', { processIds: 'when drawn' }),
    createChoice('ignores process IDs', { processIds: 'ignored' }),
    createChoice('knows no process IDs', { processIds: 'unknown' }),
  ],
  [
    createChoice('sends its status back when told to'),
    createChoice('sends its status back from the start', { statusBackAtPowerUp: 255 }),
    createChoice('never sends its status back', { statusBack: 'ignored' }),
  ],
  [
    createChoice('GS r behind the drawing', { inTurn: 'after drawing' }),
    createChoice('GS r behind the printing', { inTurn: 'after printing' }),
  ],
];

/** Parsing and printing. */
const PRINTING: readonly (readonly [Choice, ...Choice[]])[] = [
  [
    createChoice('knows GS ( L'),
    createChoice('prints GS ( L', { graphics: false, unknown: 'printed' }),
    createChoice('passes over GS ( L', { graphics: false, unknown: 'skipped' }),
    createChoice('prints what it does not know', { unknown: 'printed' }),
  ],
  [
    createChoice('GB18030'),
    createChoice('GB18030, whatever the second byte', { pairs: 'any byte' }),
    createChoice('single bytes', { kanji: false }),
  ],
  [
    createChoice('rows as announced'),
    createChoice('rows as announced'),
    createChoice('rows as announced'),
    createChoice('one row more for every 48', { greedyRows: 48 }),
  ],
  [createChoice('2303 rows a picture'), createChoice('any rows a picture', { mostRows: 65_535 })],
  [
    createChoice('nothing within a line'),
    createChoice('prints a line it is interrupted in', { midLine: 'prints the line' }),
  ],
  [createChoice('CR is nothing'), createChoice('CR feeds a line', { carriageReturn: 'line feed' })],
  [createChoice('feeds in dots'), createChoice('feeds in half dots', { unitY: 'half a dot' })],
  [
    createChoice('FF at the top is nothing'),
    createChoice('FF at the top feeds a label', { formFeedAtTop: 'feeds a label' }),
  ],
  [
    createChoice('100 mm/s', { speedMmPerS: 100 }),
    createChoice('50 mm/s', { speedMmPerS: 50 }),
    createChoice('200 mm/s, slow to draw', { speedMmPerS: 200, drawMs: 300 }),
  ],
  [
    createChoice('draws 30 mm ahead'),
    createChoice('draws a line ahead', { aheadMm: 3 }),
    createChoice('draws far ahead', { aheadMm: 400 }),
  ],
];

/** Connections, buffers, and behaviour after a stop. */
const HANDLING: readonly (readonly [Choice, ...Choice[]])[] = [
  [
    createChoice('a second connection waits'),
    createChoice('a second connection is reset', { connections: 'one refuses' }),
    createChoice('many connections', { connections: 'many', mostConnections: 16 }),
  ],
  [
    createChoice('lets go after 5 minutes'),
    createChoice('resets after 90 s', { idleMs: 90_000 }),
    createChoice('closes after 10 s', { idleMs: 10_000, idleEnd: 'fin' }),
    createChoice('never lets go', { idleMs: 0 }),
  ],
  [
    createChoice('4 KiB buffer'),
    createChoice('64 KiB buffer', { bufferBytes: 65_536 }),
    createChoice('4 KiB buffer that silences all', { fullBlocks: 'all' }),
    createChoice('4 KiB buffer that overflows', { fullBlocks: 'nobody' }),
  ],
  [
    createChoice('goes on with what is unfinished'),
    createChoice('forgets what is unfinished', { partialOnClose: 'discarded' }),
    createChoice('loses what is not drawn with the connection', { onFin: 'lost' }),
  ],
  [
    createChoice('goes on after a stop'),
    createChoice('waits for DLE ENQ after a stop', { afterClear: 'paused' }),
    createChoice('forgets everything at a stop', { afterStop: 'forgets' }),
    createChoice('feeds a label after the head closes', { calibrationLabels: 1 }),
  ],
  [
    createChoice('senses paper at rest'),
    createChoice('senses paper when printing', { sensing: 'when printing' }),
  ],
  [createChoice('refuses while off'), createChoice('resets while off', { whenOff: 'resets' })],
];

export const TRAITS = [...STATUS, ...PRINTING, ...HANDLING];

/** A plausible printer with random traits; the test chooses its paper. */
export const createPersonality = (
  chance: Pick<Chance, 'pick'>,
): { words: string[]; options: PartialOptions } => pickTraits<PartialOptions>(TRAITS, chance, {});
