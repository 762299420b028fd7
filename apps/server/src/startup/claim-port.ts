import type { RequestListener, Server } from 'node:http';
import type { Config } from '../config/config.ts';
import { createHttpServer } from '../http/http-server.ts';
import { sendPlainReply, TEXT_TYPE } from '../http/plain-reply.ts';

const replyWhileStarting: RequestListener = (req, res) => {
  if (req.url === '/healthz') return sendPlainReply(res, 200, TEXT_TYPE, 'ok\n', []);
  sendPlainReply(res, 503, TEXT_TYPE, '503 正在启动，请几秒后重试\n', [
    ['Retry-After', '2'],
    // The browser reloads the page by itself until the site is up.
    ['Refresh', '2'],
    ['Connection', 'close'],
  ]);
};

/**
 * Length of the listen backlog; the system may cap it. When it is full, a client's SYN is dropped
 * and retried after 1 s, then 3 s (RFC 6298). With Node's default of 511, a burst of six hundred
 * connections made clients wait.
 */
const BACKLOG = 4_096;

export type ClaimedPort = {
  server: Server;
  /** Actual port. The configured port may be 0. */
  port: number;
  /** From here on the request handlers of the server respond. */
  open: () => void;
  close: () => Promise<void>;
};

/**
 * Binds the port before any other start step and responds 503 until `open` is called. A second
 * start must fail on the occupied port before it touches the data of the first.
 */
export const claimPort = ({ port, host }: Config): Promise<ClaimedPort> =>
  new Promise((resolve, reject) => {
    const server = createHttpServer();
    server.on('request', replyWhileStarting);
    server.once('error', reject);
    server.listen({ port, host: host.replace(/^\[|\]$/g, ''), backlog: BACKLOG }, () => {
      server.off('error', reject);
      const address = server.address();
      resolve({
        server,
        port: typeof address === 'object' && address ? address.port : port,
        open: () => void server.off('request', replyWhileStarting),
        close: () =>
          new Promise((closed) => {
            server.close(() => closed());
            server.closeAllConnections();
          }),
      });
    });
  });
