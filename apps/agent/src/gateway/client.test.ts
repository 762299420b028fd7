import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AgentMessage } from '@yunbiao/contract/gateway/gateway';
import { CLOSE_CODES, formatRestartReason } from '@yunbiao/contract/gateway/close-codes';
import {
  hashClientKey,
  NONCE_HEADER,
  computeRevocationProof,
  REVOKED_HEADER,
} from '@yunbiao/contract/gateway/revocation';
import { expect, it, onTestFinished, vi } from 'vitest';
import { WebSocketServer } from 'ws';
import { connectGateway } from './client.ts';
import type { Dismissal } from './client.ts';

const KEY = 'a-key-of-the-print-client-0123456789';
const PROOF = hashClientKey(KEY);

type Answer = (headers: IncomingHttpHeaders, attempt: number) => string;

/**
 * Any server on the path: `answer` returns the reply to each connection attempt. `accept` accepts
 * the connection and closes it as revoked.
 */
const startFakeServer = async (
  answer: Answer,
): Promise<{ url: string; attempts: () => number }> => {
  const server = createServer();
  const sockets = new WebSocketServer({ noServer: true });
  let attempts = 0;
  server.on('upgrade', (request, socket, head) => {
    attempts += 1;
    // The client may disconnect before it has read everything.
    socket.on('error', () => undefined);
    const reply = answer(request.headers, attempts);
    if (reply === 'accept')
      sockets.handleUpgrade(request, socket, head, (ws) => {
        ws.on('error', () => undefined);
        ws.close(CLOSE_CODES.revoked, 'revoked');
      });
    else socket.end(`HTTP/1.1 ${reply}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  // A listening TCP server has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, attempts: () => attempts };
};

const dialServer = (server: string) => {
  const heard: string[] = [];
  const dismissed: Dismissal[] = [];
  const client = connectGateway({
    server,
    key: KEY,
    createHello: (): AgentMessage => ({ type: 'ping' }),
    onMessage: () => undefined,
    onLost: () => undefined,
    onConnected: (_connected, reason) => heard.push(reason),
    onDismissed: (reason) => dismissed.push(reason),
  });
  onTestFinished(client.stop);
  return { heard, dismissed };
};

const buildProvenReply = (headers: IncomingHttpHeaders): string =>
  `401 Unauthorized\r\n${REVOKED_HEADER}: ${computeRevocationProof(PROOF, String(headers[NONCE_HEADER]))}`;

it.each<[string, Answer]>([
  ['a bare 401', () => '401 Unauthorized'],
  ['a login page', () => '302 Found'],
  ['a 403', () => '403 Forbidden'],
  ['an empty proof', () => `401 Unauthorized\r\n${REVOKED_HEADER}: `],
  [
    'the proof for another nonce',
    () => `401 Unauthorized\r\n${REVOKED_HEADER}: ${computeRevocationProof(PROOF, 'f'.repeat(32))}`,
  ],
  [
    'the proof for another key',
    (headers) =>
      `401 Unauthorized\r\n${REVOKED_HEADER}: ${computeRevocationProof(hashClientKey('x'), String(headers[NONCE_HEADER]))}`,
  ],
  ['a connection that is closed as revoked', () => 'accept'],
])('comes back after %s', async (_name, answer) => {
  const { url, attempts } = await startFakeServer(answer);
  const { dismissed } = dialServer(url);
  await vi.waitFor(() => expect(attempts()).toBeGreaterThan(2), 10_000);
  expect(dismissed).toEqual([]);
});

it('says what it met', async () => {
  const { url } = await startFakeServer(() => '401 Unauthorized');
  const { heard } = dialServer(url);
  await vi.waitFor(() => expect(heard[0]).toContain('没有认出这个打印客户端的授权（HTTP 401）'));
});

it('says that its address may be left out of the white list', async () => {
  const { url } = await startFakeServer(() => '403 Forbidden');
  const { heard } = dialServer(url);
  await vi.waitFor(() => expect(heard[0]).toContain('可能不在 IP 白名单里'));
});

it('says that nobody is there', async () => {
  const { heard } = dialServer('http://127.0.0.1:1');
  await vi.waitFor(() => expect(heard[0]).toBe('网站没有开着，或者地址不对'));
});

it('takes the server’s proven word, also after its connection was closed', async () => {
  const { url, attempts } = await startFakeServer((headers, attempt) =>
    attempt === 1 ? 'accept' : buildProvenReply(headers),
  );
  const { dismissed } = dialServer(url);
  await vi.waitFor(() => expect(dismissed).toEqual(['revoked']), 10_000);
  expect(attempts()).toBe(2);
});

it('comes back ever more rarely to a server that welcomes it and sends it away', async () => {
  const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(sockets, 'listening');
  onTestFinished(() => sockets.close());
  const welcome = { type: 'welcome', clientId: '1', name: '一号', enabled: true, now: 0 };
  const times: number[] = [];
  sockets.on('connection', (socket) => {
    times.push(performance.now());
    socket.on('error', () => undefined);
    socket.send(JSON.stringify(welcome));
    socket.close(1012, 'try again');
  });
  // A listening TCP server has an AddressInfo.
  const { heard } = dialServer(`http://127.0.0.1:${(sockets.address() as AddressInfo).port}`);
  await vi.waitFor(() => expect(times).toHaveLength(5), 20_000);
  expect(heard).toContain('');
  // At least half of 0.2, 0.4, 0.8 and 1.6 s. Without backoff it would be at most 0.8 s.
  expect((times[4] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(1400);
});

it('says that the connection is lost when it gives it up itself', async () => {
  const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(sockets, 'listening');
  onTestFinished(() => sockets.close());
  // A listening TCP server has an AddressInfo.
  const { port } = sockets.address() as AddressInfo;
  let losses = 0;
  const client = connectGateway({
    server: `http://127.0.0.1:${port}`,
    key: KEY,
    createHello: (): AgentMessage => ({ type: 'ping' }),
    onMessage: () => undefined,
    onLost: () => (losses += 1),
    onConnected: () => undefined,
    onDismissed: () => undefined,
  });
  onTestFinished(client.stop);
  await vi.waitUntil(client.isConnected);
  client.reconnect();
  expect(losses).toBe(1);
  await vi.waitUntil(client.isConnected);
  expect(losses).toBe(1);
});

it('reconnects after the delay that a stopping server sets, without backoff', async () => {
  const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(sockets, 'listening');
  onTestFinished(() => sockets.close());
  let connections = 0;
  sockets.on('connection', (socket) => {
    connections += 1;
    socket.on('error', () => undefined);
    socket.close(1001, formatRestartReason(0));
  });
  // With backoff, fifty connections take ten minutes.
  dialServer(`http://127.0.0.1:${(sockets.address() as AddressInfo).port}`);
  await vi.waitFor(() => expect(connections).toBeGreaterThan(50), 60_000);
});
