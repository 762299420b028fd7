export type Order = 'immediate' | 'after drawing' | 'after printing';

type Command = { kind: 'command'; order: Order; connection: number; run: () => void };
export type Waiting<W> = { kind: 'work'; connection: number; cost: number; work: W } | Command;

/** A command also takes space in the buffer. */
export const MIN_COST = 64;

const computeCost = <W>(item: Waiting<W>): number => (item.kind === 'work' ? item.cost : MIN_COST);

/** The receive buffer: work items and commands in order of arrival. */
export abstract class Intake<W> {
  #queue: Waiting<W>[] = [];
  #advancing = false;
  /** Bytes used. */
  used = 0;
  /** Formats started so far, and the serial numbers of those to lose silently. */
  protected formats = 0;
  protected readonly doomed = new Set<number>();

  protected abstract changed(): void;
  /** Called when the buffer has room again. */
  protected abstract room(): void;
  /** Whether the first item is due. */
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

  /** Removes the matching items. */
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
      // A command frees the way for the item behind it; room may bring more items.
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
