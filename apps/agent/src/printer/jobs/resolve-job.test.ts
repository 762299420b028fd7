import { describe, expect, it } from 'vitest';
import type { Job, JobState } from './job.ts';
import { resolveLabelByJob } from './resolve-job.ts';
import type { JobObservation, Trust } from './resolve-job.ts';

const createJob = (state: JobState, more: Partial<Job> = {}): Job => ({
  id: 7,
  state,
  reasons: [],
  printedCount: null,
  wasStarted: true,
  documentCount: null,
  isComplete: false,
  ...more,
});
const PRINTER: Trust = { isPrinter: true, isEarly: false, countsSheets: false };
const QUEUE: Trust = { ...PRINTER, isPrinter: false };

const settle = (now: Job | null, more: Partial<JobObservation> = {}, trust = PRINTER): string => {
  const seen = {
    previousJob: null,
    isComplete: true,
    wasSilent: false,
    isStopped: false,
    mayBeCancelledByUs: false,
    forgetsPrintedJobs: false,
    elapsedMs: 900,
    minimumMs: 100,
  };
  const decision = resolveLabelByJob({ ...seen, job: now, ...more }, trust);
  return decision ? `${decision.state} ${decision.evidence}` : 'open';
};

describe('a label that is a job', () => {
  it('is open until its job is over', () => {
    for (const state of ['pending', 'pending-held', 'processing', 'processing-stopped'] as const)
      expect(settle(createJob(state))).toBe('open');
  });

  it('is printed by the word of the printer, and of nobody who hands it on', () => {
    expect(settle(createJob('completed'))).toBe('printed ipp-completed');
    expect(settle(createJob('completed', { printedCount: 1 }))).toBe('printed ipp-completed');
    expect(settle(createJob('completed'), {}, QUEUE)).toBe('sent consumed');
    expect(settle(createJob('completed', { reasons: ['queued-in-device'] }))).toBe('sent consumed');
  });

  it('is not printed when its sheets say otherwise', () => {
    expect(settle(createJob('completed', { printedCount: 2 }))).toBe('uncertain consumed');
    // 0 means nothing from a printer that never counted; from one that did it is a contradiction.
    expect(settle(createJob('completed', { printedCount: 0 }))).toBe('sent consumed');
    expect(
      settle(createJob('completed', { printedCount: 0 }), {}, { ...PRINTER, countsSheets: true }),
    ).toBe('uncertain consumed');
  });

  it('is not printed sooner than paper can move, nor by one that was ever that soon', () => {
    expect(settle(createJob('completed'), { elapsedMs: 99 })).toBe('sent consumed');
    expect(settle(createJob('completed'), {}, { ...PRINTER, isEarly: true })).toBe('sent consumed');
    const seen = {
      previousJob: null,
      isComplete: true,
      wasSilent: false,
      isStopped: false,
      mayBeCancelledByUs: false,
      forgetsPrintedJobs: false,
      elapsedMs: 99,
      minimumMs: 100,
    };
    expect(resolveLabelByJob({ ...seen, job: createJob('completed') }, PRINTER)?.isEarly).toBe(
      true,
    );
  });

  it('is uncertain when it ended with errors', () => {
    expect(settle(createJob('completed', { reasons: ['job-completed-with-errors'] }))).toBe(
      'uncertain consumed',
    );
    expect(settle(createJob('aborted'))).toBe('uncertain consumed');
    expect(settle(createJob('aborted', { wasStarted: null }))).toBe('uncertain consumed');
    expect(settle(createJob('canceled', { wasStarted: null }))).toBe('uncertain consumed');
    expect(settle(createJob('canceled', { wasStarted: false, printedCount: 1 }))).toBe(
      'uncertain consumed',
    );
  });

  it('was not printed when its job was never begun', () => {
    expect(settle(createJob('canceled', { wasStarted: false, printedCount: 0 }))).toBe(
      'cancelled none',
    );
    expect(settle(createJob('aborted', { wasStarted: false }))).toBe('failed none');
  });

  it('is not cancelled when it may be us who cancelled its job', () => {
    const ours = { mayBeCancelledByUs: true, isComplete: false };
    expect(settle(createJob('canceled', { wasStarted: false }), ours)).toBe('uncertain none');
    expect(settle(createJob('canceled', { wasStarted: false, documentCount: 1 }), ours)).toBe(
      'uncertain none',
    );
  });

  it('is uncertain when it was not taken as a whole, whatever became of its job', () => {
    for (const state of ['completed', 'aborted'] as const)
      expect(settle(createJob(state, { wasStarted: false }), { isComplete: false })).toBe(
        'uncertain none',
      );
    expect(settle(null, { isComplete: false })).toBe('uncertain none');
  });

  it('has left a queue that forgets what is printed when the job is gone, and nothing stood in its way', () => {
    const settleGone = (more: Partial<JobObservation> = {}): string =>
      settle(null, { forgetsPrintedJobs: true, ...more });
    expect(settleGone({ previousJob: createJob('processing') })).toBe('sent consumed');
    expect(settleGone({ previousJob: createJob('processing'), elapsedMs: 60_000 })).toBe(
      'sent consumed',
    );
    expect(settleGone()).toBe('sent consumed');
    expect(settleGone({ previousJob: createJob('pending') })).toBe('sent consumed');
    expect(settleGone({ previousJob: createJob('pending-held') })).toBe('uncertain consumed');
    expect(settleGone({ previousJob: createJob('processing-stopped') })).toBe('uncertain consumed');
    expect(settleGone({ wasSilent: true })).toBe('uncertain consumed');
    expect(settleGone({ isStopped: true })).toBe('uncertain consumed');
    expect(settleGone({ elapsedMs: null })).toBe('uncertain consumed');
    expect(settleGone({ elapsedMs: null, previousJob: createJob('processing') })).toBe(
      'sent consumed',
    );
    // The job may have been deleted by hand while it waited.
    expect(settleGone({ previousJob: createJob('pending'), elapsedMs: 2000 })).toBe(
      'uncertain consumed',
    );
    expect(settleGone({ previousJob: createJob('pending'), elapsedMs: null })).toBe(
      'uncertain consumed',
    );
  });

  it('is uncertain when its job is gone from one who keeps jobs: it may have been aborted', () => {
    for (const before of [null, createJob('pending'), createJob('processing')])
      for (const trust of [PRINTER, QUEUE])
        expect(settle(null, { previousJob: before }, trust)).toBe('uncertain consumed');
    expect(settle(null, { previousJob: createJob('processing', { printedCount: 0 }) })).toBe(
      'uncertain consumed',
    );
    expect(settle(null, { previousJob: createJob('processing', { printedCount: 1 }) })).toBe(
      'sent consumed',
    );
    expect(
      settle(null, { previousJob: createJob('processing', { printedCount: 1 }), wasSilent: true }),
    ).toBe('uncertain consumed');
  });
});
