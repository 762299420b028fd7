import type { RareEncoders } from '@yunbiao/label';
import { RARE_ENCODERS } from '@yunbiao/label/rare-encoders';
import { expect, it, vi } from 'vitest';
import { createRareSymbologyStore } from './rare-symbology-store.ts';

it('fetches the encoders once, when a label first asks, and says when they are there', async () => {
  const fetch = vi.fn<() => Promise<RareEncoders>>().mockResolvedValue(RARE_ENCODERS);
  const onCome = vi.fn<() => void>();
  const store = createRareSymbologyStore(onCome, fetch);
  expect(fetch).not.toHaveBeenCalled();
  expect(store()).toBeUndefined();
  expect(store()).toBeUndefined();
  await expect.poll(() => onCome.mock.calls.length).toBe(1);
  expect(store()).toBe(RARE_ENCODERS);
  expect(fetch).toHaveBeenCalledTimes(1);
});

it('asks again after a failure, when a label asks again', async () => {
  const fetch = vi
    .fn<() => Promise<RareEncoders>>()
    .mockRejectedValueOnce(new Error('网络不通'))
    .mockResolvedValue(RARE_ENCODERS);
  const store = createRareSymbologyStore(() => {}, fetch);
  await expect.poll(() => store()).toBe(RARE_ENCODERS);
  expect(fetch).toHaveBeenCalledTimes(2);
});
