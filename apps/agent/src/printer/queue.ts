import { listLabels } from '@yunbiao/contract/gateway';
import type { Lease, LeasedLabel, Report, Unit } from '@yunbiao/contract/gateway';
import type { Bitmap } from '@yunbiao/label';
import { getKey } from '../ledger/state.ts';
import type { DocumentFormat } from '../document-format.ts';

/** A label, or a row of them, as a page of a document. */
export type Page = {
  format: DocumentFormat;
  /** Of the stock. */
  widthMm: number;
  heightMm: number;
  /** Of `dots`: the dots themselves, and how many of them are an inch. */
  dots?: { bitmap: Bitmap; dpi: number };
};

/**
 * `page` when they are no commands of the printer's own language. `isRaw`: somebody else made them, and what comes out of
 * them nobody here knows.
 */
export type Ready = { ok: true; bytes: Uint8Array; page?: Page; isRaw?: true };

/** Bytes of a label, or of a row of them, or why there are none. */
export type Prepared =
  | Ready
  /** The label of the row at this place, 0 the first, cannot be printed; the others can without it. */
  | { ok: false; reason: string; place?: number }
  /** Each may be, but not as one row. */
  | { ok: false; apart: true };

type Labels = readonly [LeasedLabel, ...LeasedLabel[]];

/** What is printed as one: the labels of a lease that are still to be printed, from the left. */
export type Job = { lease: Lease; labels: Labels; prepared: Prepared | null };

/** Leased labels that are not started. They are in memory only: after a crash the server leases them again. */
export type Queue = {
  /** Those labels that may be printed and are not here already. */
  push: (leases: readonly Lease[], isNew?: (label: Unit) => boolean) => void;
  /** The next job, drawn. Labels that expired or cannot be drawn are reported and leave the queue. */
  next: (now: number) => { job: Job; prepared: Ready } | null;
  shift: () => void;
  /** Draws the job ahead, so that its bytes are ready when the printer is. */
  drawAhead: () => void;
  /** What is drawn is not what is wanted any more. */
  forgetDrawn: () => void;
  /** Takes the named labels out, of rows, too; returns those that were here. */
  cancel: (units: readonly Unit[]) => (Unit & { fence: number })[];
  clear: () => void;
  units: () => Unit[];
  /** Jobs, not labels. */
  size: () => number;
};

export const getReport = (
  unit: Unit & { fence: number },
  state: Report['state'],
  fields: Partial<Pick<Report, 'evidence' | 'reason' | 'counterFrom' | 'counterTo'>>,
  now: number,
): Report => ({
  detailId: unit.detailId,
  attempt: unit.attempt,
  fence: unit.fence,
  state,
  evidence: fields.evidence ?? 'none',
  reason: fields.reason ?? '',
  counterFrom: fields.counterFrom ?? null,
  counterTo: fields.counterTo ?? null,
  at: new Date(now).toISOString(),
});

type Deps = {
  /** Draws the labels, which are all of the lease or those that are left of its row. */
  prepare: (lease: Lease, labels: Labels) => Prepared;
  /** A label ended without having been started. */
  refuse: (report: Report) => void;
  /** Epoch ms by the server's clock, which leases expire by. */
  serverNow: () => number;
  /** Labels have left the queue: there is room for others. */
  onRoom: () => void;
};

const some = (labels: readonly LeasedLabel[]): Labels | null => {
  const [first, ...beside] = labels;
  return first ? [first, ...beside] : null;
};

/** The job without some of its labels, to be drawn anew; null when none is left. */
const jobWith = (job: Job, keeps: (label: LeasedLabel, place: number) => boolean): Job | null => {
  const labels = some(job.labels.filter(keeps));
  if (labels?.length === job.labels.length) return job;
  return labels && { ...job, labels, prepared: null };
};

export const createQueue = ({ prepare, refuse, serverNow, onRoom }: Deps): Queue => {
  let jobs: Job[] = [];
  const drawn = (job: Job): Prepared => (job.prepared ??= prepare(job.lease, job.labels));
  const units = (): LeasedLabel[] => jobs.flatMap(({ labels }) => labels);
  return {
    push: (leases, isNew = () => true) => {
      const known = new Set(units().map(getKey));
      for (const lease of leases) {
        const labels = some(
          listLabels(lease).filter((label) => !known.has(getKey(label)) && isNew(label)),
        );
        if (labels) jobs.push({ lease, labels, prepared: null });
      }
    },
    next: (now) => {
      let found: ReturnType<Queue['next']> = null;
      let refused = 0;
      /** The first job becomes these. */
      const replace = (...others: (Job | null)[]): void => {
        jobs.splice(0, 1, ...others.filter((job) => job !== null));
      };
      const leave = (
        job: Job,
        leaves: (label: LeasedLabel, place: number) => boolean,
        state: 'cancelled' | 'failed',
        reason: string,
      ): void => {
        const { fence } = job.lease;
        for (const { detailId, attempt } of job.labels.filter(leaves)) {
          refused += 1;
          refuse(getReport({ detailId, attempt, fence }, state, { reason }, now));
        }
        replace(jobWith(job, (label, place) => !leaves(label, place)));
      };
      const time = serverNow();
      const isOver = ({ expiresAt }: LeasedLabel): boolean => expiresAt <= time;
      for (let job = jobs[0]; job && !found; job = jobs[0]) {
        if (job.labels.some(isOver)) {
          leave(job, isOver, 'cancelled', '超过有效期没有发出');
          continue;
        }
        const prepared = drawn(job);
        const { lease, labels } = job;
        if (prepared.ok) found = { job, prepared };
        else if ('apart' in prepared)
          replace(...labels.map((label): Job => ({ lease, labels: [label], prepared: null })));
        else {
          const failed = prepared.place ?? 0;
          leave(job, (_, place) => place === failed, 'failed', prepared.reason);
        }
      }
      if (refused > 0) onRoom();
      return found;
    },
    shift: () => {
      jobs.shift();
      onRoom();
    },
    drawAhead: () => {
      if (jobs[0]) drawn(jobs[0]);
    },
    forgetDrawn: () => {
      for (const job of jobs) job.prepared = null;
    },
    cancel: (cancelled) => {
      const wanted = new Set(cancelled.map(getKey));
      const isWanted = (label: LeasedLabel): boolean => wanted.has(getKey(label));
      const out = jobs.flatMap(({ lease: { fence }, labels }) =>
        labels.filter(isWanted).map(({ detailId, attempt }) => ({ detailId, attempt, fence })),
      );
      jobs = jobs.flatMap((job) => jobWith(job, (label) => !isWanted(label)) ?? []);
      if (out.length > 0) onRoom();
      return out;
    },
    clear: () => {
      jobs = [];
    },
    units: () => units().map(({ detailId, attempt }) => ({ detailId, attempt })),
    size: () => jobs.length,
  };
};
