import type { PrintEvent } from '@yunbiao/contract/api/events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createEventParser } from './event-parser.ts';
import { MAX_DEMANDED_DELAY_MS } from './event-stream.ts';
import { createPrintFeed, computeDefaultBackOff } from './print-feed.ts';

const parse = (chunks: string[]): PrintEvent[] => {
  const events: PrintEvent[] = [];
  const feed = createEventParser((event) => events.push(event));
  for (const chunk of chunks) feed(chunk);
  return events;
};

describe('event parser', () => {
  const stream =
    ': keep-alive\n\nevent: resync\ndata: {}\n\nevent: client\r\ndata: {"id":"7","online":true}\r\n\r\n';
  const expected = [{ type: 'resync' }, { type: 'client', id: '7', online: true }];

  it('reads events and skips comments', () => expect(parse([stream])).toEqual(expected));
  it('does not care where the pieces are cut', () => expect(parse([...stream])).toEqual(expected));
  it('skips unknown events and broken data', () =>
    expect(parse(['event: weather\ndata: {}\n\nevent: client\ndata: {"id"\n\n', stream])).toEqual(
      expected,
    ));
  it('joins data of several lines', () =>
    expect(parse(['event: client\ndata: {"id":"7",\ndata: "online":true}\n\n'])).toEqual([
      expected[1],
    ]));
});

let server: Server | undefined;
afterEach(() => {
  vi.useRealTimers();
  server?.closeAllConnections();
  server?.close();
});

