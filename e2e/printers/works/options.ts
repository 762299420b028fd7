import type { Drawn } from './drawn.ts';

/**
 * Position of a fault: when label `label` (counted from 1 since the start) is out by `mm`
 * millimetres.
 */
export type Strike = { label: number; mm: number };

/** A scheduled fault; all times in ms of printer time. */
export type Planned =
  | ({ fault: 'mediaOut' | 'ribbonOut' | 'headOpen'; clearAfterMs: number } & Strike)
  | ({ fault: 'powerCut'; downMs: number; orphanMs: number | null } & Strike)
  | ({ fault: 'pause'; resumeAfterMs: number } & Strike)
  | ({ fault: 'cancel'; what: 'current' | 'all' } & Strike)
  | ({ fault: 'resetConnections'; orphanMs: number | null } & Strike)
  | ({ fault: 'otherJob'; labels: number } & Strike)
  | { fault: 'dropFormat'; format: number }
  | { fault: 'cutConnection'; connection: number; atByte: number; how: 'reset' | 'fin' };

/** How status queries are answered. Sources of each behaviour: the README of the language. */
export type StatusKnobs = {
  /** Answered on arrival, as the manual says of ~ commands, or in stream order. */
  order: 'immediate' | 'after drawing' | 'after printing';
  /** Connections that get no answer. */
  deafTo:
    | 'nobody'
    | 'everybody'
    | 'everybody before the first format'
    | 'connections that have sent a format';
  /**
   * While media or ribbon is out or the head is open: no answer (manual), an answer with flags, or
   * an answer once cleared.
   */
  onFault: 'silent' | 'flags' | 'held';
  /** Range of the answer delay (ms). */
  lagMs: readonly [number, number];
  /** Probability that an answer is lost. */
  lost: number;
  /**
   * Probability and range (ms) of a late answer, and whether later answers wait, as on a wire, or
   * overtake it.
   */
  late: { chance: number; ms: readonly [number, number]; behind: 'waits' | 'overtakes' };
  /** Maximum age of the reported state (ms). */
  staleMs: number;
  /** Probability that an earlier answer is repeated, and its position. */
  repeat: { chance: number; how: 'instead' | 'before' | 'after' };
  /** Probability that the last part of an answer is missing. */
  truncated: number;
  /** Number of TCP segments of an answer, and the interval between them (ms). */
  segments: number;
  segmentGapMs: number;
  /** Extra bytes around an answer: CR LF, XON, an unsolicited alert. */
  noise: 'none' | 'line ends' | 'alerts';
  /** What the count of waiting formats includes. */
  formats: 'received' | 'received and waiting' | 'hidden';
  /** What the count of remaining labels includes. */
  remaining: 'with current' | 'without current' | 'busy flag' | 'hidden';
  /** Where a format appears while it is being drawn. */
  drawing: 'formats' | 'remaining' | 'partial' | 'invisible';
  /**
   * Opening and closing the idle head leaks the media counter into the count of remaining labels.
   */
  headCycleLeaks: boolean;
  /** What happens to an answer whose connection is closed. */
  orphanAnswers: 'lost' | 'next connection';
};

/** The odometers for labels and length. */
export type CounterKnobs = {
  labels: 'number' | 'question' | 'none';
  length: 'number' | 'question' | 'none';
  /** Answered on arrival or in stream order. */
  order: 'immediate' | 'after drawing' | 'after printing';
  start: number;
  countsAt: 'completion' | 'start';
  /** Delay before the count is persisted (ms). */
  lateMs: number;
  /** Whether a ruined label counts (when counted at completion). */
  ruined: boolean;
  /** Whether feeds and calibration count. */
  feeds: boolean;
  /**
   * After a power cut: the count is kept, lags by the last `behind` labels, or is reset to zero.
   */
  persistence: 'kept' | 'behind' | 'reset';
  behind: number;
};

export type PrinterOptions<D extends Drawn> = {
  host: string;
  port: number;
  /** Seed of every probability below. */
  seed: number;
  /** Real ms per printer ms: 0.1 makes a printer ten times as fast. */
  timeScale: number;
  /** Draws and prints without delay. */
  instant: boolean;
  /** Computes the identity of a label for the record. */
  identify: ((label: D) => string) | null;
  /** Number of drawn labels retained for comparison. */
  keepLabels: number;
  dotsPerMm: number;
  headDots: number;
  /** Length of the loaded labels, when no format sets it. */
  labelMm: number;
  speedMmPerS: number;
  /** Drawing time of a format: fixed, plus per KiB received (ms). */
  drawMs: number;
  drawMsPerKib: number;
  /** Number of drawn formats that may be ahead of printing. */
  labelsAhead: number;
  /** Labels on a roll; after them the media is out. */
  rollLabels: number;
  /** Size of the receive buffer; when it is full, reading stops. */
  bufferBytes: number;
  mostFormatBytes: number;
  /**
   * A full buffer stops reads from every connection, or from those that fill it, or drops incoming
   * data.
   */
  fullBlocks: 'senders' | 'all' | 'nobody';
  /** A second connection is read in parallel, waits unread until the first ends, or is reset. */
  connections: 'many' | 'one waits' | 'one refuses';
  /** Maximum number of connections; more are reset. */
  mostConnections: number;
  /** Idle timeout of a connection (ms; 0: none), and how it is closed. */
  idleMs: number;
  idleEnd: 'reset' | 'fin';
  /**
   * An unfinished format at the end of its connection is discarded, or continued by the next
   * connection.
   */
  partialOnClose: 'discarded' | 'kept';
  /** When the client closes: its data is kept, or the undrawn part is lost with the FIN. */
  onFin: 'kept' | 'lost';
  /** What a format without content prints. */
  emptyFormat: 'nothing' | 'blank label';
  /** Media and ribbon are sensed always, or only when a label is printed. */
  sensing: 'always' | 'when printing';
  /** After a cleared fault: continues by itself, or stays paused until PAUSE is pressed. */
  afterClear: 'continues' | 'paused';
  powerUp: 'ready' | 'paused';
  /** While off: connections are refused, or accepted and reset. */
  whenOff: 'refuses' | 'resets';
  /** Labels fed after the head closes and after power on. */
  calibrationLabels: number;
  status: StatusKnobs;
  counter: CounterKnobs;
  schedule: readonly Planned[];
};

/** Options of a language that differ from its manual. */
export type Partially<O extends PrinterOptions<never>> = Partial<Omit<O, 'status' | 'counter'>> & {
  status?: Partial<StatusKnobs>;
  counter?: Partial<CounterKnobs>;
};

/** A printer as in the manual: every query is answered at once and truthfully. */
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
