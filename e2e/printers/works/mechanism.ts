import type { Clock } from './clock.ts';
import type { Counter } from './counter.ts';
import type { Drawn } from './drawn.ts';
import type { PrinterOptions } from './options.ts';
import type { Paper, Truth } from './truth.ts';

/** A drawn format, waiting for its labels to be printed. */
export type Batch = {
  label: Drawn;
  key: string;
  hash: string;
  lengthMm: number;
  mmPerS: number;
  format: number;
  connection: number;
  foreign: boolean;
  /** Labels out, or given up; and how many there will be. */
  done: number;
  last: number;
  /** The next one is a label that was interrupted. */
  reprinting: boolean;
};

export type FaultName = 'media' | 'ribbon' | 'head';

const REASONS = { media: 'media out', ribbon: 'ribbon out', head: 'head open' } as const;

type Printing = {
  /** Null for a feed. */
  batch: Batch | null;
  source: Paper['source'];
  mm: number;
  since: number;
  lengthMm: number;
  mmPerS: number;
  /** All of it is out, though not counted yet. */
  out: boolean;
  stop: () => void;
};

type Parts = {
  options: PrinterOptions<never>;
  clock: Clock;
  counter: Counter;
  truth: Truth;
  /** Something the status may show has changed. */
  changed: () => void;
  /** A drawn format has left. */
  room: () => void;
};

