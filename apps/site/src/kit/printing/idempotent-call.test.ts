import { type Client, createApiClient } from '@yunbiao/contract/api/client';
import { NETWORK_FAILED } from '@yunbiao/contract/core/envelope';
import { createFailEnvelope, createOkEnvelope } from '@yunbiao/contract/core/envelope';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callWithIdempotencyKey } from './idempotent-call.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A client whose requests are never answered, until the caller aborts them. */
const createSilentClient = (): Client =>
  createApiClient({
    baseUrl: '',
    getHost: () => '',
    getDomain: () => '',
    getToken: () => '',
    fetch: (_url, { signal }) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  });

const createJob = (rows: number) => ({
  printConfigId: '1',
  templateId: '2',
  rows: Array.from({ length: rows }, () => ({ 品名: '野莓果酱'.repeat(10) })),
  idempotencyKey: '12345678',
});
const unanswered = createFailEnvelope(500, NETWORK_FAILED);

describe('a call with a key', () => {
  it('is given up when no answer can come any more, and not before', async () => {
    const heard = vi.fn();
    void callWithIdempotencyKey(createSilentClient(), 'print', createJob(1)).then(heard);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(heard).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(heard).toHaveBeenCalledWith(unanswered);
  });

  it('has the time its rows need on a slow network, and no more than the server gives', async () => {
    const heard = vi.fn();
    void callWithIdempotencyKey(createSilentClient(), 'print', createJob(10_000)).then(heard);
    await vi.advanceTimersByTimeAsync(299_000);
    expect(heard).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(heard).toHaveBeenCalledWith(unanswered);
  });

  it('is given up at once by anyone who will not wait, and leaves nothing behind', async () => {
    const patience = new AbortController();
    const reply = callWithIdempotencyKey(
      createSilentClient(),
      'print',
      createJob(1),
      patience.signal,
    );
    patience.abort();
    expect(await reply).toEqual(unanswered);
    expect(vi.getTimerCount()).toBe(0);
    const answered = createOkEnvelope({ batchNo: '20261121-0001', total: 1 });
    const api = { call: () => Promise.resolve(answered) } as unknown as Client;
    expect(await callWithIdempotencyKey(api, 'print', createJob(1))).toEqual(answered);
    expect(vi.getTimerCount()).toBe(0);
  });
});
