/** How the modelled printer behaves. Times in ms. */
export type Knobs = {
  counter: 'counts' | 'none';
  /** A label counts when it has come out, or when it begins to. */
  countsAt: 'end' | 'begin';
  /** A label that a stop or CANCEL ruined counts too. */
  countsRuined: boolean;
  /** Labels fed after the head closes or power comes back: they count too. */
  feeds: number;
  counterLateMs: number;
  /** Over a power cut: as it was, the last one forgotten, or back to `counterStart`. */
  persistence: 'exact' | 'behind' | 'reset';
  counterStart: number;
  /** When `~HS` and the counter are answered: on arrival, or in their place in the stream. */
  order: 'at once' | 'after drawing' | 'after printing';
  lagMs: number;
  staleMs: number;
  /** Each so many answers are late by `hiccupMs`, as a network repeats what it lost; 0: none. */
  hiccupEvery: number;
  hiccupMs: number;
  /** Of each answer, the chance that it is lost, and that it is late by 2.5 to 4.5 s: 0 to 1. */
  loss: number;
  lateness: number;
  /** Whether what comes behind a late answer waits for it, as on a wire, or overtakes it. */
  overtaking: boolean;
  /** Of each answer, the chance that only a part of it comes: 0 to 1. */
  truncation: number;
  /** Of these chances. */
  seed: number;
  /** Each so many times it has something to do, the machine the print client runs on is busy for 1.5 s; 0: never. */
  stallEvery: number;
  /** Each so many answers an earlier one is sent instead or besides; 0: never. */
  repeatEvery: number;
  repeats: 'instead' | 'besides';
  /** What stands in the stream is given back never, once what is before it is drawn, or once that is printed. */
  echo: 'none' | 'after drawing' | 'after printing';
  /** That behind a label that a stop ruined is given back, too. */
  echoesRuined: boolean;
  /** What a stop looks like. */
  whileStopped: 'flags' | 'silent';
  /** Between the step that starts a label and its first byte, ms: something is written to the disk. */
  startsAfterMs: number;
  /** What arrives so soon after it has begun to answer is lost, ms; 0: nothing. */
  deafMs: number;
  drawingShows: boolean;
  printingShows: boolean;
  drawMs: number;
  printMs: number;
  /** What a label takes besides when the paper stood still before it. */
  startMs: number;
};

/** What happens to it, `afterMs` after the label of that number was sent. */
export type Fault = { label: number; afterMs: number } & (
  | { kind: 'stop'; forMs: number; head: boolean }
  | { kind: 'cancel' }
  | { kind: 'power'; forMs: number }
  | { kind: 'cut'; delivers: boolean; reachesAfterMs: number }
  | { kind: 'agent'; forMs: number; delivers: boolean; reachesAfterMs: number }
  | { kind: 'drop' }
);
