import { setTimeout as sleep } from 'node:timers/promises';
import { isOver, type Job, STATE } from './jobs.ts';
import type { Options } from './options.ts';

/** A printed sheet: its job and its content. */
export type Sheet = { name: string; format: string; document: Buffer; media: Job['media'] };

const STEP_MS = 10;

/** Prints one job after the other, each on one sheet. */
export class Engine {
  readonly options: Options;
  readonly paper: Sheet[] = [];
  jobs: Job[] = [];
  paperIn = true;
  paused = false;
  holding = false;
  accepting = true;
  isPrinting = false;
  private nextId = 1;
  private readonly startedAt = performance.now();
  /** Previous job states, for stale responses. */
  private readonly past: { at: number; jobs: Job[] }[] = [];

  constructor(options: Options) {
    this.options = options;
  }

  get isStopped(): boolean {
    return this.paused || !this.paperIn;
  }

  /** The jobs as the printer reports them. */
  told(): Job[] {
    const { staleMs } = this.options;
    if (staleMs === 0) return this.jobs;
    const then = performance.now() - staleMs;
    return this.past.findLast(({ at }) => at <= then)?.jobs ?? [];
  }

  add(name: string, user: string, media: Job['media']): Job {
    const job: Job = {
      id: this.nextId,
      name,
      user,
      state: this.holding ? STATE.held : STATE.pending,
      reasons: this.holding ? ['job-hold-until-specified'] : ['job-incoming'],
      document: null,
      format: '',
      media,
      begunAt: null,
      sheets: 0,
    };
    this.nextId += 1;
    this.jobs.push(job);
    const { openMs } = this.options;
    if (openMs > 0) setTimeout(() => this.giveUp(job), openMs).unref();
    return job;
  }

  /** RFC 8011 §5.4.31, with the action `abort-job`. */
  private giveUp(job: Job): void {
    if (job.document === null && !isOver(job))
      this.finish(job, STATE.aborted, ['submission-interrupted']);
  }

  put(job: Job, document: Buffer, format: string): void {
    Object.assign(job, { document, format });
    if (job.state === STATE.pending) job.reasons = [];
    void this.work();
  }

  finish(job: Job, state: Job['state'], reasons: readonly string[]): void {
    Object.assign(job, { state, reasons: [...reasons] });
    const { forgetsJobs, forgetsAborted } = this.options;
    if (forgetsJobs || (forgetsAborted && state === STATE.aborted))
      this.jobs = this.jobs.filter((item) => item !== job);
  }

  /** Cancels a job after a delay; printing continues until then. */
  cancel(job: Job): void {
    const endJob = (): void => {
      if (!isOver(job)) this.finish(job, STATE.canceled, ['job-canceled-by-user']);
    };
    if (this.options.cancelMs === 0) endJob();
    else setTimeout(endJob, this.options.cancelMs).unref();
  }

  release(): void {
    for (const job of this.jobs)
      if (job.state === STATE.held) Object.assign(job, { state: STATE.pending, reasons: [] });
    void this.work();
  }

  powerCut(): void {
    this.jobs = [];
    this.nextId = 1;
  }

  async work(): Promise<void> {
    if (this.isPrinting) return;
    this.isPrinting = true;
    for (;;) {
      this.remember();
      const next = this.jobs.find((job) => job.state === STATE.pending && job.document !== null);
      if (!next?.document || this.isStopped) break;
      await this.print(next, next.document);
    }
    this.isPrinting = false;
  }

  private complete(job: Job): void {
    const { forwards } = this.options;
    const reason = forwards ? 'queued-in-device' : 'job-completed-successfully';
    this.finish(job, STATE.completed, [reason]);
  }

  /** Whether it must still be printed: not ended and not deleted. */
  private isWanted(job: Job): boolean {
    return this.options.early || (!isOver(job) && this.jobs.includes(job));
  }

  private async print(job: Job, document: Buffer): Promise<void> {
    const begunAt = Math.floor((performance.now() - this.startedAt) / 1000) + 1;
    Object.assign(job, { state: STATE.processing, reasons: ['job-printing'], begunAt });
    if (this.options.early) this.complete(job);
    for (let left = this.options.printMs; left > 0;) {
      await sleep(STEP_MS);
      if (!this.isWanted(job)) return;
      if (!isOver(job)) {
        job.state = this.isStopped ? STATE.stopped : STATE.processing;
        job.reasons = [this.isStopped ? 'printer-stopped' : 'job-printing'];
      }
      if (!this.isStopped) left -= STEP_MS;
      this.remember();
    }
    job.sheets = 1;
    this.paper.push({ name: job.name, format: job.format, document, media: job.media });
    if (!isOver(job)) this.complete(job);
  }

  private remember(): void {
    if (this.options.staleMs === 0) return;
    const jobs = this.jobs.map((job) => ({ ...job, reasons: [...job.reasons] }));
    this.past.push({ at: performance.now(), jobs });
  }
}
