/** A piece of paper that came out of the printer. */
export type Paper = {
  kind: 'paper';
  seq: number;
  /** Unix time in ms. */
  at: number;
  /** What the test's `identify` said of it; `feed` for a label without a format. */
  key: string;
  /** sha-256 of the dots. */
  hash: string;
  /** Printed to its end. */
  whole: boolean;
  /** How far it was printed, of how much (mm). */
  mm: number;
  lengthMm: number;
  /** It was cut off behind. */
  cut: boolean;
  /** What ruined it. */
  why: string | null;
  source: 'job' | 'reprint' | 'feed';
  /** This is copy n of ^PQ. */
  copy: number;
  of: number;
  /** Serial number of the format, in the order they were received whole; 0 for a feed. */
  format: number;
  /** Serial number of the connection it came over; 0 for another host's job. */
  connection: number;
  foreign: boolean;
};

/** A format, or labels of one, that will never come out. */
export type Dropped = {
  kind: 'dropped';
  seq: number;
  at: number;
  /** Null for a format that never was whole. */
  key: string | null;
  format: number;
  connection: number;
  foreign: boolean;
  copies: number;
  bytes: number;
  why: string;
};

/** Something that happened to the printer. */
export type Happening = { kind: 'event'; seq: number; at: number; what: string };

export type Entry = Paper | Dropped | Happening;

type Unnumbered<T extends Entry> = Omit<T, 'seq' | 'at' | 'kind'>;

/** What a roll's worth of tests never reaches; a flood stops here and says so. */
const MAX_ENTRIES = 200_000;

/** What really happened, for the test alone: append-only, never seen by the host. */
export class Truth {
  readonly #entries: Entry[] = [];
  readonly #listeners = new Set<(entry: Entry) => void>();
  #seq = 0;
  /** Entries not kept, because there were too many. */
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
