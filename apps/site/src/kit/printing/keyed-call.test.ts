import { type Client, createClient, NETWORK_FAILED } from '@yunbiao/contract/client';
import { fail, ok } from '@yunbiao/contract/envelope';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callWithKey } from './keyed-call.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Takes everything and says nothing, until whoever asked goes away. */
const silent = (): Client =>
  createClient({
    baseUrl: '',
    host: () => '',
    domain: () => '',
    token: () => '',
    fetch: (_url, { signal }) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  });

const job = (rows: number) => ({
  printConfigId: '1',
  templateId: '2',
  rows: Array.from({ length: rows }, () => ({ 品名: '野莓果酱'.repeat(10) })),
  idempotencyKey: '12345678',
});
const unanswered = fail(500, NETWORK_FAILED);

describe('a call with a key', () => {
  it('is given up when no answer can come any more, and not before', async () => {
    const heard = vi.fn();
    void callWithKey(silent(), 'print', job(1)).then(heard);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(heard).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(heard).toHaveBeenCalledWith(unanswered);
  });

  it('has the time its rows need on a slow network, and no more than the server gives', async () => {
    const heard = vi.fn();
    void callWithKey(silent(), 'print', job(10_000)).then(heard);
    await vi.advanceTimersByTimeAsync(299_000);
    expect(heard).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(heard).toHaveBeenCalledWith(unanswered);
  });

  it('is given up at once by whoever will not wait, and leaves nothing behind', async () => {
    const patience = new AbortController();
    const reply = callWithKey(silent(), 'print', job(1), patience.signal);
    patience.abort();
    expect(await reply).toEqual(unanswered);
    expect(vi.getTimerCount()).toBe(0);
    const answered = ok({ batchNo: '20261121-0001', total: 1 });
    const api = { call: () => Promise.resolve(answered) } as unknown as Client;
    expect(await callWithKey(api, 'print', job(1))).toEqual(answered);
    expect(vi.getTimerCount()).toBe(0);
  });
});
