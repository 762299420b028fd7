import type { Clock } from './clock.ts';
import type { Drawer, Drawn } from './drawn.ts';
import type { Batch, Mechanism } from './mechanism.ts';
import type { PrinterOptions } from './options.ts';
import type { Truth } from './truth.ts';

export type Order = 'immediate' | 'after drawing' | 'after printing';

type FormatItem = {
  kind: 'format';
  bytes: Buffer;
  format: number;
  connection: number;
  foreign: boolean;
};
type CommandItem = { kind: 'command'; order: Order; connection: number; run: () => void };
export type Item = FormatItem | CommandItem;

/** A command, or a format of three letters, still takes a place in the buffer. */
const LEAST_COST = 64;

const costOf = (item: Item): number =>
  item.kind === 'format' && !item.foreign ? Math.max(item.bytes.length, LEAST_COST) : LEAST_COST;

type Parts<D extends Drawn> = {
  options: PrinterOptions<D>;
  drawer: Drawer<D>;
  clock: Clock;
  truth: Truth;
  mechanism: Mechanism;
  changed: () => void;
  /** The receive buffer has room again. */
  room: () => void;
};

/** From the receive buffer to drawn labels: one format at a time, in order, each taking its time. */
export class Pipeline<D extends Drawn> {
  readonly #parts: Parts<D>;
  readonly labels: { key: string; format: number; label: D }[] = [];
  #queue: Item[] = [];
  #drawing: { item: FormatItem; stop: () => void } | null = null;
  #formats = 0;
  #advancing = false;
  #on = true;
  /** Bytes of the receive buffer taken by whole formats. */
  used = 0;
  /** Formats to lose without a word, by serial number. */
  readonly #doomed = new Set<number>();

  constructor(parts: Parts<D>) {
    this.#parts = parts;
  }

  get isDrawing(): boolean {
    return this.#drawing !== null;
  }

  get queuedFormats(): number {
    return this.#queue.filter((item) => item.kind === 'format').length;
  }

  /** Nothing waits to be drawn, and what is next would be drawn as it comes in. */
  get hungry(): boolean {
    const { mechanism, options } = this.#parts;
    return this.#queue.length === 0 && mechanism.batches.length < options.labelsAhead;
  }

  get empty(): boolean {
    return this.#queue.length === 0 && !this.#drawing;
  }

  doom(format: number): void {
    this.#doomed.add(format);
  }

  doomNext(formats: number): void {
    for (let ahead = 1; ahead <= formats; ahead++) this.#doomed.add(this.#formats + ahead);
  }

