import { type Batch, getPaper, type Printing } from './batch.ts';
import type { Clock } from './clock.ts';
import type { Counter } from './counter.ts';
import { type FaultName, HardwareFaults, REASONS } from './hardware-faults.ts';
import type { PrinterOptions } from './options.ts';
import { Strikes } from './strikes.ts';
import type { Truth } from './truth.ts';

type Parts = {
  options: PrinterOptions<never>;
  clock: Clock;
  counter: Counter;
  truth: Truth;
  /** The state that the status shows has changed. */
  changed: () => void;
  /** A format has left the queue, all its received data is out, or a stop is over. */
  room: () => void;
  /** A stop has torn the label under the head. */
  torn: (reason: string) => void;
};

/** The paper transport: one label after the other, millimetre by millimetre. */
export class Mechanism {
  readonly #parts: Parts;
  readonly batches: Batch[] = [];
  readonly #faults: HardwareFaults;
  readonly #strikes = new Strikes();
  #printing: Printing | null = null;
  #feeds = 0;
  #roll: number;
  #on = true;
  paused = false;
  /** Peel mode: a label is at the opening. */
  labelWaiting = false;
  /** Labels of formats started so far, including reprints. */
  started = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#roll = parts.options.rollLabels;
    this.#faults = new HardwareFaults(parts.options.sensing === 'always');
  }

  get busy(): boolean {
    return this.#printing !== null;
  }

  /** Cannot continue without intervention. */
  get halted(): boolean {
    return this.paused || this.labelWaiting || this.#faults.any || !this.#on;
  }

  /** Nothing to print, or cannot continue without intervention. */
  get resting(): boolean {
    if (this.#printing) return this.#printing.starved;
    return (this.batches.length === 0 && this.#feeds === 0) || this.halted;
  }

  /** Everything drawn is printed. */
  get caughtUp(): boolean {
    const { length } = this.batches;
    return length === 0 || (length === 1 && (this.#printing?.starved ?? false));
  }

  /** Drawn but not printed yet (mm). */
  get aheadMm(): number {
    const drawn = this.batches.reduce((sum, batch) => sum + batch.lengthMm, 0);
    const out = this.#printing?.batch ? this.position : (this.batches[0]?.growth?.fromMm ?? 0);
    return drawn - out;
  }

  /** Labels of the current batch that are not printed yet. */
  get remaining(): number {
    const batch = this.batches[0];
    return batch ? batch.last - batch.done : 0;
  }

  /** What the sensors report. */
  senses(fault: FaultName): boolean {
    return this.#faults.senses(fault);
  }

  get faulty(): boolean {
    return this.#faults.known;
  }

  get position(): number {
    const printing = this.#printing;
    if (!printing) return 0;
    if (!Number.isFinite(printing.mmPerS)) return printing.mm;
    const moved = ((this.#parts.clock.now() - printing.since) * printing.mmPerS) / 1000;
    return Math.min(printing.mm + moved, this.#getLength(printing));
  }

  #getLength(printing: Printing): number {
    return printing.batch?.lengthMm ?? this.#parts.options.labelMm;
  }

  add(batch: Batch): void {
    this.batches.push(batch);
    this.advance();
  }

  /**
   * Schedules `act` for when label `label` is out by `mm` millimetres; at or past its end: before
   * it is counted.
   */
  arm(label: number, mm: number, act: () => void): void {
    const now = label < this.started || (label === this.started && mm <= this.position);
    if (now) return act();
    this.#strikes.arm({ label, mm, act });
    if (label === this.started && this.#printing?.batch) this.#goOn(this.#printing);
  }

  /** Continues from the current position. */
  #goOn(printing: Printing): void {
    printing.mm = this.position;
    printing.stop();
    printing.starved = false;
    this.#segment(printing);
  }

  advance(): void {
    const batch = this.batches[0];
    if (this.#printing || !this.#on || (!batch && this.#feeds === 0)) return this.#parts.changed();
    this.#faults.tried();
    if (!this.#faults.any && !this.paused && !this.labelWaiting) {
      if (this.#feeds > 0) this.#begin(null);
      else if (batch) this.#begin(batch);
    }
    this.#parts.changed();
  }

  #begin(batch: Batch | null): void {
    const { options, clock, counter } = this.#parts;
    const mmPerS =
      batch?.mmPerS ?? (options.instant ? Number.POSITIVE_INFINITY : options.speedMmPerS);
    const reprint = batch?.reprinting ?? false;
    const source = batch ? (reprint ? 'reprint' : 'job') : 'feed';
    if (batch) {
      this.started++;
      batch.reprinting = false;
    }
    const printing: Printing = {
      batch,
      source,
      mm: batch?.growth?.fromMm ?? 0,
      since: clock.now(),
      mmPerS,
      out: false,
      starved: false,
      stop: () => {},
    };
    this.#printing = printing;
    const counts = batch !== null || options.counter.feeds;
    if (counts && options.counter.countsAt === 'start')
      counter.add({ labels: 1, mm: this.#getLength(printing) });
    this.#segment(printing);
  }

  /** Prints up to the next strike, the label's end, or the end of the received data. */
  #segment(printing: Printing): void {
    const length = this.#getLength(printing);
    const next = printing.batch ? this.#strikes.before(this.started, length) : undefined;
    const target = Math.min(next?.mm ?? length, length);
    printing.since = this.#parts.clock.now();
    const ms = ((target - printing.mm) / printing.mmPerS) * 1000;
    printing.stop = this.#parts.clock.after(ms, () => {
      printing.mm = target;
      printing.since = this.#parts.clock.now();
      if (next) {
        // Not after the end: a strike may end this label.
        this.#strikes.happen(next);
        if (this.#printing === printing) this.#segment(printing);
      } else if (target < this.#getLength(printing)) this.#segment(printing);
      else if (printing.batch?.growth?.open) this.#starve(printing);
      else this.#finish(printing);
    });
  }

  #starve(printing: Printing): void {
    printing.starved = true;
    this.#parts.room();
    this.#parts.changed();
  }

  #finish(printing: Printing): void {
    printing.out = true;
    this.#record(printing, null);
    if (printing.batch) this.#strikes.end(this.started);
    // The power went off with the last dot: the label was not counted.
    if (this.#printing !== printing) return;
    this.#count(printing, true);
    this.#printing = null;
    this.labelWaiting = printing.batch?.label.peels ?? false;
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
    this.#faults.strike('media');
  }

  #count(printing: Printing, whole: boolean): void {
    const { options, counter } = this.#parts;
    if (options.counter.countsAt !== 'completion') return;
    if (!whole && !options.counter.ruined) return;
    if (!printing.batch && !options.counter.feeds) return;
    counter.add({ labels: 1, mm: printing.mm });
  }

  #record(printing: Printing, reason: string | null): void {
    this.#parts.truth.paper(getPaper(printing, reason, this.#parts.options.labelMm));
  }

  #ruin(printing: Printing, reason: string): void {
    printing.mm = this.position;
    printing.stop();
    this.#record(printing, reason);
    this.#printing = null;
    this.#roll--;
  }

  /** Media out, ribbon out or head open, now. */
  fault(fault: FaultName): void {
    const reason = REASONS[fault];
    this.#parts.truth.event(reason);
    this.#faults.strike(fault);
    const printing = this.#printing;
    if (printing && !printing.out) {
      this.#ruin(printing, reason);
      this.#faults.tried();
      this.#count(printing, false);
      const { batch } = printing;
      // An interrupted reprint is still a reprint.
      if (batch) this.#parts.torn(reason);
      if (batch?.label.reprint) batch.reprinting = true;
      else if (batch?.growth?.resumes) batch.growth.fromMm = printing.mm;
      else if (batch) this.#afterLabel(batch);
    }
    this.advance();
  }

  /** New media and ribbon, head closed. */
  clear(): void {
    const { options, truth } = this.#parts;
    if (!this.#faults.any) return;
    truth.event('cleared');
    if (this.#faults.has('media')) this.#roll = options.rollLabels;
    if (this.#faults.has('head')) this.#feeds += options.calibrationLabels;
    this.#faults.clear();
    if (options.afterClear === 'paused') this.paused = true;
    this.advance();
    this.#parts.room();
  }

  /** The FEED key: a label without a format. */
  feed(labels: number): void {
    this.#feeds += labels;
    this.advance();
  }

  pause(on: boolean): void {
    this.paused = on;
    this.advance();
    this.#parts.room();
  }

  /** The label at the opening is taken. */
  takeLabel(): void {
    this.labelWaiting = false;
    this.advance();
    this.#parts.room();
  }

  /** Discards the remaining labels of the batch; the current label is finished. */
  cancelBatch(batch: Batch, reason: string): void {
    const under = this.#printing?.batch === batch ? 1 : 0;
    const copies = batch.last - batch.done - under;
    if (copies > 0) this.#drop(batch, copies, reason);
    batch.last = batch.done + under;
    if (under === 0) this.#leave(batch);
    this.#parts.changed();
  }

  cancelAll(reason: string): void {
    for (const batch of Array.from(this.batches)) this.cancelBatch(batch, reason);
  }

  #drop(batch: Batch, copies: number, reason: string): void {
    const { format, connection, foreign, label, growth } = batch;
    const key = growth?.open ? null : batch.key;
    const bytes = label.bytes.length;
    this.#parts.truth.dropped({ key, format, connection, foreign, copies, bytes, why: reason });
  }

  /** More of the batch is drawn. */
  grow(batch: Batch, mm: number): void {
    batch.lengthMm += mm;
    const printing = this.#printing;
    if (printing?.batch !== batch) this.advance();
    else if (printing.starved) this.#goOn(printing);
  }

  /** The end is drawn; sets the label's final identity. */
  complete(batch: Batch, drawn: Pick<Batch, 'label' | 'key' | 'hash'>, blank: boolean): void {
    Object.assign(batch, drawn);
    if (batch.growth) Object.assign(batch.growth, { open: false, blank });
    this.grow(batch, 0);
  }

  /**
   * Discards what is not printed. The label under the head stays there and may continue; returns it
   * with the printed length (mm).
   */
  clip(reason: string): { batch: Batch; mm: number } | null {
    const [current, ...others] = this.batches;
    for (const batch of others) this.#drop(batch, 1, reason);
    this.batches.length = Math.min(this.batches.length, 1);
    if (!current?.growth) return null;
    const printing = this.#printing?.batch === current ? this.#printing : null;
    const mm = printing ? this.position : current.growth.fromMm;
    if (mm < current.lengthMm) this.#drop(current, 1, reason);
    current.lengthMm = mm;
    current.growth.open = true;
    if (printing) this.#goOn(printing);
    else if (mm === 0) this.batches.length = 0;
    return mm > 0 || printing ? { batch: current, mm } : null;
  }

  powerOff(): void {
    const printing = this.#printing;
    const reason = 'power cut';
    this.#on = false;
    if (printing && !printing.out) {
      this.#ruin(printing, reason);
      this.#count(printing, false);
    }
    this.#printing = null;
    for (const batch of this.batches) {
      const out = printing?.batch === batch ? 1 : 0;
      if (batch.last - batch.done > out) this.#drop(batch, batch.last - batch.done - out, reason);
    }
    this.batches.length = 0;
    this.#feeds = 0;
    this.#faults.powerDown();
  }

  powerOn(): void {
    const { options } = this.#parts;
    this.#on = true;
    this.paused = options.powerUp === 'paused';
    this.#feeds = options.calibrationLabels;
    this.#faults.powerUp();
    this.advance();
  }
}
