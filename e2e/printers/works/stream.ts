import type { Batch } from './batch.ts';
import type { Drawn } from './drawn.ts';
import { Intake, MIN_COST, type Waiting } from './intake.ts';
import type { Line, LineParts } from './line.ts';
import { getKey } from './pipeline.ts';

/** An operation executed at once: a command, a line of text, some rows of a picture. */
export type Op = {
  /** As received. */
  raw: Uint8Array;
  /** Starts a picture, which also takes its fixed time. */
  heavy: boolean;
};

/** Effect of an operation on the paper: feeds this many dots, and may then end a piece. */
export type Step<D> = { dots: number; piece: D | null };

/** Executes operations of one language in order and keeps their settings for the next ones. */
export type Scribe<D, O extends Op> = {
  /** Parses the operations of another host's data. */
  parse: (bytes: Buffer) => readonly O[];
  take: (op: O) => readonly Step<D>[];
  /** A blank piece. */
  begun: () => D;
  /**
   * Discards what was drawn after `dots` of this piece (null: the current one), and everything
   * later.
   */
  back: (piece: D | null, dots: number) => void;
  /** The identity of a piece when the test sets none. */
  identity: (piece: D) => string;
  blank: (piece: D) => boolean;
  powerOff: () => void;
};

export type StreamRules = {
  /** Capacity of the print buffer: drawn but not printed (mm). */
  aheadMm: number;
  /** After a stop, drawn and received data is printed or discarded. */
  afterStop: 'goes on' | 'forgets';
};

type Work<O> = { op: O; connection: number; foreign: boolean };
/** The current piece; without a batch it produces nothing. */
type Piece = { batch: Batch | null; format: number };

/**
 * Executes operations as they arrive and prints each one once drawn. A piece of paper is complete
 * when its end is received.
 */
export class Stream<D extends Drawn, O extends Op> extends Intake<Work<O>> implements Line<D> {
  readonly #parts: LineParts<D> & { scribe: Scribe<D, O>; rules: StreamRules };
  readonly labels: { key: string; format: number; label: D }[] = [];
  #drawing: { work: Work<O>; stop: () => void } | null = null;
  #piece: Piece | null = null;
  #on = true;

  constructor(parts: LineParts<D> & { scribe: Scribe<D, O>; rules: StreamRules }) {
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
    return this.#piece === null && this.waiting.length === 0 ? 0 : 1;
  }

  get hungry(): boolean {
    return this.waiting.length === 0 && !this.#drawing && this.#free;
  }

  get empty(): boolean {
    return this.waiting.length === 0 && !this.#drawing;
  }

