import type { Batch } from './batch.ts';
import type { Drawer, Drawn } from './drawn.ts';
import { Intake, MIN_COST, type Waiting } from './intake.ts';
import type { Line, LineParts } from './line.ts';

type Format = { bytes: Buffer; format: number; connection: number; foreign: boolean };

const createWaitingFormat = (work: Format): Waiting<Format> => ({
  kind: 'work',
  connection: work.connection,
  cost: work.foreign ? MIN_COST : Math.max(work.bytes.length, MIN_COST),
  work,
});

/**
 * Processes one format at a time, in order: draws it in its drawing time, then prints it
 * completely.
 */
export class Pipeline<D extends Drawn> extends Intake<Format> implements Line<D> {
  readonly #parts: LineParts<D> & { drawer: Drawer<D> };
  readonly labels: { key: string; format: number; label: D }[] = [];
  #drawing: { item: Format; stop: () => void } | null = null;
  #on = true;

  constructor(parts: LineParts<D> & { drawer: Drawer<D> }) {
    super();
    this.#parts = parts;
  }

  protected changed(): void {
    this.#parts.changed();
  }

  protected room(): void {
    this.#parts.room();
  }

  get isDrawing(): boolean {
    return this.#drawing !== null;
  }

  get queuedFormats(): number {
    return this.waiting.filter((item) => item.kind === 'work').length;
  }

  get hungry(): boolean {
    const { mechanism, options } = this.#parts;
    return this.waiting.length === 0 && mechanism.batches.length < options.labelsAhead;
  }

  get empty(): boolean {
    return this.waiting.length === 0 && !this.#drawing;
  }

  format(bytes: Buffer, connection: number, foreign = false): void {
    const item: Format = { bytes, format: ++this.formats, connection, foreign };
    if (this.doomed.delete(item.format)) this.#drop(item, 'out of memory');
    else if (!this.#on) this.#drop(item, 'sent to a printer that is off');
    else this.add([createWaitingFormat(item)]);
  }

  protected due(item: Waiting<Format>): boolean {
    if (this.#drawing) return false;
    const { mechanism, options } = this.#parts;
    if (item.kind === 'work') return mechanism.batches.length < options.labelsAhead;
    return item.order === 'after drawing' || mechanism.caughtUp;
  }

  protected begin(item: Format): void {
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

  #drawn(item: Format): void {
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
      growth: null,
    };
    mechanism.add(batch);
  }

  #speed(label: Drawn): number {
    const { options } = this.#parts;
    if (options.instant) return Number.POSITIVE_INFINITY;
    return label.inchesPerSecond === null ? options.speedMmPerS : label.inchesPerSecond * 25.4;
  }

  #identified(item: Format, aside: boolean): { label: D; key: string } {
    const { options, drawer } = this.#parts;
    const label = drawer.draw(item.bytes, aside);
    return { label, key: getKey(label, options.identify ?? drawer.identity) };
  }

  #drop(item: Format, reason: string): void {
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
      why: reason,
    });
  }

  drop(reason: string, connection: number | null = null): void {
    const drawing = this.#drawing;
    const isOfConnection = (of: { connection: number }): boolean =>
      connection === null || of.connection === connection;
    if (drawing && isOfConnection(drawing.item)) {
      drawing.stop();
      this.#drawing = null;
      this.#drop(drawing.item, reason);
    }
    for (const item of this.take(isOfConnection))
      if (item.kind === 'work') this.#drop(item.work, reason);
    this.#parts.room();
    this.advance();
  }

  /** Cancels the current format; if none is drawn, the next one. */
  cancelCurrent(reason: string): void {
    const batch = this.#parts.mechanism.batches[0];
    if (batch) return this.#parts.mechanism.cancelBatch(batch, reason);
    const drawing = this.#drawing;
    if (drawing) {
      drawing.stop();
      this.#drawing = null;
      this.#drop(drawing.item, reason);
    } else {
      const next = this.waiting.find((item) => item.kind === 'work');
      for (const item of this.take((item) => item === next))
        if (item.kind === 'work') this.#drop(item.work, reason);
    }
    this.#parts.room();
    this.advance();
  }

  cancelAll(reason: string): void {
    this.drop(reason);
    this.#parts.mechanism.cancelAll(reason);
  }

  /** The mechanism handles a completely received format. */
  torn(): void {}

  powerOff(outerBuffer: boolean): () => void {
    const held = outerBuffer ? this.take(() => true) : [];
    this.#on = false;
    this.drop('power cut');
    this.#parts.drawer.powerOff();
    return () => this.add(held);
  }

  powerOn(): void {
    this.#on = true;
  }
}

/** The identity the test assigns to a label. */
export const getKey = <D>(label: D, identify: (label: D) => string): string => {
  try {
    return identify(label).slice(0, 500);
  } catch (error) {
    return `not identified: ${String(error)}`.slice(0, 500);
  }
};
