import type { Drawn } from './drawn.ts';

/** Where a fault strikes: while label `label` (counted from 1 since the start) has come out `mm` millimetres. */
export type Strike = { label: number; mm: number };

/** A fault that happens by itself; every time in ms of printer time. */
export type Planned =
  | ({ fault: 'mediaOut' | 'ribbonOut' | 'headOpen'; clearAfterMs: number } & Strike)
  | ({ fault: 'powerCut'; downMs: number; orphanMs: number | null } & Strike)
  | ({ fault: 'pause'; resumeAfterMs: number } & Strike)
  | ({ fault: 'cancel'; what: 'current' | 'all' } & Strike)
  | ({ fault: 'resetConnections'; orphanMs: number | null } & Strike)
  | ({ fault: 'otherJob'; labels: number } & Strike)
  | { fault: 'dropFormat'; format: number }
  | { fault: 'cutConnection'; connection: number; atByte: number; how: 'reset' | 'fin' };

/** How a question for the status is answered. Where each is seen: the README of the language. */
export type StatusKnobs = {
  /** When: on arrival as the manual says of ~ commands, or in its place in the stream. */
  order: 'immediate' | 'after drawing' | 'after printing';
  /** Who gets no answer at all. */
  deafTo:
    | 'nobody'
    | 'everybody'
    | 'everybody before the first format'
    | 'connections that have sent a format';
  /** While media or ribbon is out or the head is open: not at all (manual), with flags, or once cleared. */
  onFault: 'silent' | 'flags' | 'held';
  /** Answers take between these (ms). */
  lagMs: readonly [number, number];
  /** How often an answer is lost. */
  lost: number;
  /** How often one is also late, between how many ms, and whether those behind it wait, as on a wire, or overtake it. */
  late: { chance: number; ms: readonly [number, number]; behind: 'waits' | 'overtakes' };
  /** Answers show the state of up to this long ago (ms). */
  staleMs: number;
  /** How often an earlier answer is sent again, and in which place. */
  repeat: { chance: number; how: 'instead' | 'before' | 'after' };
  /** How often the last part of an answer is missing. */
  truncated: number;
  /** TCP segments an answer is split over, this far apart (ms). */
  segments: number;
  segmentGapMs: number;
  /** Bytes that are none of the answer: CR LF, XON, an unsolicited alert. */
  noise: 'none' | 'line ends' | 'alerts';
  /** What the count of waiting formats counts. */
  formats: 'received' | 'received and waiting' | 'hidden';
  /** What the count of remaining labels counts. */
  remaining: 'with current' | 'without current' | 'busy flag' | 'hidden';
  /** How a format that is being drawn shows. */
  drawing: 'formats' | 'remaining' | 'partial' | 'invisible';
  /** Opening and closing the head while idle leaves the media counter in the count of remaining labels. */
  headCycleLeaks: boolean;
  /** An answer whose connection is gone. */
  orphanAnswers: 'lost' | 'next connection';
};

/** The odometers, of labels and of length. */
export type CounterKnobs = {
  labels: 'number' | 'question' | 'none';
  length: 'number' | 'question' | 'none';
  /** Whether they are answered on arrival, or in its place in the stream. */
  order: 'immediate' | 'after drawing' | 'after printing';
  start: number;
  countsAt: 'completion' | 'start';
  /** The count is written this long after (ms). */
  lateMs: number;
  /** Whether a ruined label counts (when counting at completion). */
  ruined: boolean;
  /** Whether feeds and calibration count. */
  feeds: boolean;
  /** Over a power cut: everything kept, the last `behind` labels forgotten, or back to zero. */
  persistence: 'kept' | 'behind' | 'reset';
  behind: number;
};