/** The part that moves paper: one label after the other, millimetre by millimetre. */
export class Mechanism {
  readonly #parts: Parts;
  readonly batches: Batch[] = [];
  readonly #faults = new Set<FaultName>();
  readonly #sensed = new Set<FaultName>();
  readonly #armed: { label: number; mm: number; act: () => void }[] = [];
  #printing: Printing | null = null;
  #feeds = 0;
  #roll: number;
  #on = true;
  paused = false;
  /** Labels of formats begun so far, reprints included. */
  started = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#roll = parts.options.rollLabels;
  }

  get busy(): boolean {
    return this.#printing !== null;
  }

  /** Nothing to print, or no way to go on without a hand. */
  get resting(): boolean {
    const work = this.batches.length > 0 || this.#feeds > 0;
    return !this.busy && (!work || this.paused || this.#faults.size > 0 || !this.#on);
  }

  /** Labels of the batch in hand that are not out yet. */
  get remaining(): number {
    const batch = this.batches[0];
    return batch ? batch.last - batch.done : 0;
  }

  /** What the sensors say. */
  senses(fault: FaultName): boolean {
    return this.#sensed.has(fault);
  }

  get faulty(): boolean {
    return this.#sensed.size > 0;
  }

  get position(): number {
    const printing = this.#printing;
    if (!printing) return 0;
    if (!Number.isFinite(printing.mmPerS)) return printing.mm;
    const moved = ((this.#parts.clock.now() - printing.since) * printing.mmPerS) / 1000;
    return Math.min(printing.mm + moved, printing.lengthMm);
  }

  add(batch: Batch): void {
    this.batches.push(batch);
    this.advance();
  }

  /** Lets `act` strike when label `label` has come out `mm` millimetres; at or past its end: before it is counted. */
  arm(label: number, mm: number, act: () => void): void {
    const now = label < this.started || (label === this.started && mm <= this.position);
    if (label === this.started && this.#printing?.batch && !now) {
      this.#armed.push({ label, mm, act });
      this.#printing.mm = this.position;
      this.#printing.stop();
      this.#segment(this.#printing);
    } else if (now) act();
    else this.#armed.push({ label, mm, act });
  }

  advance(): void {
    const batch = this.batches[0];
    if (this.#printing || !this.#on || (!batch && this.#feeds === 0)) return this.#parts.changed();
    for (const fault of this.#faults) this.#sensed.add(fault);
    if (this.#faults.size === 0 && !this.paused) {
      if (this.#feeds > 0) this.#begin(null);
      else if (batch) this.#begin(batch);
    }
    this.#parts.changed();
  }

  #begin(batch: Batch | null): void {
    const { options, clock, counter } = this.#parts;
    const lengthMm = batch?.lengthMm ?? options.labelMm;
    const mmPerS =
      batch?.mmPerS ?? (options.instant ? Number.POSITIVE_INFINITY : options.speedMmPerS);
    const reprint = batch?.reprinting ?? false;
    const source = batch ? (reprint ? 'reprint' : 'job') : 'feed';
    if (batch) {
      this.started++;
      batch.reprinting = false;
    }
    const since = clock.now();
    const stop = (): void => {};
    this.#printing = { batch, source, mm: 0, since, lengthMm, mmPerS, out: false, stop };
    const counts = batch !== null || options.counter.feeds;
    if (counts && options.counter.countsAt === 'start') counter.add({ labels: 1, mm: lengthMm });
    this.#segment(this.#printing);
  }

  /** Prints on to the next armed strike or the label's end. */
  #segment(printing: Printing): void {
    const next = printing.batch ? this.#strikeBefore(printing.lengthMm) : undefined;
    const target = Math.min(next?.mm ?? printing.lengthMm, printing.lengthMm);
    printing.since = this.#parts.clock.now();
    const ms = ((target - printing.mm) / printing.mmPerS) * 1000;
    printing.stop = this.#parts.clock.after(ms, () => {
      printing.mm = target;
      printing.since = this.#parts.clock.now();
      if (!next) return this.#finish(printing);
      this.#armed.splice(this.#armed.indexOf(next), 1);
      // Not on top of the end: a strike may end this label.
      next.act();
      if (this.#printing === printing) this.#segment(printing);
    });
  }

  #strikeBefore(mm: number): { mm: number; act: () => void; label: number } | undefined {
    return this.#armed
      .filter((one) => one.label === this.started && one.mm < mm)
      .toSorted((one, other) => one.mm - other.mm)[0];
  }

  #finish(printing: Printing): void {
    printing.out = true;
    this.#record(printing, null);
    const ends = printing.batch ? this.#armed.filter((one) => one.label === this.started) : [];
    for (const end of ends) {
      this.#armed.splice(this.#armed.indexOf(end), 1);
      end.act();
    }
    // The power went with the last dot: nothing counted it.
    if (this.#printing !== printing) return;
    this.#count(printing, true);
    this.#printing = null;
    if (printing.batch) this.#afterLabel(printing.batch);
    else this.#feeds--;
    this.#wear();
    this.advance();
  }

  #afterLabel(batch: Batch): void {
    const { pauseEvery, pauseAfter } = batch.label;
    batch.done++;
    const over = batch.done >= batch.last;
    if ((pauseEvery > 0 && batch.done % pauseEvery === 0 && !over) || (over && pauseAfter))
      this.paused = true;
    if (over) this.#leave(batch);
  }

  #leave(batch: Batch): void {
    const at = this.batches.indexOf(batch);
    if (at >= 0) this.batches.splice(at, 1);
    this.#parts.room();
  }

  #wear(): void {
    this.#roll--;
    if (this.#roll > 0) return;
    this.#parts.truth.event('the roll is used up');
    this.#strike('media');
  }

  #count(printing: Printing, whole: boolean): void {
    const { options, counter } = this.#parts;
    if (options.counter.countsAt !== 'completion') return;
    if (!whole && !options.counter.ruined) return;
    if (!printing.batch && !options.counter.feeds) return;
    counter.add({ labels: 1, mm: printing.mm });
  }

  #record(printing: Printing, why: string | null): void {
    const { batch, mm, lengthMm, source } = printing;
    this.#parts.truth.paper({
      key: batch?.key ?? 'feed',
      hash: batch?.hash ?? '',
      whole: why === null,
      mm: Math.round(mm * 100) / 100,
      lengthMm,
      why,
      source,
      copy: batch ? batch.done + 1 : 1,
      of: batch?.label.quantity ?? 1,
      format: batch?.format ?? 0,
      connection: batch?.connection ?? 0,
      foreign: batch?.foreign ?? false,
    });
  }

  #ruin(printing: Printing, why: string): void {
    printing.mm = this.position;
    printing.stop();
    this.#record(printing, why);
    this.#printing = null;
    this.#roll--;
  }

  #strike(fault: FaultName): void {
    this.#faults.add(fault);
    if (fault === 'head' || this.#parts.options.sensing === 'always') this.#sensed.add(fault);
  }

  /** Media out, ribbon out or head open, now. */
  fault(fault: FaultName): void {
    const why = REASONS[fault];
    this.#parts.truth.event(why);
    this.#strike(fault);
    const printing = this.#printing;
    if (printing && !printing.out) {
      this.#ruin(printing, why);
      this.#sensed.add(fault);
      this.#count(printing, false);
      const { batch } = printing;
      // A reprint interrupted is a reprint still.
      if (batch?.label.reprint) batch.reprinting = true;
      else if (batch) this.#afterLabel(batch);
    }
    this.advance();
  }

  /** New media and ribbon, head closed. */
  clear(): void {
    const { options, truth } = this.#parts;
    if (this.#faults.size === 0) return;
    truth.event('cleared');
    if (this.#faults.has('media')) this.#roll = options.rollLabels;
    if (this.#faults.has('head')) this.#feeds += options.calibrationLabels;
    this.#faults.clear();
    this.#sensed.clear();
    if (options.afterClear === 'paused') this.paused = true;
    this.advance();
  }

  /** The FEED key: a label without a format. */
  feed(labels: number): void {
    this.#feeds += labels;
    this.advance();
  }

  pause(on: boolean): void {
    this.paused = on;
    this.advance();
  }

  /** Gives up what the batch still had to print; the label under print comes out. */
  cancelBatch(batch: Batch, why: string): void {
    const under = this.#printing?.batch === batch ? 1 : 0;
    const copies = batch.last - batch.done - under;
    if (copies > 0) this.#drop(batch, copies, why);
    batch.last = batch.done + under;
    if (under === 0) this.#leave(batch);
    this.#parts.changed();
  }

  cancelAll(why: string): void {
    for (const batch of Array.from(this.batches)) this.cancelBatch(batch, why);
  }

  #drop(batch: Batch, copies: number, why: string): void {
    const { key, format, connection, foreign, label } = batch;
    const bytes = label.bytes.length;
    this.#parts.truth.dropped({ key, format, connection, foreign, copies, bytes, why });
  }

  powerOff(): void {
    const printing = this.#printing;
    const why = 'power cut';
    this.#on = false;
    if (printing && !printing.out) {
      this.#ruin(printing, why);
      this.#count(printing, false);
    }
    this.#printing = null;
    for (const batch of this.batches) {
      const out = printing?.batch === batch ? 1 : 0;
      if (batch.last - batch.done > out) this.#drop(batch, batch.last - batch.done - out, why);
    }
    this.batches.length = 0;
    this.#feeds = 0;
    this.#sensed.clear();
  }

  powerOn(): void {
    const { options } = this.#parts;
    this.#on = true;
    this.paused = options.powerUp === 'paused';
    this.#feeds = options.calibrationLabels;
    // What is open or empty still is.
    for (const fault of this.#faults) this.#strike(fault);
    this.advance();
  }
}
