import { Answers, type Words } from './answers.ts';
import { Clock } from './clock.ts';
import { Counter } from './counter.ts';
import type { Drawn } from './drawn.ts';
import { History, type Snapshot } from './history.ts';
import type { Line, LineParts } from './line.ts';
import { Mechanism } from './mechanism.ts';
import type { Link, Reader } from './link.ts';
import { Network } from './network.ts';
import type { PrinterOptions } from './options.ts';
import { Chance } from './random.ts';
import { Truth } from './truth.ts';

/** The language-specific part of a printer. */
export type Tongue<D extends Drawn, R extends Reader> = {
  line: (parts: LineParts<D>) => Line<D>;
  /** The configured label length. */
  lengthDots: () => number;
  newReader: () => R;
  /** Connects the reader of a new connection (possibly one left behind) to this printer. */
  joined: (link: Link<R>, works: Works<D, R>) => void;
  words: Words;
  /** The data of labels that another host sends. */
  foreign: (labels: number, mm: number) => Buffer;
};

/** The wired components of one printer; `controls.ts` is the interface for tests. */
export class Works<D extends Drawn, R extends Reader> {
  readonly options: PrinterOptions<D>;
  readonly clock: Clock;
  readonly truth = new Truth();
  readonly counter: Counter;
  readonly mechanism: Mechanism;
  readonly pipeline: Line<D>;
  readonly network: Network<R>;
  readonly answers: Answers;
  readonly tongue: Tongue<D, R>;
  readonly #history: History;
  readonly #watchers = new Set<() => void>();
  /** Value of another counter that leaks into the count of remaining labels. */
  leak = 0;
  /** Time of power on, in printer ms; null while off. */
  #onSince: number | null = 0;

  constructor(options: PrinterOptions<D>, tongue: Tongue<D, R>) {
    this.options = options;
    this.tongue = tongue;
    const clock = new Clock(options.timeScale);
    this.clock = clock;
    const { truth } = this;
    const chance = new Chance(options.seed);
    const notifyChange = (): void => this.#changed();
    this.#history = new History(clock, options.status.staleMs);
    this.counter = new Counter(options.counter, clock);
    this.mechanism = new Mechanism({
      options,
      clock,
      counter: this.counter,
      truth,
      changed: notifyChange,
      room: () => this.pipeline.advance(),
      torn: (reason) => this.pipeline.torn(reason),
    });
    this.pipeline = tongue.line({
      options,
      clock,
      truth,
      mechanism: this.mechanism,
      changed: notifyChange,
      room: () => this.network.pump(),
    });
    const { status } = options;
    const { words } = tongue;
    this.answers = new Answers({ knobs: status, clock, chance, history: this.#history, words });
    this.network = new Network<R>({
      options,
      clock,
      truth,
      pipeline: this.pipeline,
      newReader: tongue.newReader,
      joined: (link) => {
        tongue.joined(link, this);
        this.answers.joined(link);
      },
      changed: notifyChange,
    });
  }

  /** Starts to listen; the power-on time is now. */
  async start(): Promise<void> {
    await this.network.listen();
    this.#onSince = this.clock.now();
    this.#changed();
  }

  get uptimeMs(): number {
    return this.#onSince === null ? 0 : this.clock.now() - this.#onSince;
  }

  get isOn(): boolean {
    return this.#onSince !== null;
  }

  /** Everything that can be printed without intervention is printed. */
  get resting(): boolean {
    const { resting, halted } = this.mechanism;
    return this.isOn && resting && (this.pipeline.empty || halted);
  }

  snapshot(): Snapshot {
    const { mechanism, pipeline, options } = this;
    const { formats, remaining, drawing } = options.status;
    const isDrawing = pipeline.isDrawing;
    const queued = pipeline.queuedFormats + (drawing === 'formats' && isDrawing ? 1 : 0);
    const waiting = Math.max(mechanism.batches.length - 1, 0);
    const left = mechanism.remaining - (remaining === 'without current' && mechanism.busy ? 1 : 0);
    const counted = Math.max(left, 0) + (drawing === 'remaining' && isDrawing ? 1 : 0);
    const flag = mechanism.batches.length > 0 ? 1 : 0;
    const shown = {
      'with current': counted,
      'without current': counted,
      'busy flag': flag,
      hidden: 0,
    };
    return {
      paperOut: mechanism.senses('media'),
      paused: mechanism.paused,
      lengthDots: this.tongue.lengthDots(),
      formats: formats === 'hidden' ? 0 : queued + (formats === 'received' ? 0 : waiting),
      bufferFull: this.network.full,
      partial: this.network.inFormat || (drawing === 'partial' && isDrawing),
      headUp: mechanism.senses('head'),
      ribbonOut: mechanism.senses('ribbon'),
      labelWaiting: mechanism.labelWaiting,
      remaining: flag === 0 && this.leak > 0 ? this.leak : shown[remaining],
    };
  }

  #changed(): void {
    if (this.options.status.staleMs > 0) this.#history.note(this.snapshot());
    for (const watcher of Array.from(this.#watchers)) watcher();
  }

  onChange(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  lost(connection: number, bytes: number, reason: string): void {
    const nothing = { key: null, format: 0, foreign: false, copies: 0 };
    this.truth.dropped({ ...nothing, connection, bytes, why: reason });
  }

  cancelAll(reason: string): void {
    for (const link of this.network.links) link.lexer.cancel(reason);
    this.pipeline.cancelAll(reason);
  }

  clear(): void {
    const headCycled = this.mechanism.senses('head') && this.mechanism.batches.length === 0;
    const { headCycleLeaks } = this.options.status;
    // The media counter in dots, as one clone leaks it.
    if (headCycled && headCycleLeaks) this.leak = 1_334_273 + this.tongue.lengthDots();
    this.mechanism.clear();
    if (!this.mechanism.faulty) this.answers.release(this.snapshot());
  }

  /**
   * Power off and on again `downMs` later. With `orphanMs` an external print server keeps the
   * undrawn data.
   */
  async powerCut(downMs: number, orphanMs: number | null): Promise<void> {
    if (!this.isOn) return;
    this.truth.event('power cut');
    this.#onSince = null;
    this.mechanism.powerOff();
    const restore = this.pipeline.powerOff(orphanMs !== null);
    this.counter.powerCut();
    this.answers.powerOff();
    this.leak = 0;
    const deliver = await this.network.powerOff(orphanMs !== null);
    await new Promise<void>((resolve) => {
      this.clock.after(downMs, resolve);
    });
    await this.network.powerOn();
    this.#onSince = this.clock.now();
    this.truth.event('power on');
    this.pipeline.powerOn();
    this.mechanism.powerOn();
    if (orphanMs !== null)
      this.clock.after(orphanMs, () => {
        restore();
        deliver();
      });
    this.#changed();
  }
}
