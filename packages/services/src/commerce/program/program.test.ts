import { GATEWAY_VERSION } from '@yunbiao/contract/gateway/gateway';
import type { Database } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { listOwnClients } from '../../printing/client/list.ts';
import { requestClientUpdate } from '../../printing/client/update.ts';
import { acceptHello } from '../../printing/dispatch/accept-hello.ts';
import { saveUpdateProgress } from '../../printing/dispatch/save-update.ts';
import { listDownloadsByVersion } from '../download/downloads.ts';
import { addDownloadToOnlineSoftwares, removeDownload } from '../download/add-download.ts';
import {
  addClient,
  addMember,
  addSoftware,
  createTestContext,
  type TestContext,
} from '../../testing.ts';
import { findNewerProgramForClient } from './client-update.ts';
import { getSoftware } from '../../identity/software/find.ts';

let serial = 0;

describeEachDatabase((open) => {
  let db: Database;
  let ctx: TestContext;
  let alias: string;
  let memberId: number;
  let clientId: number;

  beforeAll(async () => {
    db = await open();
  });
  beforeEach(async () => {
    ctx = createTestContext(db);
    serial += 1;
    alias = `soft${serial}`;
    // Versions offered by earlier tests must not be newer than this test's.
    await db.kysely.deleteFrom('download').execute();
    const softwareId = await addSoftware(ctx, alias);
    memberId = (await addMember(ctx, `member-${serial}`)).id;
    clientId = await addClient(ctx, memberId, softwareId);
  });

  const offer = (version: string, target = 'windows-x64'): Promise<number> =>
    addDownloadToOnlineSoftwares({
      ctx,
      input: {
        version,
        target,
        platform: 'windows',
        title: '打印客户端',
        fileName: `云标打印客户端-${version}-${target}.exe`,
      },
      readContent: () => Buffer.from(`the program ${version} ${target}`),
    });
  const sendHello = (
    agentVersion: string,
    more: { target?: 'windows-x64'; failedUpdate?: { version: string; note: string } } = {},
  ) =>
    acceptHello({
      ctx,
      clientId,
      address: '10.0.0.1',
      hello: {
        type: 'hello',
        version: GATEWAY_VERSION,
        agentVersion,
        machineName: 'PC',
        system: 'Windows',
        ledgerId: 'a-ledger-of-it',
        ledgerSeq: 0,
        held: [],
        printers: [],
        features: [],
        ...more,
      },
    });
  const update = async () => (await listOwnClients({ ctx, memberId })).list[0]?.update;
  const requestUpdate = (who = memberId) =>
    requestClientUpdate({ ctx, memberId: who, id: clientId });
  const readFence = async (): Promise<number> => {
    const clients = ctx.db.kysely.selectFrom('client').select('fence').where('id', '=', clientId);
    return (await clients.executeTakeFirstOrThrow()).fence;
  };
  const reportProgress = async (
    state: 'loading' | 'waiting' | 'failed',
    note = '',
    fence?: number,
  ) =>
    saveUpdateProgress({
      ctx,
      clientId,
      fence: fence ?? (await readFence()),
      message: { type: 'update', version: '0.10.0', state, note },
    });

  it('shows the newest program for the client’s system, by version and not by age', async () => {
    await sendHello('0.9.0', { target: 'windows-x64' });
    expect(await update()).toBeNull();
    await offer('0.10.0');
    await offer('0.9.5');
    await offer('0.11.0', 'linux-x64');
    expect(await update()).toEqual({ version: '0.10.0', state: null, note: '' });
    expect(
      await findNewerProgramForClient({ ctx, client: { target: 'windows-x64', version: '0.9.0' } }),
    ).toMatchObject({ version: '0.10.0', path: expect.stringMatching(/^\/files\/\d+\/%E4/) });
    await sendHello('0.10.0', { target: 'windows-x64' });
    expect(await update()).toBeNull();
  });

  it('has nothing for a client that is run from source, and says so to anyone who asks', async () => {
    await sendHello('0.1.0');
    await offer('0.10.0');
    expect(await update()).toBeNull();
    await expect(requestUpdate()).rejects.toThrow('用源码运行');
  });

  it('forgets a program that was taken off the site, or whose software is offline', async () => {
    await sendHello('0.9.0', { target: 'windows-x64' });
    await offer('0.10.0');
    await db.kysely.updateTable('software').set({ state: 'offline' }).execute();
    expect(await update()).toBeNull();
    await db.kysely
      .updateTable('software')
      .set({ state: 'online' })
      .where('alias', '=', alias)
      .execute();
    expect(await update()).not.toBeNull();
    const { versions } = await listDownloadsByVersion({
      ctx,
      software: await getSoftware(ctx, { alias }),
    });
    for (const { files } of versions) for (const { id } of files) await removeDownload({ ctx, id });
    await expect(requestUpdate()).rejects.toThrow('已经是最新的');
  });

  it('follows a client from the wish to the version it became', async () => {
    const emitted: string[] = [];
    ctx.bus.on('client-work', ({ clientId: id }) => emitted.push(`work ${id}`));
    await sendHello('0.9.0', { target: 'windows-x64' });
    await offer('0.10.0');
    expect((await requestUpdate()).update).toEqual({ version: '0.10.0', state: 'asked', note: '' });
    expect(emitted).toEqual([`work ${clientId}`]);
    await reportProgress('failed', '', -1);
    expect(await update()).toMatchObject({ state: 'asked' });
    await reportProgress('loading');
    // A reconnect does not reset the update.
    await sendHello('0.9.0', { target: 'windows-x64' });
    expect((await update())?.state).toBe('loading');
    await reportProgress('waiting', '有 1 张标签打印到一半');
    expect(await update()).toMatchObject({ state: 'waiting', note: '有 1 张标签打印到一半' });
    await sendHello('0.10.0', { target: 'windows-x64' });
    const row = await db.kysely
      .selectFrom('client')
      .select(['update_to', 'update_state', 'update_note'])
      .where('id', '=', clientId)
      .executeTakeFirst();
    expect(row).toEqual({ update_to: '', update_state: '', update_note: '' });
  });

  it.each([
    ['while it is fetched', () => reportProgress('failed', '校验值不对'), '校验值不对'],
    [
      'once it was started',
      () =>
        sendHello('0.9.0', {
          target: 'windows-x64',
          failedUpdate: { version: '0.10.0', note: '没有起来' },
        }),
      '没有起来',
    ],
  ])('keeps why it failed %s, and does not send it again by itself', async (_when, fail, note) => {
    await sendHello('0.9.0', { target: 'windows-x64' });
    await offer('0.10.0');
    await requestUpdate();
    await fail();
    expect(await update()).toEqual({ version: '0.10.0', state: 'failed', note });
    await sendHello('0.9.0', { target: 'windows-x64' });
    expect(await update()).toEqual({ version: '0.10.0', state: 'failed', note });
    const getRequestedUpdate = () =>
      db.kysely
        .selectFrom('client')
        .select('update_to')
        .where('id', '=', clientId)
        .executeTakeFirstOrThrow();
    expect((await getRequestedUpdate()).update_to).toBe('');
    await requestUpdate();
    expect((await getRequestedUpdate()).update_to).toBe('0.10.0');
  });

  it('lets nobody update another member’s client', async () => {
    await sendHello('0.9.0', { target: 'windows-x64' });
    await offer('0.10.0');
    const stranger = (await addMember(ctx, `stranger-${serial}`)).id;
    await expect(requestUpdate(stranger)).rejects.toThrow('没有这台客户端');
  });

  it('is offered once on every software that is online, its bytes kept once', async () => {
    const other = `other${serial}`;
    await addSoftware(ctx, other);
    const online = await db.kysely
      .selectFrom('software')
      .select('id')
      .where('state', '=', 'online')
      .execute();
    expect(await offer('0.10.0')).toBe(online.length);
    expect(await offer('0.10.0')).toBe(0);
    const rows = await db.kysely
      .selectFrom('download')
      .select('file_key')
      .where('version', '=', '0.10.0')
      .execute();
    expect(rows).toHaveLength(online.length);
    expect(new Set(rows.map(({ file_key }) => file_key)).size).toBe(1);
    expect(await addSoftware(ctx, `later${serial}`)).toBeGreaterThan(0);
    expect(await offer('0.10.0')).toBe(1);
  });
});
