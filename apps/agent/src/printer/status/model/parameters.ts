/** Behaviour of the simulated printer. Times in ms. */
export type ModelParameters = {
  counter: 'counts' | 'none';
  /** When a label is counted: at its end or at its start. */
  countsAt: 'end' | 'begin';
  /** A label ruined by a stop or CANCEL is counted too. */
  countsRuined: boolean;
  /** Number of labels fed after the head closes or power returns. They are counted too. */
  feeds: number;
  counterLateMs: number;
  /** Counter after a power failure: exact, last count lost, or reset to `counterStart`. */
  persistence: 'exact' | 'behind' | 'reset';
  counterStart: number;
  /** When `~HS` and counter queries are answered: on arrival or in stream order. */
  order: 'at once' | 'after drawing' | 'after printing';
  lagMs: number;
  staleMs: number;
  /** Every n-th answer is late by `hiccupMs`, like a network retransmission; 0: none. */
  hiccupEvery: number;
  hiccupMs: number;
  /** Probability of each answer to be lost, and to be late by 2.5 to 4.5 s: 0 to 1. */
  loss: number;
  lateness: number;
  /** Whether later answers overtake a late one. Otherwise they wait for it, as on a wire. */
  overtaking: boolean;
  /** Probability of each answer to be truncated: 0 to 1. */
  truncation: number;
  /** Random seed for these probabilities. */
  seed: number;
  /** On every n-th turn the client's machine stalls for 1.5 s; 0: never. */
  stallEvery: number;
  /** Every n-th answer is replaced or accompanied by an earlier one; 0: never. */
  repeatEvery: number;
  repeats: 'instead' | 'besides';
  /** When echoes are returned: never, after drawing, or after printing what precedes them. */
  echo: 'none' | 'after drawing' | 'after printing';
  /** The echo after a label ruined by a stop is returned, too. */
  echoesRuined: boolean;
  /** Behaviour while stopped. */
  whileStopped: 'flags' | 'silent';
  /** Time between the step that starts a label and its first byte, for a disk write. */
  startsAfterMs: number;
  /** Data is lost that arrives within this time after an answer started; 0: none. */
  deafMs: number;
  drawingShows: boolean;
  printingShows: boolean;
  drawMs: number;
  printMs: number;
  /** Additional time of a label after the paper stood still. */
  startMs: number;
};

/** A fault, `afterMs` after the label of that number was sent. */
export type Fault = { label: number; afterMs: number } & (
  | { kind: 'stop'; forMs: number; head: boolean }
  | { kind: 'cancel' }
  | { kind: 'power'; forMs: number }
  | { kind: 'cut'; delivers: boolean; reachesAfterMs: number }
  | { kind: 'agent'; forMs: number; delivers: boolean; reachesAfterMs: number }
  | { kind: 'drop' }
);

type Cut = Extract<Fault, { kind: 'cut' | 'agent' }>;

/** Finds the fault that ends the connection up to `withinMs` after a label was sent. */
export const findConnectionEndingFault = (
  faults: readonly Fault[],
  label: number,
  withinMs: number,
) =>
  faults.find(
    (fault): fault is Cut =>
      (fault.kind === 'cut' || fault.kind === 'agent') &&
      fault.label === label &&
      fault.afterMs <= withinMs,
  );
