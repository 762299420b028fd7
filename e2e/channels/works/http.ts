import { createServer, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { spoilAnswer } from './channel-faults.ts';
import type { ChannelFaults } from './channel-faults.ts';

export type Answer = { status: number; headers: Record<string, string>; body: string | Buffer };

export type Asked = {
  method: string;
  path: string;
  /** Path and query as received: signatures cover them. */
  target: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: string;
  /** `http://127.0.0.1:port`. */
  origin: string;
};

const LARGEST = 256 * 1024;

const readBody = async (incoming: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    if (!Buffer.isBuffer(chunk)) throw new Error('not bytes');
    size += chunk.length;
    if (size > LARGEST) throw new Error('too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
};

const sendAnswer = (response: ServerResponse, { status, headers, body }: Answer): void => {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(body);
};

/** A stand-in's handler; `name` returns the operation for faults. */
export type Handle = { name: (asked: Asked) => string; answer: (asked: Asked) => Answer };

/** Serves on a free loopback port; faults apply to every operation. */
export const serveChannel = async ({ name, answer }: Handle, faults: ChannelFaults) => {
  let origin = '';
  const handleRequest = async (
    incoming: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> => {
    const target = incoming.url ?? '/';
    const url = new URL(target, origin);
    const asked: Asked = {
      method: incoming.method ?? 'GET',
      path: url.pathname,
      target,
      query: url.searchParams,
      headers: incoming.headers,
      body: await readBody(incoming),
      origin,
    };
    const fault = faults.take(name(asked));
    if (fault?.kind === 'drop-before') return void incoming.socket.destroy();
    const right = answer(asked);
    if (fault?.kind === 'lag') await wait(fault.ms ?? 1000);
    const finalAnswer = fault === null ? right : spoilAnswer(fault, right);
    if (finalAnswer === null) incoming.socket.destroy();
    else sendAnswer(response, finalAnswer);
  };
  const server = createServer((incoming, response) => {
    handleRequest(incoming, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  origin = `http://127.0.0.1:${address.port}`;
  return {
    origin,
    close: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

export type Posted = { status: number; body: string };

/** Posts to a merchant and waits; never rejects. Status 0: timeout. Loopback only. */
export const postForm = (
  address: string,
  headers: Record<string, string>,
  body: string,
  timeoutMs: number,
): Promise<Posted> => {
  if (new URL(address).hostname !== '127.0.0.1') throw new Error(`not loopback: ${address}`);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const sent = request(address, { method: 'POST', headers, agent: false }, (reply) => {
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.on('error', () => resolveStatus(0));
      reply.on('close', () => resolveStatus(reply.complete ? (reply.statusCode ?? 0) : 0));
    });
    const timer = setTimeout(() => sent.destroy(), timeoutMs);
    const resolveStatus = (status: number): void => {
      clearTimeout(timer);
      resolve({ status, body: Buffer.concat(chunks).toString() });
    };
    sent.on('error', () => resolveStatus(0));
    sent.on('close', () => resolveStatus(0));
    sent.end(body);
  });
};
