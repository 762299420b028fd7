import { listLeaseLabels } from '@yunbiao/contract/gateway/gateway';
import type { Lease, LeasedLabel, Report, Unit } from '@yunbiao/contract/gateway/gateway';
import type { Bitmap } from '@yunbiao/label';
import { getUnitKey } from '../ledger/state.ts';
import type { DocumentFormat } from '../document-format.ts';

/** A label or row of labels as a page of a document. */
export type Page = {
  format: DocumentFormat;
  /** Size of the stock, mm. */
  widthMm: number;
  heightMm: number;
  /** For the format `dots`: the bitmap and its resolution. */
  dots?: { bitmap: Bitmap; dpi: number };
};

/**
 * Prepared bytes. `page` is set unless they are printer commands. `isRawData`: the user's own data,
 * with unknown output.
 */
export type PreparedLabel = { ok: true; bytes: Uint8Array; page?: Page; isRawData?: true };

/** Prepared bytes of a label or row, or the reason for failure. */
export type PrepareResult =
  | PreparedLabel
  /** The label at this index of the row cannot be printed; the others can without it. */
  | { ok: false; reason: string; index?: number }
  /** Each label can be printed, but not together as a row. */
  | { ok: false; mustSplit: true };

type LabelRow = readonly [LeasedLabel, ...LeasedLabel[]];

/** Unit of printing: the remaining labels of a lease, from left to right. */
export type Job = { lease: Lease; labels: LabelRow; prepared: PrepareResult | null };

/**
 * Leased labels that are not started. In memory only: the server leases them again after a crash.
 */
export type Queue = {
  /** Adds labels that pass `isNew` and are not queued already. */
  push: (leases: readonly Lease[], isNew?: (label: Unit) => boolean) => void;
  /**
   * Returns the next job, prepared. Reports and removes expired labels and those that cannot be
   * prepared.
   */
  peekNext: (now: number) => { job: Job; prepared: PreparedLabel } | null;
  shift: () => void;
  /** Prepares the next job in advance. */
  drawAhead: () => void;
  /** Discards prepared data, because the format has changed. */
  clearDrawn: () => void;
  /** Removes the given labels, also from rows. Returns those that were queued. */
  cancel: (units: readonly Unit[]) => (Unit & { fence: number })[];
  clear: () => void;
  listUnits: () => Unit[];
  /** Number of jobs, not labels; 0 while the first one waits for a picture. */
  countJobs: () => number;
};

export const createLabelReport = (
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
  /** Prepares all labels of the lease, or those that are left of its row. */
  prepare: (lease: Lease, labels: LabelRow) => PrepareResult;
  /** Whether all of the labels is there to be prepared; false while a picture is on its way. */
  canPrepare?: (labels: LabelRow) => boolean;
  /** Called for a label that ends without having been started. */
  reportRefused: (report: Report) => void;
  /** Server time, epoch ms. Leases expire by it. */
  getServerTime: () => number;
  /** Called when labels have left the queue, so there is room for more. */
  onRoom: () => void;
};

const toLabelRow = (labels: readonly LeasedLabel[]): LabelRow | null => {
  const [first, ...otherLabels] = labels;
  return first ? [first, ...otherLabels] : null;
};

/** Returns the job without some labels, to be prepared again; null when none is left. */
const filterJobLabels = (
  job: Job,
  shouldKeep: (label: LeasedLabel, place: number) => boolean,
): Job | null => {
  const labels = toLabelRow(job.labels.filter(shouldKeep));
  if (labels?.length === job.labels.length) return job;
  return labels && { ...job, labels, prepared: null };
};

type State = Deps & { jobs: Job[] };

const canPrepareJob = ({ canPrepare = () => true }: State, job: Job): boolean =>
  job.prepared !== null || canPrepare(job.labels);

const prepareJobOnce = ({ prepare }: State, job: Job): PrepareResult =>
  (job.prepared ??= prepare(job.lease, job.labels));

const replaceFirstJob = ({ jobs }: State, ...replacements: (Job | null)[]): void => {
  jobs.splice(0, 1, ...replacements.filter((job) => job !== null));
};

