import type { Lease, Report, Unit } from '@yunbiao/contract/gateway';

/** Bytes of a label, or why it cannot be printed. */
export type Prepared = { ok: true; bytes: Uint8Array } | { ok: false; reason: string };

export type Job = { lease: Lease; prepared: Prepared | null };

/** Leased labels that are not started. They are in memory only: after a crash the server leases them again. */
export type Queue = {
  push: (leases: readonly Lease[]) => void;
  /** The next label, drawn. Labels that expired or cannot be drawn are reported and leave the queue. */
  next: (now: number) => { job: Job; prepared: Prepared & { ok: true } } | null;
  shift: () => void;
  /** Draws the label ahead, so that its bytes are ready when the printer is. */
  drawAhead: () => void;
  /** Takes the named labels out; returns those that were here. */
  cancel: (units: readonly Unit[]) => Lease[];
  clear: () => void;
  units: () => Unit[];
  size: () => number;
};

export const reportOf = (
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
  prepare: (lease: Lease) => Prepared;
  /** A label ended without having been started. */
  refuse: (report: Report) => void;
  /** Epoch ms by the server's clock, which leases expire by. */
  serverNow: () => number;
  /** Labels have left the queue: there is room for others. */
  onRoom: () => void;
};

export const createQueue = ({ prepare, refuse, serverNow, onRoom }: Deps): Queue => {
  let jobs: Job[] = [];
  const drawn = (job: Job): Prepared => (job.prepared ??= prepare(job.lease));
  return {
    push: (leases) => {
      const known = new Set(jobs.map((job) => `${job.lease.detailId}/${job.lease.attempt}`));
      for (const lease of leases)
        if (!known.has(`${lease.detailId}/${lease.attempt}`)) jobs.push({ lease, prepared: null });
    },
    next: (now) => {
      let found: ReturnType<Queue['next']> = null;
      let refused = 0;
      const leave = (job: Job, state: 'cancelled' | 'failed', reason: string): void => {
        jobs.shift();
        refused += 1;
        refuse(reportOf(job.lease, state, { reason }, now));
      };
      for (let job = jobs[0]; job && !found; job = jobs[0]) {
        if (job.lease.expiresAt <= serverNow()) {
          leave(job, 'cancelled', '超过有效期没有发出');
          continue;
        }
        const prepared = drawn(job);
        if (prepared.ok) found = { job, prepared };
        else leave(job, 'failed', prepared.reason);
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
    cancel: (units) => {
      const wanted = new Set(units.map((unit) => `${unit.detailId}/${unit.attempt}`));
      const out = jobs.filter((job) => wanted.has(`${job.lease.detailId}/${job.lease.attempt}`));
      jobs = jobs.filter((job) => !out.includes(job));
      if (out.length > 0) onRoom();
      return out.map((job) => job.lease);
    },
    clear: () => {
      jobs = [];
    },
    units: () => jobs.map(({ lease: { detailId, attempt } }) => ({ detailId, attempt })),
    size: () => jobs.length,
  };
};
