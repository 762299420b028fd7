import { describe, expect, it } from 'vitest';
import type { Job, JobState } from './job.ts';
import { settleJob } from './settle.ts';
import type { Seen, Trust } from './settle.ts';

const job = (state: JobState, more: Partial<Job> = {}): Job => ({
  id: 7,
  state,
  reasons: [],
  printed: null,
  begun: true,
  documents: null,
  isWhole: false,
  ...more,
});
const PRINTER: Trust = { prints: true, isEarly: false, counts: false };
const QUEUE: Trust = { ...PRINTER, prints: false };

const settle = (now: Job | null, more: Partial<Seen> = {}, trust = PRINTER): string => {
  const seen = {
    before: null,
    isWhole: true,
    wasSilent: false,
    isStopped: false,
    isOurs: false,
    forgetsPrinted: false,
    tookMs: 900,
    leastMs: 100,
  };
  const decision = settleJob({ ...seen, job: now, ...more }, trust);
  return decision ? `${decision.state} ${decision.evidence}` : 'open';
};

describe('a label that is a job', () => {
  it('is open until its job is over', () => {
    for (const state of ['pending', 'pending-held', 'processing', 'processing-stopped'] as const)
      expect(settle(job(state))).toBe('open');
  });

  it('is printed by the word of the printer, and of nobody who hands it on', () => {
    expect(settle(job('completed'))).toBe('printed ipp-completed');
    expect(settle(job('completed', { printed: 1 }))).toBe('printed ipp-completed');
    expect(settle(job('completed'), {}, QUEUE)).toBe('sent consumed');
    expect(settle(job('completed', { reasons: ['queued-in-device'] }))).toBe('sent consumed');
  });

  it('is not printed when its sheets say otherwise', () => {
    expect(settle(job('completed', { printed: 2 }))).toBe('uncertain consumed');
    // One that never counted says nothing by 0; of one that did it is a contradiction.
    expect(settle(job('completed', { printed: 0 }))).toBe('sent consumed');
    expect(settle(job('completed', { printed: 0 }), {}, { ...PRINTER, counts: true })).toBe(
      'uncertain consumed',
    );
  });

  it('is not printed sooner than paper can move, nor by one that was ever that soon', () => {
    expect(settle(job('completed'), { tookMs: 99 })).toBe('sent consumed');
    expect(settle(job('completed'), {}, { ...PRINTER, isEarly: true })).toBe('sent consumed');
    const seen = {
      before: null,
      isWhole: true,
      wasSilent: false,
      isStopped: false,
      isOurs: false,
      forgetsPrinted: false,
      tookMs: 99,
      leastMs: 100,
    };
    expect(settleJob({ ...seen, job: job('completed') }, PRINTER)?.isEarly).toBe(true);
  });

  it('is uncertain when it ended with errors', () => {
    expect(settle(job('completed', { reasons: ['job-completed-with-errors'] }))).toBe(
      'uncertain consumed',
    );
    expect(settle(job('aborted'))).toBe('uncertain consumed');
    expect(settle(job('aborted', { begun: null }))).toBe('uncertain consumed');
    expect(settle(job('canceled', { begun: null }))).toBe('uncertain consumed');
    expect(settle(job('canceled', { begun: false, printed: 1 }))).toBe('uncertain consumed');
  });

  it('was not printed when its job was never begun', () => {
    expect(settle(job('canceled', { begun: false, printed: 0 }))).toBe('cancelled none');
    expect(settle(job('aborted', { begun: false }))).toBe('failed none');
  });

  it('is not cancelled when it may be us who cancelled its job', () => {
    const ours = { isOurs: true, isWhole: false };
    expect(settle(job('canceled', { begun: false }), ours)).toBe('uncertain none');
    expect(settle(job('canceled', { begun: false, documents: 1 }), ours)).toBe('uncertain none');
  });

  it('is uncertain when it was not taken as a whole, whatever became of its job', () => {
    for (const state of ['completed', 'aborted'] as const)
      expect(settle(job(state, { begun: false }), { isWhole: false })).toBe('uncertain none');
    expect(settle(null, { isWhole: false })).toBe('uncertain none');
  });

  it('has left a queue that forgets what is printed when the job is gone, and nothing stood in its way', () => {
    const settleGone = (more: Partial<Seen> = {}): string =>
      settle(null, { forgetsPrinted: true, ...more });
    expect(settleGone({ before: job('processing') })).toBe('sent consumed');
    expect(settleGone({ before: job('processing'), tookMs: 60_000 })).toBe('sent consumed');
    expect(settleGone()).toBe('sent consumed');
    expect(settleGone({ before: job('pending') })).toBe('sent consumed');
    expect(settleGone({ before: job('pending-held') })).toBe('uncertain consumed');
    expect(settleGone({ before: job('processing-stopped') })).toBe('uncertain consumed');
    expect(settleGone({ wasSilent: true })).toBe('uncertain consumed');
    expect(settleGone({ isStopped: true })).toBe('uncertain consumed');
    expect(settleGone({ tookMs: null })).toBe('uncertain consumed');
    expect(settleGone({ tookMs: null, before: job('processing') })).toBe('sent consumed');
    // A person may have deleted it while it waited.
    expect(settleGone({ before: job('pending'), tookMs: 2000 })).toBe('uncertain consumed');
    expect(settleGone({ before: job('pending'), tookMs: null })).toBe('uncertain consumed');
  });

  it('is uncertain when its job is gone from one who keeps jobs: it may have been aborted', () => {
    for (const before of [null, job('pending'), job('processing')])
      for (const trust of [PRINTER, QUEUE])
        expect(settle(null, { before }, trust)).toBe('uncertain consumed');
    expect(settle(null, { before: job('processing', { printed: 0 }) })).toBe('uncertain consumed');
    expect(settle(null, { before: job('processing', { printed: 1 }) })).toBe('sent consumed');
    expect(settle(null, { before: job('processing', { printed: 1 }), wasSilent: true })).toBe(
      'uncertain consumed',
    );
  });
});
