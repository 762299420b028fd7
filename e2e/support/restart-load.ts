import { randomUUID } from 'node:crypto';
import { type ClientRequest, type IncomingMessage } from 'node:http';
import { Agent } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { GATEWAY_VERSION } from '@yunbiao/contract/gateway/gateway';
import { type GatewayClient, connectGateway } from '../../apps/agent/src/gateway/client.ts';
import type { TestNginx } from './nginx.ts';

type Options = {
  front: TestNginx;
  /** Origin of the server, for print clients. */
  url: string;
  /** Tokens of members, one for each browser. */
  tokens: readonly string[];
  /** Keys of paired print clients. */
  clientKeys: readonly string[];
  /** Public template that members copy. */
  templateId: string;
};

export type LoadResult = {
  requests: number;
  /** Requests with another answer than 200, and broken ones: address and what happened. */
  failures: string[];
  /** Longest wait for a reply, ms. */
  longestMs: number;
  /** Names of the copies that members requested, by token. */
  copies: Map<string, string[]>;
};

type Load = Options & {
  result: LoadResult;
  agent: Agent;
  isStopped: boolean;
  /** Indices of the print clients that are connected. */
  connectedClients: Set<number>;
  openStreams: number;
};

type RequestOptions = { method?: 'GET' | 'POST'; token?: string; body?: object };

/** Copies that a member's plan has room for. */
const MAX_COPIES = 8;
/** Pause of a reader between two pages, at most, ms. */
const MAX_PAUSE_MS = 1_000;
/** What a print client says of a restart: that it goes on, or that it takes over 10 s. */
const RESTART_REASONS = ['网站正在重启', '网站没有回应'];

const openRequest = (
  { front, agent }: Load,
  path: string,
  { method = 'GET', token, body }: RequestOptions,
): ClientRequest =>
  front.open(path, {
    method,
    agent,
    headers: {
      Host: '127.0.0.1',
      'X-Domain': 'yunbiao',
      ...(token ? { 'X-Token': token } : {}),
      ...(body ? { 'Content-Type': 'application/json' } : {}),
    },
  });

const readReply = (
  load: Load,
  path: string,
  options: RequestOptions,
): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const request = openRequest(load, path, options);
    request.on('error', reject);
    request.on('response', (reply: IncomingMessage) => {
      let text = '';
      reply.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      reply.on('error', reject);
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, text }));
    });
    request.end(options.body ? JSON.stringify(options.body) : undefined);
  });

/** Sends a request and records its wait and what went wrong. Returns the body of the reply. */
const send = async (load: Load, path: string, options: RequestOptions = {}): Promise<string> => {
  const { result } = load;
  const started = performance.now();
  result.requests += 1;
  try {
    const { status, text } = await readReply(load, path, options);
    if (status !== 200 || text.startsWith('{"state":"fail"'))
      result.failures.push(`${path}: ${status} ${text.slice(0, 200)}`);
    return text;
  } catch (error) {
    result.failures.push(`${path}: ${String(error)}`);
    return '';
  } finally {
    result.longestMs = Math.max(result.longestMs, performance.now() - started);
  }
};

/** Pages with one of their scripts, calls that read and a call that must run once. */
const browse = async (load: Load, token: string): Promise<void> => {
  const copies: string[] = [];
  load.result.copies.set(token, copies);
  while (!load.isStopped) {
    const page = await send(load, '/yunbiao');
    const [script] = /\/assets\/[\w-]+\.js/.exec(page) ?? [];
    const paths = ['/yunbiao/qa', '/np/api/curSoftware', ...(script ? [script] : [])];
    await Promise.all(paths.map((path) => send(load, path)));
    await send(load, '/np/api/uc/templateList', { token });
    if (copies.length < MAX_COPIES) {
      const name = `副本 ${randomUUID().slice(0, 8)}`;
      copies.push(name);
      const body = { id: load.templateId, name };
      await send(load, '/np/api/uc/copyTemplate', { method: 'POST', token, body });
    }
    await sleep(Math.random() * MAX_PAUSE_MS);
  }
};

/** Reads one event stream to its end. */
const readStream = (load: Load, token: string): Promise<void> =>
  new Promise((resolve) => {
    const recordFailure = (what: string): void => {
      if (!load.isStopped) load.result.failures.push(`event stream: ${what}`);
    };
    const request = openRequest(load, '/np/api/uc/printEvents', { token });
    request.on('error', (error: Error) => {
      recordFailure(String(error));
      resolve();
    });
    request.on('response', (reply: IncomingMessage) => {
      if (reply.statusCode !== 200) recordFailure(String(reply.statusCode));
      load.openStreams += 1;
      reply.resume();
      reply.on('error', (error) => recordFailure(String(error)));
      reply.on('close', () => {
        load.openStreams -= 1;
        resolve();
      });
    });
    request.end();
  });

/** Reads the event stream again and again, as an open page does. */
const listen = async (load: Load, token: string): Promise<void> => {
  while (!load.isStopped) {
    await readStream(load, token);
    await sleep(50);
  }
};

const connectClient = (load: Load, key: string, index: number): GatewayClient =>
  connectGateway({
    server: load.url,
    key,
    createHello: () => ({
      type: 'hello',
      version: GATEWAY_VERSION,
      agentVersion: '0.1.0',
      machineName: `收银台 ${index}`,
      system: 'Linux',
      ledgerId: `ledger-of-load-${index}`,
      ledgerSeq: 0,
      held: [],
      printers: [],
    }),
    onMessage: () => undefined,
    onLost: () => undefined,
    onConnected: (isConnected, reason) => {
      if (isConnected) return void load.connectedClients.add(index);
      load.connectedClients.delete(index);
      if (!load.isStopped && !RESTART_REASONS.includes(reason))
        load.result.failures.push(`client ${index}: ${reason}`);
    },
    onDismissed: (reason) => load.result.failures.push(`client ${index}: ${reason}`),
  });

/**
 * Requests like those of open browsers and print clients, until `stop`: pages and their scripts,
 * calls that read and calls that write once, an event stream for each member.
 */
export const startLoad = (options: Options) => {
  const load: Load = {
    ...options,
    result: { requests: 0, failures: [], longestMs: 0, copies: new Map() },
    agent: new Agent({ keepAlive: true }),
    isStopped: false,
    connectedClients: new Set(),
    openStreams: 0,
  };
  const { result, tokens } = load;
  const clients = load.clientKeys.map((key, index) => connectClient(load, key, index));
  const browsing = tokens.map((token) => browse(load, token));
  const listening = tokens.map((token) => listen(load, token));
  return {
    result,
    /** Whether every client is connected and every stream is open. */
    isComplete: (): boolean =>
      load.connectedClients.size === clients.length && load.openStreams === tokens.length,
    /** Returns the longest wait since the last call, ms. */
    takeLongestMs: (): number => {
      const { longestMs } = result;
      result.longestMs = 0;
      return longestMs;
    },
    stop: async (): Promise<LoadResult> => {
      load.isStopped = true;
      for (const client of clients) client.stop();
      await Promise.all(browsing);
      load.agent.destroy();
      await Promise.all(listening);
      return result;
    },
  };
};
