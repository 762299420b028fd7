import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cpuPerRequest } from './cpu.ts';
import { limitLine, median, computePercentile, ratioLine } from './figures.ts';
import { fetchOnce, load } from './load.ts';

describe('figures', () => {
  const samples = [5, 1, 4, 2, 3];

  it('takes percentiles by nearest rank, whatever the order', () => {
    expect([
      computePercentile(samples, 0),
      median(samples),
      computePercentile(samples, 0.99),
    ]).toEqual([1, 3, 5]);
  });

  it('refuses to make a figure of nothing', () => {
    expect(() => median([])).toThrow('no samples');
  });

  it('says when a limit is passed, and fails the bench', () => {
    const before = process.exitCode;
    expect(ratioLine('page', 12, 10, 1.3)).toContain('ok');
    expect(process.exitCode).toBe(before);
    expect(ratioLine('page', 14, 10, 1.3)).toContain('OVER');
    expect(limitLine('p99', 501, 500, 'ms')).toContain('OVER');
    expect(process.exitCode).toBe(1);
    process.exitCode = before;
  });
});

describe('load', () => {
  let seen = 0;
  const sockets = new Set<unknown>();
  const server = createServer((incoming, reply) => {
    seen += 1;
    sockets.add(incoming.socket);
    reply.writeHead(incoming.url === '/' ? 200 : 503).end('好');
  });
  let url = '';
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  });
  afterAll(() => server.close());

  it('sends exactly as many requests as asked, over as many connections', async () => {
    const times = await load({ url, count: 100, connections: 4 });
    expect({ sent: times.length, seen, connections: sockets.size }).toEqual({
      sent: 100,
      seen: 100,
      connections: 4,
    });
  });

  it('takes no error page for a result', async () => {
    await expect(load({ url: `${url}/x`, count: 4 })).rejects.toThrow('answered 503');
  });

  it('reads status and body of one request', async () => {
    const { status, body } = await fetchOnce(url);
    expect([status, body.toString()]).toEqual([200, '好']);
  });

  it.runIf(process.platform === 'linux')('measures the CPU a process spends', async () => {
    const spent = await cpuPerRequest(process.pid, 1, async () => {
      const until = process.cpuUsage().user + 50_000;
      while (process.cpuUsage().user < until);
    });
    expect(spent).toBeGreaterThan(40_000);
  });
});
