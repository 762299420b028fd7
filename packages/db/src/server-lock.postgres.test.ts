import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { acquireServerLock, type ServerLock } from './server-lock.ts';
import { onPostgres } from './testing.ts';

/** The session of another server, while the connection of this one is lost. */
const lockAsOther = async (url: string): Promise<pg.Client> => {
  const other = new pg.Client({ connectionString: url });
  other.on('error', () => {});
  await other.connect();
  await other.query('select pg_advisory_lock(7260243)');
  return other;
};

const listHolders = async (client: pg.Client): Promise<number[]> => {
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and granted and objid = 7260243
     and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows.map(({ pid }) => pid);
};

onPostgres((open) => {
  describe('the lock of a server on its database', () => {
    const setUp = async () => {
      const db = await open();
      const { databaseUrl = '' } = open.location(db);
      const heard: string[] = [];
      const takeLock = (): Promise<ServerLock | null> =>
        acquireServerLock(databaseUrl, {
          onLost: () => heard.push('lost'),
          onGivenUp: (reason) => heard.push(reason),
          checkMs: 30,
        });
      const watcher = new pg.Client({ connectionString: databaseUrl });
      await watcher.connect();
      return { databaseUrl, heard, take: takeLock, watcher };
    };

    it('is refused to a second server until the first has released it', async () => {
      const { take, watcher } = await setUp();
      const first = await take();
      expect(first).not.toBeNull();
      expect(await take()).toBeNull();
      await first?.release();
      const next = await take();
      expect(next).not.toBeNull();
      await next?.release();
      await watcher.end();
    });

    it('is taken again when its session is ended', async () => {
      const { take, heard, watcher } = await setUp();
      const lock = await take();
      const [pid] = await listHolders(watcher);
      await watcher.query('select pg_terminate_backend($1)', [pid]);
      await expect.poll(() => listHolders(watcher)).not.toEqual([pid]);
      await expect.poll(() => listHolders(watcher)).toHaveLength(1);
      expect(heard).toEqual(['lost']);
      await lock?.release();
      await expect.poll(() => listHolders(watcher)).toEqual([]);
      await watcher.end();
    });

    it('ends the server when another one has taken it', async () => {
      const { databaseUrl, take, heard, watcher } = await setUp();
      const lock = await take();
      const [pid] = await listHolders(watcher);
      const other = lockAsOther(databaseUrl);
      await expect
        .poll(async () => {
          const { rows } = await watcher.query(
            "select 1 from pg_locks where locktype = 'advisory' and not granted and objid = 7260243",
          );
          return rows.length;
        })
        .toBe(1);
      await watcher.query('select pg_terminate_backend($1)', [pid]);
      await expect.poll(() => heard).toEqual(['lost', 'taken']);
      await lock?.release();
      await (await other).end();
      await watcher.end();
    });

    /** A proxy to the database that can stop forwarding silently: neither side sees a close. */
    const openLine = async (databaseUrl: string) => {
      const { hostname, port } = new URL(databaseUrl);
      let dead = 0;
      let opened = 0;
      /**
       * Texts by connection number: the first request with the text mutes the connection's
       * responses.
       */
      const muted = new Map<number, string>();
      let isRefusing = false;
      const ends = new Set<Socket>();
      const relay = createServer((near) => {
        if (isRefusing) return void near.destroy();
        const far = connect(Number(port || 5432), hostname);
        const number = (opened += 1);
        let isMute = false;
        near.on('data', (data) => {
          if (muted.has(number) && data.includes(muted.get(number) ?? '')) isMute = true;
          if (number > dead) far.write(data);
        });
        far.on('data', (data) => number > dead && !isMute && near.write(data));
        for (const side of [near, far]) {
          side.on('error', () => {});
          ends.add(side);
        }
      });
      relay.listen(0, '127.0.0.1');
      await once(relay, 'listening');
      const url = new URL(databaseUrl);
      url.host = `127.0.0.1:${(relay.address() as AddressInfo).port}`;
      return {
        url: url.href,
        cut: () => (dead = opened),
        /** From now on connections are accepted but never answered. */
        silence: () => (dead = Infinity),
        /** Closes all connections, and every new one at once. */
        refuse: () => {
          isRefusing = true;
          for (const side of ends) side.destroy();
        },
        accept: () => (isRefusing = false),
        mute: (number: number, from: string) => muted.set(number, from),
        close: () => {
          for (const side of ends) side.destroy();
          relay.close();
        },
      };
    };

    it.each([
      ['is refused every connection', false],
      ['is never answered', true],
    ])('is given up after a time while it %s', async (_name, isSilent) => {
      const { databaseUrl, heard, watcher } = await setUp();
      const line = await openLine(databaseUrl);
      const lock = await acquireServerLock(line.url, {
        onLost: () => heard.push('lost'),
        onGivenUp: (reason) => heard.push(reason),
        checkMs: 30,
        queryTimeoutMs: isSilent ? 200 : 10_000,
        retakeMs: 400,
      });
      expect(lock?.isHeld()).toBe(true);
      if (isSilent) line.silence();
      else line.refuse();
      await expect.poll(() => heard).toEqual(['lost', 'late']);
      expect(lock?.isHeld()).toBe(false);
      await lock?.release();
      line.close();
      await watcher.end();
    });

    it('is not held from its loss until it is taken again', async () => {
      const { databaseUrl, watcher } = await setUp();
      const line = await openLine(databaseUrl);
      const held: (boolean | undefined)[] = [];
      const lock: ServerLock | null = await acquireServerLock(line.url, {
        onLost: () => queueMicrotask(() => held.push(lock?.isHeld())),
        onGivenUp: () => {},
        checkMs: 30,
      });
      line.refuse();
      await expect.poll(() => held).toEqual([false]);
      line.accept();
      await expect.poll(() => lock?.isHeld()).toBe(true);
      await lock?.release();
      line.close();
      await watcher.end();
    });

    it.each([
      ['a session of its own that the database has not seen end', false],
      ['one that took the lock and whose answer was lost', true],
    ])('ends %s', async (_name, isAnswerLost) => {
      const { databaseUrl, take, heard, watcher } = await setUp();
      const line = await openLine(databaseUrl);
      const lock = await acquireServerLock(line.url, {
        onLost: () => heard.push('lost'),
        onGivenUp: (reason) => heard.push(reason),
        checkMs: 30,
        queryTimeoutMs: 300,
      });
      expect(lock).not.toBeNull();
      const [pid] = await listHolders(watcher);
      if (isAnswerLost) line.mute(2, 'pg_terminate_backend');
      line.cut();
      await expect.poll(() => heard).toEqual(['lost']);
      await expect
        .poll(async () => {
          const now = await listHolders(watcher);
          return now.length === 1 && now[0] !== pid;
        })
        .toBe(true);
      await lock?.release();
      expect(heard).toEqual(['lost']);
      line.close();
      expect(await take().then((next) => next?.release())).toBeUndefined();
      await watcher.end();
    });
  });
});