export type PrinterOptions<D extends Drawn> = {
  host: string;
  port: number;
  /** Seeds every chance below. */
  seed: number;
  /** Real ms a printer ms takes: 0.1 makes a printer ten times as fast. */
  timeScale: number;
  /** Draws and prints in no time. */
  instant: boolean;
  /** The identity of a label, for the record. */
  identify: ((label: D) => string) | null;
  /** Drawn labels kept for comparison. */
  keepLabels: number;
  dotsPerMm: number;
  headDots: number;
  /** The loaded labels, where no format says otherwise. */
  labelMm: number;
  speedMmPerS: number;
  /** Drawing a format: fixed, and for each KiB received (ms). */
  drawMs: number;
  drawMsPerKib: number;
  /** Drawn formats that fit before drawing waits for printing. */
  labelsAhead: number;
  /** Labels on a roll; then media is out. */
  rollLabels: number;
  /** Receive buffer; when it is full nothing more is read. */
  bufferBytes: number;
  mostFormatBytes: number;
  /** Whether a full buffer stops reading from every connection, from those that fill it, or loses what comes. */
  fullBlocks: 'senders' | 'all' | 'nobody';
  /** A second connection: read beside the first, waits unread for its end, or is reset. */
  connections: 'many' | 'one waits' | 'one refuses';
  /** Connections at a time; more are reset. */
  mostConnections: number;
  /** A connection over which nothing comes for so long is ended (ms; 0: never), and how. */
  idleMs: number;
  idleEnd: 'reset' | 'fin';
  /** An unfinished format when its connection ends: forgotten, or continued by the next connection. */
  partialOnClose: 'discarded' | 'kept';
  /** A client that closes: what it sent is kept, or the undrawn part is lost with the FIN. */
  onFin: 'kept' | 'lost';
  /** A format with nothing to print. */
  emptyFormat: 'nothing' | 'blank label';
  /** Media and ribbon are sensed always, or only when a label is tried. */
  sensing: 'always' | 'when printing';
  /** After a cleared fault: goes on by itself, or stays paused until PAUSE is pressed. */
  afterClear: 'continues' | 'paused';
  powerUp: 'ready' | 'paused';
  /** While off: connections are refused, or accepted and reset. */
  whenOff: 'refuses' | 'resets';
  /** Labels fed after the head closes and after power up. */
  calibrationLabels: number;
  status: StatusKnobs;
  counter: CounterKnobs;
  schedule: readonly Planned[];
};

/** A language's options with everything left out that is as it is in its manual. */
export type Partially<O extends PrinterOptions<never>> = Partial<Omit<O, 'status' | 'counter'>> & {
  status?: Partial<StatusKnobs>;
  counter?: Partial<CounterKnobs>;
};

/** The printer of the manual: everything answered, at once, and true. */
export const manualPrinter: Omit<PrinterOptions<never>, 'identify'> = {
  host: '127.0.0.1',
  port: 0,
  seed: 1,
  timeScale: 1,
  instant: false,
  keepLabels: 64,
  dotsPerMm: 8,
  headDots: 832,
  labelMm: 30,
  speedMmPerS: 100,
  drawMs: 20,
  drawMsPerKib: 1,
  labelsAhead: 3,
  rollLabels: 5000,
  bufferBytes: 256 * 1024,
  mostFormatBytes: 8 * 1024 * 1024,
  fullBlocks: 'senders',
  connections: 'many',
  mostConnections: 16,
  idleMs: 0,
  idleEnd: 'reset',
  partialOnClose: 'discarded',
  onFin: 'kept',
  sensing: 'always',
  afterClear: 'continues',
  powerUp: 'ready',
  whenOff: 'refuses',
  calibrationLabels: 0,
  status: {
    order: 'immediate',
    deafTo: 'nobody',
    onFault: 'silent',
    lagMs: [0, 0],
    lost: 0,
    late: { chance: 0, ms: [2500, 4500], behind: 'waits' },
    staleMs: 0,
    repeat: { chance: 0, how: 'after' },
    truncated: 0,
    segments: 1,
    segmentGapMs: 0,
    noise: 'none',
    formats: 'received',
    remaining: 'with current',
    drawing: 'formats',
    headCycleLeaks: false,
    orphanAnswers: 'lost',
  },
  counter: {
    labels: 'number',
    length: 'number',
    order: 'after drawing',
    start: 1000,
    countsAt: 'completion',
    lateMs: 0,
    ruined: false,
    feeds: true,
    persistence: 'kept',
    behind: 1,
  },
  emptyFormat: 'nothing',
  schedule: [],
};
