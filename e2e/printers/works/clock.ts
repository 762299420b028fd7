/**
 * The printer's clock: milliseconds of a printer that runs `1 / scale` times as fast as real time.
 */
export class Clock {
  readonly #scale: number;
  readonly #began = performance.now();
  readonly #cancels = new Set<() => void>();

  constructor(scale: number) {
    this.#scale = Math.max(scale, 1e-6);
  }

  now(): number {
    return (performance.now() - this.#began) / this.#scale;
  }

  /**
   * Runs `act` after `ms` of printer time (0: as soon as possible, but never synchronously).
   * Returns a cancel function.
   */
  after(ms: number, act: () => void): () => void {
    const runAct = (): void => {
      this.#cancels.delete(cancelAct);
      act();
    };
    const stop = ms > 0 ? this.#timer(ms, runAct) : this.#immediate(runAct);
    const cancelAct = (): void => {
      stop();
      this.#cancels.delete(cancelAct);
    };
    this.#cancels.add(cancelAct);
    return cancelAct;
  }

  clear(): void {
    for (const cancel of this.#cancels) cancel();
  }

  #timer(ms: number, run: () => void): () => void {
    const timer = setTimeout(run, Math.min(ms * this.#scale, 2 ** 31 - 1));
    return () => clearTimeout(timer);
  }

  #immediate(run: () => void): () => void {
    const immediate = setImmediate(run);
    return () => clearImmediate(immediate);
  }
}
