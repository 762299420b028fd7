import type { FromStudio, ToStudio } from './worker/messages.ts';

/** Maximum number of files that the worker opens at a time. */
const MAX_CONCURRENT = 16;

/** The worker of the studio. It is started with the first file. */
export class StudioWorker {
  readonly #onMessage: (message: FromStudio) => void;
  readonly #onLost: () => void;
  #worker: Worker | undefined;

  /**
   * @param onLost called when the worker could not be loaded or has crashed; pending requests are
   * lost.
   */
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

  terminate(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
  }
}

/**
 * Files that are being opened. Hundreds of files are sent to the worker a few at a time, because
 * sending all at once would block the page.
 */
export class FileQueue {
  readonly #worker: StudioWorker;
  readonly #files = new Map<number, File>();
  /** Files not yet sent to the worker. */
  #queued: number[] = [];

  constructor(worker: StudioWorker) {
    this.#worker = worker;
  }

  add(source: number, file: File): void {
    this.#files.set(source, file);
    this.#queued.push(source);
    this.#sendQueued();
  }

  /** The worker has answered: sends the next file. */
  complete(source: number): File | undefined {
    const file = this.#files.get(source);
    if (this.#files.delete(source)) this.#sendQueued();
    return file;
  }

  clear(): void {
    this.#files.clear();
    this.#queued = [];
  }

  #sendQueued(): void {
    while (this.#files.size - this.#queued.length < MAX_CONCURRENT) {
      const source = this.#queued.shift();
      const file = source === undefined ? undefined : this.#files.get(source);
      if (source === undefined || !file) return;
      this.#worker.post({ kind: 'open', source, file });
    }
  }
}