  /** The print buffer has room and there is no fault. */
  get #free(): boolean {
    const { mechanism, rules } = this.#parts;
    return !mechanism.faulty && !mechanism.paused && mechanism.aheadMm < rules.aheadMm;
  }

  /** The batch of the next operation is lost silently. */
  get #isDoomed(): boolean {
    return this.#piece ? this.#piece.batch === null : this.doomed.has(this.formats + 1);
  }

  push(op: O, connection: number, foreign = false): void {
    const work = { op, connection, foreign };
    if (!this.#on) this.#lost([work], 'sent to a printer that is off');
    else this.add([{ kind: 'work', connection, cost: foreign ? MIN_COST : op.raw.length, work }]);
  }

  format(bytes: Buffer, connection: number, foreign = false): void {
    for (const op of this.#parts.scribe.parse(bytes)) this.push(op, connection, foreign);
  }

  protected due(item: Waiting<Work<O>>): boolean {
    if (this.#drawing || !this.#free) return false;
    return item.kind === 'work' || item.order === 'after drawing' || this.#parts.mechanism.caughtUp;
  }

  protected begin(work: Work<O>): void {
    const { options, clock } = this.#parts;
    const { raw, heavy } = work.op;
    const ms = (raw.length / 1024) * options.drawMsPerKib + (heavy ? options.drawMs : 0);
    if (options.instant || ms === 0 || this.#isDoomed) return this.#drawn(work);
    const stop = clock.after(ms, () => {
      this.#drawing = null;
      this.#drawn(work);
      this.advance();
    });
    this.#drawing = { work, stop };
  }

  #drawn(work: Work<O>): void {
    const { scribe, mechanism, options } = this.#parts;
    for (const { dots, piece } of scribe.take(work.op)) {
      const current = this.#piece ?? this.#begun(work);
      if (current.batch) mechanism.grow(current.batch, dots / options.dotsPerMm);
      if (piece) this.#ended(current, piece, work);
    }
  }

  #begun({ connection, foreign }: Work<O>): Piece {
    const { scribe, mechanism, options, rules } = this.#parts;
    const format = ++this.formats;
    const batch: Batch | null = this.doomed.delete(format)
      ? null
      : {
          label: scribe.begun(),
          key: '',
          hash: '',
          lengthMm: 0,
          mmPerS: options.instant ? Number.POSITIVE_INFINITY : options.speedMmPerS,
          format,
          connection,
          foreign,
          done: 0,
          last: 1,
          reprinting: false,
          growth: { open: true, resumes: rules.afterStop === 'goes on', fromMm: 0, blank: false },
        };
    if (batch) mechanism.add(batch);
    return (this.#piece = { batch, format });
  }

  #ended({ batch, format }: Piece, label: D, { connection, foreign }: Work<O>): void {
    const { scribe, mechanism, options, truth } = this.#parts;
    const blank = scribe.blank(label);
    const key = blank ? 'feed' : getKey(label, options.identify ?? scribe.identity);
    this.#piece = null;
    if (!batch) {
      const bytes = label.bytes.length;
      const reason = 'out of memory';
      return truth.dropped({ key, format, connection, foreign, copies: 1, bytes, why: reason });
    }
    this.labels.push({ key, format, label });
    if (this.labels.length > options.keepLabels) this.labels.shift();
    mechanism.complete(batch, { label, key, hash: label.bitmap.hash() }, blank);
  }

  #lost(works: readonly Work<O>[], reason: string): void {
    const [first] = works;
    if (!first) return;
    const bytes = works.reduce((sum, { op }) => sum + op.raw.length, 0);
    const { connection, foreign } = first;
    const none = { key: null, format: 0, copies: 0 };
    this.#parts.truth.dropped({ ...none, connection, foreign, bytes, why: reason });
  }

  drop(reason: string, connection: number | null = null): void {
    const isOfConnection = (of: { connection: number }): boolean =>
      connection === null || of.connection === connection;
    const gone: Work<O>[] = [];
    if (this.#drawing && isOfConnection(this.#drawing.work)) {
      this.#drawing.stop();
      gone.push(this.#drawing.work);
      this.#drawing = null;
    }
    for (const item of this.take(isOfConnection)) if (item.kind === 'work') gone.push(item.work);
    this.#lost(gone, reason);
    this.#parts.room();
    this.advance();
  }

  /** The printer has one cancel key for all pieces. */
  cancelCurrent(reason: string): void {
    this.cancelAll(reason);
  }

  /** Clears the receive and print buffers; the paper stays where it is. */
  cancelAll(reason: string): void {
    const { mechanism, scribe, options } = this.#parts;
    const current = this.#piece?.batch ?? null;
    const clipped = mechanism.clip(reason);
    this.#piece = clipped ? { batch: clipped.batch, format: clipped.batch.format } : null;
    const piece =
      clipped && clipped.batch !== current ? findDrawn(clipped.batch, this.labels) : null;
    scribe.back(piece, Math.round((clipped?.mm ?? 0) * options.dotsPerMm));
    this.drop(reason);
  }

  torn(reason: string): void {
    const { mechanism, scribe, rules } = this.#parts;
    if (rules.afterStop === 'goes on') return;
    this.#piece = null;
    for (const batch of mechanism.batches.slice(1)) mechanism.cancelBatch(batch, reason);
    scribe.back(null, 0);
    this.drop(`forgotten at a stop: ${reason}`);
  }

  powerOff(outerBuffer: boolean): () => void {
    const held = outerBuffer ? this.take(() => true) : [];
    this.#on = false;
    this.#piece = null;
    this.drop('power cut');
    this.#parts.scribe.powerOff();
    return () => this.add(held);
  }

  powerOn(): void {
    this.#on = true;
  }
}

/** The drawn content of a complete batch. */
const findDrawn = <D>(batch: Batch, labels: readonly { format: number; label: D }[]): D | null =>
  labels.find(({ format }) => format === batch.format)?.label ?? null;
