/** A piece of paper that the printer has output. */
export type Paper = {
  kind: 'paper';
  seq: number;
  /** Unix time, ms. */
  at: number;
  /** The identity from the test's `identify`; `feed` for a label without a format. */
  key: string;
  /** SHA-256 of the dots. */
  hash: string;
  /** Printed to its end. */
  whole: boolean;
  /** Printed length and total length (mm). */
  mm: number;
  lengthMm: number;
  /** Cut after this piece. */
  cut: boolean;
  /** What ruined it. */
  why: string | null;
  source: 'job' | 'reprint' | 'feed';
  /** Copy number of ^PQ. */
  copy: number;
  of: number;
  /** Serial number of the format, in the order of complete reception; 0 for a feed. */
  format: number;
  /** Serial number of its connection; 0 for another host's job. */
  connection: number;
  foreign: boolean;
};

/** A format, or labels of one, that will never be printed. */
export type Dropped = {
  kind: 'dropped';
  seq: number;
  at: number;
  /** Null for a format that was never complete. */
  key: string | null;
  format: number;
  connection: number;
  foreign: boolean;
  copies: number;
  bytes: number;
  why: string;
};

/** An event at the printer. */
export type Happening = { kind: 'event'; seq: number; at: number; what: string };

export type Entry = Paper | Dropped | Happening;

type Unnumbered<T extends Entry> = Omit<T, 'seq' | 'at' | 'kind'>;

/** More than any test produces; the log stops here and reports the overflow. */
const MAX_ENTRIES = 200_000;

/** The true history, for the test only: append-only and hidden from the host. */
export class Truth {
  readonly #entries: Entry[] = [];
  readonly #listeners = new Set<(entry: Entry) => void>();
  #seq = 0;
  /** Entries dropped above the limit. */
  overflow = 0;

  get entries(): readonly Entry[] {
    return this.#entries;
  }

  paper(entry: Unnumbered<Paper>): void {
    this.#add({ kind: 'paper', ...this.#stamp(), ...entry });
  }

  dropped(entry: Unnumbered<Dropped>): void {
    this.#add({ kind: 'dropped', ...this.#stamp(), ...entry });
  }

  event(what: string): void {
    this.#add({ kind: 'event', ...this.#stamp(), what });
  }

  onEntry(listener: (entry: Entry) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #stamp(): { seq: number; at: number } {
    return { seq: ++this.#seq, at: Date.now() };
  }

  #add(entry: Entry): void {
    if (this.#entries.length >= MAX_ENTRIES) this.overflow++;
    else this.#entries.push(entry);
    for (const listener of this.#listeners) listener(entry);
  }
}
