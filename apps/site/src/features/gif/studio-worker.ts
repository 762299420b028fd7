import type { FromStudio, ToStudio } from './worker/messages.ts';

/** Files the worker is asked to open at a time. */
const MAX_CONCURRENT = 16;

/** The studio's worker, which comes with the first file. */
export class StudioWorker {
  readonly #onMessage: (message: FromStudio) => void;
  readonly #onLost: () => void;
  #worker: Worker | undefined;

  /** @param onLost it could not be fetched, or is gone with what it was asked. */
  constructor(onMessage: (message: FromStudio) => void, onLost: () => void) {
    this.#onMessage = onMessage;
    this.#onLost = onLost;
  }

  post(message: ToStudio): void {
    if (!this.#worker) {
      if (message.kind !== 'open') return;
      this.#worker = new Worker(new URL('./worker/gif-worker.ts', import.meta.url), {
        type: 'module',
      });
      this.#worker.addEventListener('message', ({ data }: MessageEvent<FromStudio>) =>
        this.#onMessage(data),
      );
      this.#worker.addEventListener('error', () => this.#onLost());
    }
    this.#worker.postMessage(message);
  }

  end(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
  }
}

/** Files on their way. Hundreds are handed over a few at a time: all at once they would hold up the page. */
export class ComingFiles {
  readonly #worker: StudioWorker;
  readonly #files = new Map<number, File>();
  /** Of those the ones the worker has not heard of yet. */
  #queued: number[] = [];

  constructor(worker: StudioWorker) {
    this.#worker = worker;
  }

  add(source: number, file: File): void {
    this.#files.set(source, file);
    this.#queued.push(source);
    this.#handOn();
  }

  /** The worker answered: what is next may go. */
  take(source: number): File | undefined {
    const file = this.#files.get(source);
    if (this.#files.delete(source)) this.#handOn();
    return file;
  }

  clear(): void {
    this.#files.clear();
    this.#queued = [];
  }

  #handOn(): void {
    while (this.#files.size - this.#queued.length < MAX_CONCURRENT) {
      const source = this.#queued.shift();
      const file = source === undefined ? undefined : this.#files.get(source);
      if (source === undefined || !file) return;
      this.#worker.post({ kind: 'open', source, file });
    }
  }
}
