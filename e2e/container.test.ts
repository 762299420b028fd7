import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, chown, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import {
  type Container,
  createContainer,
  findNodeProcess,
  listTree,
  noContainer,
  startReadOnly,
} from './support/container.ts';
import { findFreePort, type Started } from './support/process.ts';

let container: Container | undefined;

beforeAll(async () => {
  if (!noContainer) container = await createContainer();
});
afterAll(() => container?.remove());

const requireContainer = (ctx: TestContext): Container => container ?? ctx.skip(noContainer);

/** Folders the server may write to, and what `buildah run` itself mounts. */
const WRITABLE = ['/data', '/tmp'];
const MOUNTED = ['/dev', '/proc', '/run', '/sys', '/etc/hosts', '/etc/resolv.conf'];

type Site = { url: string; env: Record<string, string>; port: number };

/** Settings of a site on loopback, although the image listens everywhere. */
const makeSite = async (): Promise<Site> => {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  return { url, port, env: { HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: url } };
};

const waitUntilReady = async ({ url }: Site, started: Started): Promise<number> => {
  const readStatus = (): Promise<number> =>
    fetch(`${url}/readyz`).then(
      (reply) => reply.status,
      () => 0,
    );
  await expect.poll(readStatus, { message: started.output() }).toBe(200);
  const node = findNodeProcess(started.pid);
  if (node === undefined) throw new Error(`no Node runs:\n${started.output()}`);
  return node;
};

/** Real, effective, saved and file system IDs of a process, without repetition. */
const readIds = (pid: number, kind: 'Uid' | 'Gid' | 'NSpid'): string[] => {
  const line = new RegExp(`^${kind}:\\s+(.*)$`, 'm').exec(
    readFileSync(`/proc/${pid}/status`, 'utf8'),
  );
  return [...new Set(line?.[1]?.split('\t'))];
};

const SIGN_IN = JSON.stringify({ username: 'nobody', password: 'wrong-1-Password' });

/** Begins to sign in: the returned function sends the body and returns all that was received. */
const beginRequest = async ({ port }: Site) => {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  let text = '';
  socket.on('data', (chunk: string) => (text += chunk));
  const closed = once(socket, 'close');
  const head = [
    'POST /np/login HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    `Content-Length: ${SIGN_IN.length}`,
  ];
  socket.write(
    `${[...head, 'Content-Type: application/json', 'Expect: 100-continue'].join('\r\n')}\r\n\r\n`,
  );
  await expect.poll(() => text).toContain('100 Continue');
  return async (): Promise<string> => {
    socket.write(SIGN_IN);
    await closed;
    return text;
  };
};

/** Stops the site while it has a request in hand. */
const drain = async (site: Site, started: Started, node: number): Promise<void> => {
  const finish = await beginRequest(site);
  const exited = once(started.child, 'exit');
  process.kill(node, 'SIGTERM');
  await started.until(/云标正在停止/);
  expect(await finish()).toMatch(/\r\n\r\nHTTP\/1\.1 [24]\d\d /);
  expect(await exited).toEqual([0, null]);
};

describe('the image', () => {
  it('has one volume, a user without a name, and commands without a shell', (ctx) => {
    const { config } = requireContainer(ctx);
    expect(config).toMatchObject({
      User: '10001:10001',
      Volumes: { '/data': {} },
      ExposedPorts: { '3000/tcp': {} },
      StopSignal: 'SIGTERM',
      Cmd: ['node', 'apps/server/src/main.ts'],
      WorkingDir: '/opt/yunbiao',
    });
    expect(Object.keys(config.Volumes)).toHaveLength(1);
    expect(config.Healthcheck.Test.slice(0, 2)).toEqual(['CMD', 'node']);
  });

  it('lets its user write to /data and /tmp alone', async (ctx) => {
    const { root } = requireContainer(ctx);
    const lines = listTree(root, [...WRITABLE, ...MOUNTED]);
    expect(lines.length).toBeGreaterThan(1_000);
    // Owner or group, or writable by others; a link is what it points to.
    const own = /^\S+ (?!12)(?:\d+ (?:10001:|\d+:10001)|\d*[2367] )/;
    expect(lines.filter((line) => own.test(line))).toEqual([]);
    expect(await stat(join(root, 'data'))).toMatchObject({ uid: 10_001, gid: 10_001 });
  });

  it('serves pages, is healthy, and drains on SIGTERM, writing only to /data and /tmp', async (ctx) => {
    const container = requireContainer(ctx);
    const site = await makeSite();
    const health = container.config.Healthcheck.Test.slice(1);
    expect((await container.run(site.env, health)).code).toBe(1);
    const before = listTree(container.root, [...WRITABLE, ...MOUNTED]);
    const started = container.start(site.env, container.config.Cmd);
    const node = await waitUntilReady(site, started);
    expect([readIds(node, 'Uid'), readIds(node, 'Gid')]).toEqual([['10001'], ['10001']]);
    expect(await container.run(site.env, health)).toEqual({ code: 0, output: '' });
    const admin = ['node', 'apps/server/src/admin/main.ts'];
    const added = await container.run(site.env, [
      ...admin,
      'software',
      'add',
      'labels',
      '门店标签',
    ]);
    expect(added).toMatchObject({ code: 0 });
    const page = await fetch(`${site.url}/labels`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('门店标签')]);
    await drain(site, started, node);
    expect(listTree(container.root, [...WRITABLE, ...MOUNTED])).toEqual(before);
  });

  it('runs as PID 1 on a read-only root, with a volume that only its group owns', async (ctx) => {
    const container = requireContainer(ctx);
    const site = await makeSite();
    // As Kubernetes hands it over with fsGroup: of root, writable for the group.
    const data = await mkdtemp(join(tmpdir(), 'yunbiao-volume-'));
    await chown(data, 0, 10_001);
    await chmod(data, 0o2770);
    try {
      const started = startReadOnly(container, data, site.env);
      const node = await waitUntilReady(site, started);
      expect(readIds(node, 'NSpid')).toEqual([String(node), '1']);
      expect(readFileSync(`/proc/${node}/mounts`, 'utf8')).toMatch(/^\S+ \/ \S+ ro[, ]/m);
      await drain(site, started, node);
      expect(await readdir(data)).toContain('yunbiao.db');
    } finally {
      await rm(data, { recursive: true, force: true });
    }
  });
});