/** Removes labels of the first job, and reports them. Returns their number. */
const removeAndReportLabels = (
  state: State,
  job: Job,
  shouldRemove: (label: LeasedLabel, place: number) => boolean,
  toRemovalReport: (unit: Unit & { fence: number }) => Report,
): number => {
  const { fence } = job.lease;
  const removedLabels = job.labels.filter(shouldRemove);
  for (const { detailId, attempt } of removedLabels)
    state.reportRefused(toRemovalReport({ detailId, attempt, fence }));
  replaceFirstJob(
    state,
    filterJobLabels(job, (label, place) => !shouldRemove(label, place)),
  );
  return removedLabels.length;
};

const prepareNextJob = (state: State, now: number): ReturnType<Queue['peekNext']> => {
  let result: ReturnType<Queue['peekNext']> = null;
  let removedCount = 0;
  const time = state.getServerTime();
  const isLabelExpired = ({ expiresAt }: LeasedLabel): boolean => expiresAt <= time;
  for (let job = state.jobs[0]; job && !result; job = state.jobs[0]) {
    if (job.labels.some(isLabelExpired)) {
      removedCount += removeAndReportLabels(state, job, isLabelExpired, (unit) =>
        createLabelReport(unit, 'cancelled', { reason: '超过有效期没有发出' }, now),
      );
      continue;
    }
    if (!canPrepareJob(state, job)) break;
    const prepared = prepareJobOnce(state, job);
    const { lease, labels } = job;
    if (prepared.ok) result = { job, prepared };
    else if ('mustSplit' in prepared)
      replaceFirstJob(
        state,
        ...labels.map((label): Job => ({ lease, labels: [label], prepared: null })),
      );
    else {
      const { reason, index = 0 } = prepared;
      removedCount += removeAndReportLabels(
        state,
        job,
        (_, place) => place === index,
        (unit) => createLabelReport(unit, 'failed', { reason }, now),
      );
    }
  }
  if (removedCount > 0) state.onRoom();
  return result;
};

const countStartableJobs = (state: State): number => {
  const [first] = state.jobs;
  if (!first) return 0;
  // Expired labels are reported without being prepared.
  const isExpired = first.labels.some(({ expiresAt }) => expiresAt <= state.getServerTime());
  return isExpired || canPrepareJob(state, first) ? state.jobs.length : 0;
};

export const createQueue = (deps: Deps): Queue => {
  const state: State = { ...deps, jobs: [] };
  const { onRoom } = deps;
  const listQueuedLabels = (): LeasedLabel[] => state.jobs.flatMap(({ labels }) => labels);
  return {
    push: (leases, isNew = () => true) => {
      const knownKeys = new Set(listQueuedLabels().map(getUnitKey));
      for (const lease of leases) {
        const labels = toLabelRow(
          listLeaseLabels(lease).filter(
            (label) => !knownKeys.has(getUnitKey(label)) && isNew(label),
          ),
        );
        if (labels) state.jobs.push({ lease, labels, prepared: null });
      }
    },
    peekNext: (now) => prepareNextJob(state, now),
    shift: () => {
      state.jobs.shift();
      onRoom();
    },
    drawAhead: () => {
      const [job] = state.jobs;
      if (job && canPrepareJob(state, job)) prepareJobOnce(state, job);
    },
    clearDrawn: () => {
      for (const job of state.jobs) job.prepared = null;
    },
    cancel: (cancelled) => {
      const cancelledKeys = new Set(cancelled.map(getUnitKey));
      const isLabelCancelled = (label: LeasedLabel): boolean =>
        cancelledKeys.has(getUnitKey(label));
      const removedLabels = state.jobs.flatMap(({ lease: { fence }, labels }) =>
        labels
          .filter(isLabelCancelled)
          .map(({ detailId, attempt }) => ({ detailId, attempt, fence })),
      );
      state.jobs = state.jobs.flatMap(
        (job) => filterJobLabels(job, (label) => !isLabelCancelled(label)) ?? [],
      );
      if (removedLabels.length > 0) onRoom();
      return removedLabels;
    },
    clear: () => {
      state.jobs = [];
    },
    listUnits: () => listQueuedLabels().map(({ detailId, attempt }) => ({ detailId, attempt })),
    countJobs: () => countStartableJobs(state),
  };
};
