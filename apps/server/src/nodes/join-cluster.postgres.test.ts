import { migrate, openDatabase, sql } from '@yunbiao/db';
import { onPostgres } from '@yunbiao/db/testing';
import pg from 'pg';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createLog } from '../log.ts';
import type { Cluster } from './cluster.ts';
import { createBundleSigner } from './event-bundles.ts';
import { type ClusterOptions, joinCluster } from './join-cluster.ts';
import { startDeafProxy } from './testing-deaf-proxy.ts';

/** Others are read once a second. */
const SOON = { timeout: 30_000 };

onPostgres((open) => {
  let databaseUrl = '';
  let db: ReturnType<typeof openDatabase>;
  beforeEach(async () => {
    db = await open();
    await migrate(db);
    databaseUrl = open.location(db).databaseUrl ?? '';
  });

  const createOptions = (): ClusterOptions => ({
    databaseUrl,
    name: 'a:3000',
    dataFolderId: 'folder',
    keyCheck: 'key',
    sign: createBundleSigner('key'),
    log: createLog('error'),
    readBuild: () => 'build',
  });
  const join = async (options: Partial<ClusterOptions> = {}): Promise<Cluster> => {
    const cluster = await joinCluster({ ...createOptions(), ...options });
    onTestFinished(() => cluster.close());
    return cluster;
  };
  const endNodeSessions = () =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'yunbiao-node' and datname = current_database()`.execute(db.kysely);
  const listNodeIds = async (): Promise<string[]> => {
    const rows = await db.kysely.selectFrom('node').select('node_id').orderBy('id').execute();
    return rows.map((row) => row.node_id);
  };

  describe('a server that joins', () => {
    it('is refused with another key, and leaves nothing that the others would count', async () => {
      const first = await join();
      await expect(join({ keyCheck: 'other' })).rejects.toThrow(/^CLUSTER_KEY 和正在运行/);
      expect(await listNodeIds()).toEqual([first.presence.nodeId]);
      await expect(join()).resolves.toBeDefined();
    });

    it('is found by its data folder, though its killed predecessor still counts', async () => {
      const { peers } = await join({ dataFolderId: 'own' });
      const killed = await join();
      await expect.poll(() => peers?.findNode('folder'), SOON).toBe(killed.presence.nodeId);
      const next = await join();
      await expect.poll(() => peers?.findNode('folder'), SOON).toBe(next.presence.nodeId);
    });

    it('no longer counts after a start that failed', async () => {
      const first = await join();
      const failed = await joinCluster(createOptions());
      await expect.poll(() => first.countNodes(), SOON).toBe(2);
      await failed.close();
      const rows = await db.kysely.selectFrom('node').select(['node_id', 'is_stopped']).execute();
      expect(Object.fromEntries(rows.map((row) => [row.node_id, row.is_stopped]))).toEqual({
        [first.presence.nodeId]: 0,
        [failed.presence.nodeId]: 1,
      });
    });

    it('is refused with a copy of the data folder of a living server', async () => {
      await join({ name: 'a:3000' });
      await expect(join({ name: 'b:3000' })).rejects.toThrow(/^DATA_DIR 是另一台/);
    });

    it('is refused when its connection brings no events', async () => {
      const proxy = await startDeafProxy(databaseUrl);
      onTestFinished(() => proxy.close());
      await expect(join({ databaseUrl: proxy.url })).rejects.toThrow(/^DATABASE_URL 连到的不是/);
      expect(await listNodeIds()).toEqual([]);
    });

    it('counts events that it sent, received and lost', async () => {
      const [first, second] = [await join(), await join()];
      const received: number[] = [];
      second.bus.on('client-work', ({ clientId }) => void received.push(clientId));
      for (const clientId of [1, 2, 3]) first.bus.emit('client-work', { clientId });
      await expect.poll(() => received, SOON).toEqual([1, 2, 3]);
      expect(first.readTraffic()).toMatchObject({ sent: 3, received: 0, lost: 0 });
      expect(second.readTraffic()).toMatchObject({ sent: 0, received: 3, lost: 0 });
      await endNodeSessions();
      await expect.poll(() => second.readTraffic()?.lost, SOON).toBeGreaterThan(0);
    });
  });

  describe('a server of several', () => {
    const joinTwo = async (): Promise<[Cluster, Cluster]> => [
      await join({ dataFolderId: 'a' }),
      await join({ dataFolderId: 'b' }),
    ];

    it('knows where the clients of the other are, and that it stops', async () => {
      const [first, second] = await joinTwo();
      const { nodeId } = second.presence;
      await expect.poll(() => first.presence.locateNode(nodeId), SOON).toBe('elsewhere');
      expect(second.presence.locateNode(nodeId)).toBe('here');
      await expect.poll(first.countNodes, SOON).toBe(2);
      await second.announceStop();
      await expect.poll(() => first.presence.locateNode(nodeId), SOON).toBe('expected');
      await expect.poll(first.countNodes, SOON).toBe(1);
      expect(first.peers?.findNode('b')).toBeNull();
    });

    it('leads when the leader stops', async () => {
      const [first, second] = await joinTwo();
      expect([first.isLeader(), second.isLeader()]).toEqual([true, false]);
      await first.announceStop();
      await expect.poll(second.isLeader, SOON).toBe(true);
      expect(first.isLeader()).toBe(false);
    });

    it('does not lead once its session has ended', async () => {
      const cluster = await join();
      expect(cluster.isLeader()).toBe(true);
      const rival = new pg.Client({ connectionString: databaseUrl });
      await rival.connect();
      onTestFinished(() => rival.end());
      const lockTaken = rival.query('select pg_advisory_lock(7260242)');
      await endNodeSessions();
      await lockTaken;
      await expect.poll(cluster.isLeader, SOON).toBe(false);
      await expect.poll(() => cluster.readTraffic()?.lost, SOON).toBeGreaterThan(0);
      expect(cluster.isLeader()).toBe(false);
      await rival.query('select pg_advisory_unlock(7260242)');
      await expect.poll(cluster.isLeader, SOON).toBe(true);
    });
  });
});
