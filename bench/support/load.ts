import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { performance } from 'node:perf_hooks';

export type Reply = { status: number; headers: IncomingHttpHeaders; body: Buffer };

const send = (agent: Agent, url: URL, headers: Record<string, string>): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const outgoing = request(url, { agent, headers }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.on('error', reject);
      reply.on('end', () =>
        resolve({
          status: reply.statusCode ?? 0,
          headers: reply.headers,
          body: Buffer.concat(chunks),
        }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end();
  });

/** Sends one request; the body as received (compressed when requested). */
export const fetchOnce = async (
  url: string,
  headers: Record<string, string> = {},
): Promise<Reply> => {
  const agent = new Agent();
  try {
    return await send(agent, new URL(url), headers);
  } finally {
    agent.destroy();
  }
};

/**
 * Sends `count` GETs over `connections` keep-alive connections and returns each time in ms. Throws
 * when a status is not 200: a fast error page is not a result.
 */
export const load = async (options: {
  url: string;
  count: number;
  connections?: number;
  headers?: Record<string, string>;
}): Promise<number[]> => {
  const { url, count, connections = 8, headers = {} } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const target = new URL(url);
  const times: number[] = [];
  let left = count;
  const requestInTurn = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const started = performance.now();
      const { status } = await send(agent, target, headers);
      if (status !== 200) throw new Error(`${url} answered ${status}`);
      times.push(performance.now() - started);
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, requestInTurn));
  } finally {
    agent.destroy();
  }
  return times;
};
