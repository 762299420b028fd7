import type { Client as Api } from '@yunbiao/contract/api/client';
import { expect, it } from 'vitest';
import { loadOverview } from './overview-data.ts';

const DOWNLOADS = { versions: [{ files: [{ platform: 'windows' }] }] };

/** Answers with these clients, and records the calls of which none was answered before the next. */
const createApi = (list: readonly { remark: string; virtual: boolean }[]) => {
  const calls: string[] = [];
  let isAllAsked = (): void => undefined;
  const allAsked = new Promise<void>((resolve) => {
    isAllAsked = resolve;
  });
  const call = async (name: string) => {
    calls.push(name);
    if (name === 'downloadList') isAllAsked();
    // The other replies wait for the question about files.
    else if (name !== 'clientList' && list.every(({ virtual }) => virtual)) await allAsked;
    const data = name === 'clientList' ? { list } : name === 'downloadList' ? DOWNLOADS : {};
    return { state: 'ok', code: 0, msg: '', data };
  };
  return { api: { call } as unknown as Api, calls };
};

it('asks for the files of the client beside the rest', async () => {
  const { api } = createApi([{ remark: '', virtual: true }]);
  const reply = await loadOverview(api);
  expect(reply.state === 'ok' && reply.data.files).toEqual([{ platform: 'windows' }]);
});

it('asks for no files when the member has a client, with or without printers', async () => {
  const { api, calls } = createApi([{ remark: '', virtual: false }]);
  const reply = await loadOverview(api);
  expect(reply.state === 'ok' && reply.data.files).toEqual([]);
  expect(calls).not.toContain('downloadList');
});