  format(bytes: Buffer, connection: number, foreign = false): void {
    const item: FormatItem = {
      kind: 'format',
      bytes,
      format: ++this.#formats,
      connection,
      foreign,
    };
    if (this.#doomed.delete(item.format)) this.#drop(item, 'out of memory');
    else if (!this.#on) this.#drop(item, 'sent to a printer that is off');
    else this.restore([item]);
  }

  command(order: Order, connection: number, run: () => void): void {
    if (order === 'immediate') run();
    else this.restore([{ kind: 'command', order, connection, run }]);
  }

  restore(items: readonly Item[]): void {
    for (const item of items) {
      this.#queue.push(item);
      this.used += costOf(item);
    }
    this.advance();
  }

  /** Whether an answer to this connection is still to come. */
  owes(connection: number): boolean {
    return this.#queue.some((item) => item.kind === 'command' && item.connection === connection);
  }

  advance(): void {
    if (this.#advancing) return;
    this.#advancing = true;
    try {
      // A command leaves the way free for the item behind it; room may bring more items.
      while (this.#next()) this.#parts.room();
    } finally {
      this.#advancing = false;
    }
    this.#parts.changed();
  }

  /** Takes the item in front, if its time has come. */
  #next(): boolean {
    const item = this.#queue[0];
    if (this.#drawing || !item) return false;
    const { mechanism, options } = this.#parts;
    const printed = item.kind === 'format' || item.order === 'after drawing';
    if (!printed && mechanism.batches.length > 0) return false;
    if (item.kind === 'format' && mechanism.batches.length >= options.labelsAhead) return false;
    this.#queue.shift();
    this.used -= costOf(item);
    if (item.kind === 'format') this.#draw(item);
    else item.run();
    return true;
  }

  #draw(item: FormatItem): void {
    const { options, clock } = this.#parts;
    const ms = options.instant
      ? 0
      : options.drawMs + (item.bytes.length / 1024) * options.drawMsPerKib;
    const stop = clock.after(ms, () => {
      this.#drawing = null;
      this.#drawn(item);
      this.advance();
    });
    this.#drawing = { item, stop };
  }

  #drawn(item: FormatItem): void {
    const { options, mechanism } = this.#parts;
    const { label, key } = this.#identified(item, false);
    this.labels.push({ key, format: item.format, label });
    if (this.labels.length > options.keepLabels) this.labels.shift();
    if (!label.prints && options.emptyFormat === 'nothing') return;
    const batch: Batch = {
      label,
      key,
      hash: label.bitmap.hash(),
      lengthMm: label.bitmap.height / options.dotsPerMm,
      mmPerS: this.#speed(label),
      format: item.format,
      connection: item.connection,
      foreign: item.foreign,
      done: 0,
      last: label.quantity,
      reprinting: false,
    };
    mechanism.add(batch);
  }

  #speed(label: Drawn): number {
    const { options } = this.#parts;
    if (options.instant) return Number.POSITIVE_INFINITY;
    return label.inchesPerSecond === null ? options.speedMmPerS : label.inchesPerSecond * 25.4;
  }

  #identified(item: FormatItem, aside: boolean): { label: D; key: string } {
    const { options, drawer } = this.#parts;
    const label = drawer.draw(item.bytes, aside);
    try {
      return { label, key: (options.identify ?? drawer.identity)(label).slice(0, 500) };
    } catch (error) {
      return { label, key: `not identified: ${String(error)}`.slice(0, 500) };
    }
  }

  #drop(item: FormatItem, why: string): void {
    const { label, key } = this.#identified(item, true);
    const { format, connection, foreign, bytes } = item;
    const copies = label.quantity;
    this.#parts.truth.dropped({
      key,
      format,
      connection,
      foreign,
      copies,
      bytes: bytes.length,
      why,
    });
  }

  /** Empties the receive buffer, or what one connection had put there. */
  drop(why: string, connection: number | null = null): void {
    const kept: Item[] = [];
    const gone: Item[] = [];
    const drawing = this.#drawing;
    if (drawing && (connection === null || drawing.item.connection === connection)) {
      drawing.stop();
      this.#drawing = null;
      gone.push(drawing.item);
    }
    for (const item of this.#queue) {
      const here = connection === null || item.connection === connection;
      (here ? gone : kept).push(item);
    }
    this.#queue = kept;
    this.used = kept.reduce((sum, item) => sum + costOf(item), 0);
    for (const item of gone) if (item.kind === 'format') this.#drop(item, why);
    this.#parts.room();
    this.advance();
  }

  /** CANCEL with nothing drawn: the format that would have been next. */
  dropNext(why: string): void {
    const next = this.#drawing?.item ?? this.#queue.find((item) => item.kind === 'format');
    if (next?.kind !== 'format') return;
    if (next === this.#drawing?.item) {
      this.#drawing.stop();
      this.#drawing = null;
    } else {
      this.#queue = this.#queue.filter((item) => item !== next);
      this.used -= costOf(next);
    }
    this.#drop(next, why);
    this.#parts.room();
    this.advance();
  }

  /** The power goes: what an outer print server still holds is given back, the rest is lost. */
  powerOff(outerBuffer: boolean): Item[] {
    const held = outerBuffer ? this.#queue : [];
    if (outerBuffer) {
      this.#queue = [];
      this.used = 0;
    }
    this.#on = false;
    this.drop('power cut');
    this.#parts.drawer.powerOff();
    return held;
  }

  powerOn(): void {
    this.#on = true;
  }
}