/** A real stream on loopback. `onConnect` receives each connection and its number. */
const serve = async (onConnect: (response: ServerResponse, n: number) => void): Promise<string> => {
  let connections = 0;
  server = createServer((_, response) => onConnect(response, ++connections));
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
const stream = (response: ServerResponse): ServerResponse =>
  response.writeHead(200, { 'content-type': 'text/event-stream' });
const getFeed = (url: string, silenceMs = 10_000) =>
  createPrintFeed({
    open: (signal) => fetch(url, { signal }),
    backOff: () => 1,
    lingerMs: 0,
    silenceMs,
  });

describe('print feed', () => {
  it('comes back after a cut, a refusal and a silence, and hears resync each time', async () => {
    const url = await serve((response, n) => {
      if (n === 2)
        return void response.writeHead(503, { 'content-type': 'application/json' }).end('{}');
      stream(response).write('event: resync\ndata: {}\n\n');
      if (n === 1) response.destroy();
      if (n >= 4) response.write('event: client\ndata: {"id":"1","online":true}\n\n');
    });
    const events: string[] = [];
    const feed = getFeed(url, 300);
    const stop = feed.subscribe((event) => events.push(event.type));
    await expect.poll(() => events).toContain('client');
    expect(events.filter((type) => type === 'resync').length).toBeGreaterThanOrEqual(2);
    stop();
  });

  it('reconnects after the delay that a stopping server sets', async () => {
    const url = await serve((response, n) => {
      stream(response).write('event: resync\ndata: {}\n\n');
      if (n === 1) response.end('retry: 1\n\n');
    });
    const events: string[] = [];
    const feed = createPrintFeed({
      open: (signal) => fetch(url, { signal }),
      // Without the server's delay the test would not end.
      backOff: () => 600_000,
      lingerMs: 0,
    });
    const stop = feed.subscribe((event) => events.push(event.type));
    await expect.poll(() => events).toEqual(['resync', 'resync']);
    stop();
  });

  it('limits the delay that a stopping server sets', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let connections = 0;
    const headers = { 'content-type': 'text/event-stream' };
    const feed = createPrintFeed({
      open: async () => {
        connections += 1;
        return new Response(`retry: ${MAX_DEMANDED_DELAY_MS + 1}\n\n`, { headers });
      },
      backOff: () => 1,
    });
    const isWaiting = new Promise<void>((resolve) =>
      feed.onState(() => feed.state() === 'waiting' && resolve()),
    );
    const stop = feed.subscribe(() => undefined);
    await isWaiting;
    await vi.advanceTimersByTimeAsync(MAX_DEMANDED_DELAY_MS - 1);
    expect(connections).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(connections).toBe(2);
    stop();
    await vi.runAllTimersAsync();
  });

  it('has one connection for all listeners and closes it after the last', async () => {
    let open = 0;
    let max = 0;
    const url = await serve((response) => {
      max = Math.max(max, ++open);
      response.on('close', () => open--);
      stream(response).write('event: resync\ndata: {}\n\n');
    });
    const feed = getFeed(url);
    const stops = [feed.subscribe(() => undefined), feed.subscribe(() => undefined)];
    await expect.poll(() => feed.state()).toBe('open');
    for (const stop of stops) stop();
    await expect.poll(() => open).toBe(0);
    expect(max).toBe(1);
    expect(feed.state()).toBe('closed');
  });

  it('tells a listener that joins an open stream to read everything again', async () => {
    const url = await serve((response) => stream(response).write('event: resync\ndata: {}\n\n'));
    const feed = getFeed(url);
    const stops = [feed.subscribe(() => undefined)];
    await expect.poll(() => feed.state()).toBe('open');
    const heard: string[] = [];
    stops.push(feed.subscribe((event) => heard.push(event.type)));
    await expect.poll(() => heard).toContain('resync');
    for (const stop of stops) stop();
  });

  it('says that news are lost from the cut until it hears again, and when it heard last', async () => {
    let site: 'up' | 'down' = 'up';
    const url = await serve((response) => {
      if (site === 'down') return void response.destroy();
      stream(response).write('event: resync\ndata: {}\n\n');
    });
    const feed = getFeed(url);
    expect(feed.news()).toEqual({ lost: false, lastAt: null });
    const told: boolean[] = [];
    feed.onState(() => told.push(feed.news().lost));
    const before = Date.now();
    const stop = feed.subscribe(() => undefined);
    await expect.poll(() => feed.state()).toBe('open');
    expect(feed.news().lost).toBe(false);
    site = 'down';
    server?.closeAllConnections();
    await expect.poll(() => feed.news().lost).toBe(true);
    expect(feed.news().lastAt).toBeGreaterThanOrEqual(before);
    expect(feed.news().lastAt).toBeLessThanOrEqual(Date.now());
    expect(feed.news()).toBe(feed.news());
    site = 'up';
    await expect.poll(() => feed.news().lost).toBe(false);
    expect(told).toContain(true);
    stop();
    await expect.poll(() => feed.state()).toBe('closed');
    expect(feed.news().lost).toBe(false);
  });

  it('that goes on after the network went is known to be lost at once', async () => {
    const url = await serve((response) => stream(response).write('event: resync\ndata: {}\n\n'));
    const feed = getFeed(url);
    const told: boolean[] = [];
    feed.onState(() => told.push(feed.news().lost));
    const stop = feed.subscribe(() => undefined);
    await expect.poll(() => feed.state()).toBe('open');
    feed.abortConnection();
    await expect.poll(() => told).toContain(true);
    stop();
  });

  it('keeps away as long as a refusal asks', async () => {
    let connections = 0;
    const url = await serve((response, n) => {
      connections = n;
      response.writeHead(429, { 'retry-after': '60', 'content-type': 'application/json' });
      response.end('{}');
    });
    const feed = getFeed(url);
    const stop = feed.subscribe(() => undefined);
    await expect.poll(() => feed.state()).toBe('waiting');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(connections).toBe(1);
    stop();
  });

  it('waits longer with every failure, at most 15 s', () => {
    const waits = Array.from({ length: 12 }, (_, n) => computeDefaultBackOff(n));
    expect(waits[0]).toBeLessThanOrEqual(500);
    expect(waits[3]).toBeGreaterThan(2600);
    expect(Math.max(...waits)).toBeLessThanOrEqual(15_000);
  });
});
