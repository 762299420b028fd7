import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { type App, createApp } from '../app.ts';
import { readConfig } from '../config/config.ts';
import { createLog } from '../log.ts';

const PROXY_ID = 'b7ad6b71692033310af7651916cd43dd';
const TRACE = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

let app: App | undefined;
afterEach(() => app?.stop());

/** Sends one call and returns its headers, its log line, and the id its handler saw. */
const send = async (trustProxy: '0' | '1', headers: readonly string[]) => {
  const lines: Record<string, unknown>[] = [];
  let handled: string | null = null;
  app = await createApp({
    config: readConfig({ TRUST_PROXY: trustProxy }),
    log: createLog('info', (line) => lines.push(JSON.parse(line) as Record<string, unknown>)),
    api: {
      fetch: (request) => {
        handled = request.headers.get('x-request-id');
        return new Response('done');
      },
      openVisit: () => {
        throw new Error('no pages here');
      },
    },
    checkReadiness: () => Promise.resolve(''),
    openSite: () =>
      Promise.resolve({
        build: { buildId: 'b', entry: '', shared: { preloads: [], css: [] }, routes: {} },
        loadModule: () => Promise.reject(new Error('no pages here')),
        serveAsset: () => false,
        close: () => Promise.resolve(),
      }),
  });
  app.server.listen(0, '127.0.0.1');
  await once(app.server, 'listening');
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const head = ['GET /np/x HTTP/1.1', 'Host: 127.0.0.1', 'Connection: close', ...headers];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  await once(socket, 'close');
  await expect.poll(() => lines.length).toBe(1);
  const [, answered] = /^x-request-id: (\S*)\r$/im.exec(text) ?? [];
  return { answered, handled, line: lines[0] };
};

it('has the id of a trusted proxy in the log, in the reply and for the handler', async () => {
  const { answered, handled, line } = await send('1', [`X-Request-ID: ${PROXY_ID}`]);
  expect([answered, handled, line?.['requestId']]).toEqual([PROXY_ID, PROXY_ID, PROXY_ID]);
});

it.each([
  ['a visitor', '0', [`X-Request-ID: ${PROXY_ID}`]],
  ['an unsafe id', '1', ['X-Request-ID: {"level":"error"} and so on']],
  ['two ids', '1', [`X-Request-ID: ${PROXY_ID}`, `X-Request-ID: ${PROXY_ID}`]],
] as const)('has an id of its own for %s', async (_whose, trustProxy, headers) => {
  const { answered, handled, line } = await send(trustProxy, headers);
  expect(answered).toMatch(/^[\w-]{12}$/);
  expect([handled, line?.['requestId']]).toEqual([answered, answered]);
});

it('logs the trace a request belongs to', async () => {
  const { line } = await send('0', [`traceparent: ${TRACE}`]);
  expect(line).toMatchObject({
    traceId: '0af7651916cd43dd8448eb211c80319c',
    parentId: 'b7ad6b7169203331',
  });
});

it.each([
  [[]],
  [[`traceparent: ff${TRACE.slice(2)}`]],
  [[`traceparent: ${TRACE}`, 'traceparent: x']],
])('logs no trace without a valid one: %j', async (headers: string[]) => {
  const { line } = await send('0', headers);
  expect(line).not.toHaveProperty('traceId');
  expect(line).not.toHaveProperty('parentId');
});
