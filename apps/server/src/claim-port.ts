import type { RequestListener, Server } from 'node:http';
import type { Config } from './config.ts';
import { createHttpServer } from './http-server.ts';
import { reply, TEXT } from './plain-reply.ts';

const starting: RequestListener = (req, res) => {
  if (req.url === '/healthz') return reply(res, 200, TEXT, 'ok\n', []);
  reply(res, 503, TEXT, '503 正在启动，请过几秒再试\n', [
    ['Retry-After', '2'],
    // Whoever opened a page meanwhile gets it without doing anything.
    ['Refresh', '2'],
    ['Connection', 'close'],
  ]);
};

/**
 * Connections the system keeps until the process takes them, as far as it allows. Beyond them it drops the newcomer's SYN,
 * who tries again after 1 s, then 3 s (RFC 6298): Node's 511 made everybody wait for a burst of six hundred.
 */
const BACKLOG = 4_096;

export type ClaimedPort = {
  server: Server;
  /** Where it really listens; the port may have been left to the system. */
  port: number;
  /** What was put on the server answers from here on. */
  open: () => void;
  close: () => Promise<void>;
};

/**
 * Listens before anything else is done, and says 503 until it is opened: a second start must fail on the busy port
 * before it touches the data the first one works on.
 */
export const claimPort = ({ port, host }: Config): Promise<ClaimedPort> =>
  new Promise((resolve, reject) => {
    const server = createHttpServer();
    server.on('request', starting);
    server.once('error', reject);
    server.listen({ port, host: host.replace(/^\[|\]$/g, ''), backlog: BACKLOG }, () => {
      server.off('error', reject);
      const address = server.address();
      resolve({
        server,
        port: typeof address === 'object' && address ? address.port : port,
        open: () => void server.off('request', starting),
        close: () =>
          new Promise((closed) => {
            server.close(() => closed());
            server.closeAllConnections();
          }),
      });
    });
  });
