import { randomBytes } from 'node:crypto';
import { CLOSE, GATEWAY_PATH, serverMessage } from '@yunbiao/contract/gateway';
import type { AgentMessage, ServerMessage } from '@yunbiao/contract/gateway';
import {
  getKeyHash,
  NONCE_HEADER,
  revocationProof,
  REVOKED_HEADER,
} from '@yunbiao/contract/revocation';
import WebSocket from 'ws';
import { whyUnreachable } from '../errors.ts';
import { createBackoff } from '../signal.ts';

/** Why the server does not want us back, by its own word. */
export type Dismissal = 'revoked' | 'replaced';

export type GatewayClient = {
  /** Sends when connected; otherwise the next hello tells. */
  send: (message: AgentMessage) => void;
  /** Drops the connection and comes back at once. */
  reconnect: () => void;
  connected: () => boolean;
  stop: () => void;
};

type Options = {
  server: string;
  key: string;
  /** First message of every connection. */
  hello: () => AgentMessage;
  onMessage: (message: ServerMessage) => void;
  /** What was said over the last connection counts no more: it is over, or given up. */
  onLost: () => void;
  /** `why` there is no connection, for people; said with every attempt that fails. */
  onConnected: (connected: boolean, why: string) => void;
  onDismissed: (why: Dismissal) => void;
};

/** A dead server is noticed within twice this. */
const HEARTBEAT_MS = 10_000;
/** RFC 6455's registry: service restart. The server cannot do what it is asked, and hears all of it again. */
const COME_BACK = 1012;
/** A server that sends us away sooner after its welcome than this has something that lasts, ms. */
const LASTING_MS = 60_000;
const MAX_PAYLOAD = 8 * 1024 * 1024;

const socketUrl = (server: string): string =>
  `${server.replace(/^http/, 'ws').replace(/\/$/, '')}${GATEWAY_PATH}`;

const readMessage = (text: string): ServerMessage | null => {
  try {
    return serverMessage.parse(JSON.parse(text));
  } catch {
    return null;
  }
};

const CLOSED: Readonly<Record<number, string>> = {
  1001: '网站正在重启',
  1006: '连接断了',
  [COME_BACK]: '网站要求重新连接',
  [CLOSE.revoked]: '网站说授权已撤销，正在核实',
  [CLOSE.address]: '这台电脑的地址不在 IP 白名单里了',
  [CLOSE.protocol]: '网站和打印客户端的版本对不上，请更新打印客户端',
};

/** What an HTTP answer instead of a connection means. It may come from anything on the way. */
const whyRefused = (status: number): string => {
  if (status === 401)
    return '没有认出这个打印客户端的授权（HTTP 401）；也可能是中间的代理拦下的，要上网认证的先认证。一直这样就重新配对：npm run agent -- pair';
  if (status === 403)
    return '网站没有让进（HTTP 403）：这台电脑的地址可能不在 IP 白名单里，请在网站的“IP 白名单”页加上';
  if (status === 429) return '连得太勤，网站要求慢一点（HTTP 429）';
  if (status >= 500) return `网站暂时不可用（HTTP ${status}）`;
  return `没有连到网站，回答的是别的程序（HTTP ${status}）`;
};

/** One connection to the server at a time; a lost one is opened again after a jittered back-off. */
export const connectGateway = (options: Options): GatewayClient => {
  const backoff = createBackoff(200, 15_000);
  /** For when it sends us away: a welcome says nothing of whether it stores what it is told. */
  const sentAway = createBackoff(200, 15_000);
  let socket: WebSocket | null = null;
  let open = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  const connectIn = (ms: number): void => {
    if (stopped) return;
    clearTimeout(timer);
    timer = setTimeout(start, ms);
  };
  const dismiss = (why: Dismissal): void => {
    stopped = true;
    options.onDismissed(why);
  };
  const ended = (why: string, wait: () => number): void => {
    open = false;
    if (!stopped) {
      options.onLost();
      options.onConnected(false, why);
    }
    socket = null;
    connectIn(wait());
  };

  function start(): void {
    const nonce = randomBytes(16).toString('hex');
    const current = new WebSocket(socketUrl(options.server), {
      headers: { authorization: `Bearer ${options.key}`, [NONCE_HEADER]: nonce },
      maxPayload: MAX_PAYLOAD,
      handshakeTimeout: 10_000,
      perMessageDeflate: false,
    });
    socket = current;
    let heard = true;
    const heartbeat = setInterval(() => {
      if (!heard) current.terminate();
      heard = false;
      if (current.readyState === WebSocket.OPEN)
        current.send(JSON.stringify({ type: 'ping' } satisfies AgentMessage));
    }, HEARTBEAT_MS);
    let welcomedAt = Infinity;
    const close = (why: string, wait = backoff.next): void => {
      clearInterval(heartbeat);
      if (socket === current) ended(why, wait);
    };
    current.on('open', () => {
      open = true;
      current.send(JSON.stringify(options.hello()));
    });
    current.on('message', (data) => {
      heard = true;
      if (socket !== current) return;
      const message = readMessage(String(data));
      if (!message) return current.terminate();
      if (message.type === 'welcome') {
        backoff.reset();
        welcomedAt = performance.now();
        options.onConnected(true, '');
      }
      options.onMessage(message);
    });
    current.on('unexpected-response', (_request, response) => {
      response.destroy();
      current.terminate();
      // Anything on the way can answer 401: only the server can prove that it revoked this key.
      const proof = response.headers[REVOKED_HEADER];
      if (proof === revocationProof(getKeyHash(options.key), nonce)) dismiss('revoked');
      close(whyRefused(response.statusCode ?? 0));
    });
    current.on('ping', () => {
      heard = true;
    });
    current.on('error', (error) => close(whyUnreachable(error)));
    current.on('close', (code) => {
      if (socket === current && code === CLOSE.replaced) dismiss('replaced');
      if (performance.now() - welcomedAt >= LASTING_MS) sentAway.reset();
      close(
        CLOSED[code] ?? `连接断开（${code}）`,
        code === COME_BACK ? sentAway.next : backoff.next,
      );
    });
  }
  start();

  return {
    send: (message) => {
      if (open && socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    },
    reconnect: () => {
      const old = socket;
      socket = null;
      open = false;
      old?.terminate();
      options.onLost();
      connectIn(0);
    },
    connected: () => open,
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      options.onLost();
      socket?.close(1000);
    },
  };
};
