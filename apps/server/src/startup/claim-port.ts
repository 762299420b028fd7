import type { RequestListener, Server } from 'node:http';
import type { ListenOptions } from 'node:net';
import { type Config, ConfigError } from '../config/config.ts';
import { closeServer } from '../http/close-server.ts';
import { readSocketPort } from './socket-port.ts';
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
  /** Descriptor of the listening socket that systemd holds; null when this process listens itself. */
  inheritedSocket: number | null;
  /**
   * Whether connections may have waited in the queue of the inherited socket longer than their
   * clients.
   */
  isCatchingUp: () => boolean;
  /** From here on the request handlers of the server respond. */
  open: () => Promise<void>;
  close: () => Promise<void>;
};

const getListeningPort = (server: Server): number | null => {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : null;
};

const listen = (server: Server, options: ListenOptions | { fd: number }): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ ...options, backlog: BACKLOG }, () => {
      server.off('error', reject);
      resolve();
    });
  });

const closeNow = async (server: Server): Promise<void> => {
  const closed = closeServer(server);
  server.closeAllConnections();
  await closed;
};

/** Time after which the queue of an inherited socket was surely worked off, ms. */
const CATCH_UP_MS = 10_000;

/**
 * Serves on a socket that systemd holds. Connections wait in its queue until `open`, so that no
 * request of a restart is answered 503.
 * @throws ConfigError when the socket is not on PORT, where the virtual printers connect
 */
const claimInheritedSocket = (fd: number, port: number): ClaimedPort => {
  const server = createHttpServer();
  const socketPort = readSocketPort(fd);
  if (socketPort !== port)
    throw new ConfigError(
      `yunbiao.socket 的 ListenStream 和 PORT 要是同一个端口，现在是 ${socketPort ?? '别的'} 和 ${port}。`,
    );
  let openedAt = Infinity;
  return {
    server,
    port,
    inheritedSocket: fd,
    isCatchingUp: () => performance.now() - openedAt < CATCH_UP_MS,
    open: async () => {
      openedAt = performance.now();
      await listen(server, { fd });
    },
    close: () => closeNow(server),
  };
};

/**
 * Binds the port before any other start step and responds 503 until `open` is called. A second
 * start must fail on the occupied port before it touches the data of the first.
 */
const bindPort = async ({ port, host }: Config): Promise<ClaimedPort> => {
  const server = createHttpServer();
  server.on('request', replyWhileStarting);
  await listen(server, { port, host: host.replace(/^\[|\]$/g, '') });
  return {
    server,
    port: getListeningPort(server) ?? port,
    inheritedSocket: null,
    isCatchingUp: () => false,
    open: () => {
      server.off('request', replyWhileStarting);
      return Promise.resolve();
    },
    close: () => closeNow(server),
  };
};

/** Claims the configured port, or the socket that systemd holds for it. */
export const claimPort = async (
  config: Config,
  inheritedSocket: number | null = null,
): Promise<ClaimedPort> =>
  inheritedSocket === null ? bindPort(config) : claimInheritedSocket(inheritedSocket, config.port);
