import type { RareCodes } from '@yunbiao/label';
import { RARE_CODES } from '@yunbiao/label/rare-codes';
import { expect, it, vi } from 'vitest';
import { rareCodeStore } from './rare-code-store.ts';

it('fetches the encoders once, when a label first asks, and says when they are there', async () => {
  const fetch = vi.fn<() => Promise<RareCodes>>().mockResolvedValue(RARE_CODES);
  const onCome = vi.fn<() => void>();
  const store = rareCodeStore(onCome, fetch);
  expect(fetch).not.toHaveBeenCalled();
  expect(store()).toBeUndefined();
  expect(store()).toBeUndefined();
  await expect.poll(() => onCome.mock.calls.length).toBe(1);
  expect(store()).toBe(RARE_CODES);
  expect(fetch).toHaveBeenCalledTimes(1);
});

it('asks again after a failure, when a label asks again', async () => {
  const fetch = vi
    .fn<() => Promise<RareCodes>>()
    .mockRejectedValueOnce(new Error('网络不通'))
    .mockResolvedValue(RARE_CODES);
  const store = rareCodeStore(() => {}, fetch);
  await expect.poll(() => store()).toBe(RARE_CODES);
  expect(fetch).toHaveBeenCalledTimes(2);
});
