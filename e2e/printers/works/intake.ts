export type Order = 'immediate' | 'after drawing' | 'after printing';

type Command = { kind: 'command'; order: Order; connection: number; run: () => void };
export type Waiting<W> = { kind: 'work'; connection: number; cost: number; work: W } | Command;

/** A command still takes a place in the buffer. */
export const MIN_COST = 64;

const computeCost = <W>(item: Waiting<W>): number => (item.kind === 'work' ? item.cost : MIN_COST);

/** The receive buffer: work and commands, in the order in which they came. */
export abstract class Intake<W> {
  #queue: Waiting<W>[] = [];
  #advancing = false;
  /** Bytes taken. */
  used = 0;
  /** Formats begun so far, and those to lose without a word, by serial number. */
  protected formats = 0;
  protected readonly doomed = new Set<number>();

  protected abstract changed(): void;
  /** There is room again. */
  protected abstract room(): void;
  /** Whether the time of the item in front has come. */
  protected abstract due(item: Waiting<W>): boolean;
  protected abstract begin(work: W): void;

  protected get waiting(): readonly Waiting<W>[] {
    return this.#queue;
  }

  doom(format: number): void {
    this.doomed.add(format);
  }

  doomNext(formats: number): void {
    for (let ahead = 1; ahead <= formats; ahead++) this.doomed.add(this.formats + ahead);
  }

  command(order: Order, connection: number, run: () => void): void {
    if (order === 'immediate') run();
    else this.add([{ kind: 'command', order, connection, run }]);
  }

  owes(connection: number): boolean {
    return this.#queue.some((item) => item.kind === 'command' && item.connection === connection);
  }

  protected add(items: readonly Waiting<W>[]): void {
    for (const item of items) {
      this.#queue.push(item);
      this.used += computeCost(item);
    }
    this.advance();
  }

  /** Takes out what is to leave. */
  protected take(leaves: (item: Waiting<W>) => boolean): Waiting<W>[] {
    const kept: Waiting<W>[] = [];
    const gone: Waiting<W>[] = [];
    for (const item of this.#queue) (leaves(item) ? gone : kept).push(item);
    this.#queue = kept;
    this.used = kept.reduce((sum, item) => sum + computeCost(item), 0);
    return gone;
  }

  advance(): void {
    if (this.#advancing) return;
    this.#advancing = true;
    try {
      // A command leaves the way free for the item behind it; room may bring more items.
      while (this.#next()) this.room();
    } finally {
      this.#advancing = false;
    }
    this.changed();
  }

  #next(): boolean {
    const item = this.#queue[0];
    if (!item || !this.due(item)) return false;
    this.#queue.shift();
    this.used -= computeCost(item);
    if (item.kind === 'work') this.begin(item.work);
    else item.run();
    return true;
  }
}
