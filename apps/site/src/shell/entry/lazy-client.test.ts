import * as clientModule from '@yunbiao/contract/api/client';
import {
  createFailEnvelope,
  createOkEnvelope,
  NETWORK_FAILED,
} from '@yunbiao/contract/core/envelope';
import { expect, it, vi } from 'vitest';
import { createLazyClient } from './lazy-client.ts';

const buildOptions = () => ({
  baseUrl: '',
  getHost: () => '',
  getDomain: () => 'yunbiao',
  getToken: () => '',
  fetch: vi.fn(() => Promise.resolve(Response.json(createOkEnvelope(['a'])))),
});

it('loads its code with the first call, once', async () => {
  const load = vi.fn(() => Promise.resolve(clientModule));
  const options = buildOptions();
  const client = createLazyClient(options, load);
  expect(load).not.toHaveBeenCalled();
  const replies = await Promise.all([
    client.call('curSoftware', {}),
    client.call('curSoftware', {}),
    client.fetchRaw('curSoftware', {}).then((reply) => reply.json()),
  ]);
  expect(replies).toEqual(Array.from({ length: 3 }, () => createOkEnvelope(['a'])));
  expect(load).toHaveBeenCalledTimes(1);
  expect(options.fetch).toHaveBeenCalledTimes(3);
});

it('fails like a call without a network while its code cannot be loaded, and tries again', async () => {
  const load = vi
    .fn(() => Promise.resolve(clientModule))
    .mockRejectedValueOnce(new TypeError('offline'))
    .mockRejectedValueOnce(new TypeError('offline'));
  const client = createLazyClient(buildOptions(), load);
  expect(await client.call('curSoftware', {})).toEqual(createFailEnvelope(500, NETWORK_FAILED));
  await expect(client.fetchRaw('curSoftware', {})).rejects.toThrow('offline');
  expect(await client.call('curSoftware', {})).toEqual(createOkEnvelope(['a']));
});
