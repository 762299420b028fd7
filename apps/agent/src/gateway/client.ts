import { CLOSE, GATEWAY_PATH, serverMessage } from '@yunbiao/contract/gateway';
import type { AgentMessage, ServerMessage } from '@yunbiao/contract/gateway';
import WebSocket from 'ws';
import { createBackoff } from '../signal.ts';

/** Why the server does not want us back. */
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
  onConnected: (connected: boolean, why: string) => void;
  onDismissed: (why: Dismissal) => void;
};

/** A dead server is noticed within twice this. */
const HEARTBEAT_MS = 10_000;
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

/** Keeps one connection to the server alive, coming back with jittered back-off. */
export const connectGateway = (options: Options): GatewayClient => {
  const backoff = createBackoff(200, 15_000);
  let socket: WebSocket | null = null;
  let open = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  const later = (ms: number): void => {
    if (stopped) return;
    clearTimeout(timer);
    timer = setTimeout(start, ms);
  };
  const dismiss = (why: Dismissal): void => {
    stopped = true;
    options.onDismissed(why);
  };
  const ended = (why: string): void => {
    if (open) options.onConnected(false, why);
    open = false;
    socket = null;
    later(backoff.next());
  };

  function start(): void {
    const current = new WebSocket(socketUrl(options.server), {
      headers: { authorization: `Bearer ${options.key}` },
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
    const close = (why: string): void => {
      clearInterval(heartbeat);
      if (socket === current) ended(why);
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
        options.onConnected(true, '');
      }
      options.onMessage(message);
    });
    current.on('unexpected-response', (_request, response) => {
      response.destroy();
      current.terminate();
      if (response.statusCode === 401) dismiss('revoked');
      close(`HTTP ${response.statusCode}`);
    });
    current.on('ping', () => {
      heard = true;
    });
    current.on('error', (error) => close(error.message));
    current.on('close', (code) => {
      if (socket === current && code === CLOSE.revoked) dismiss('revoked');
      if (socket === current && code === CLOSE.replaced) dismiss('replaced');
      close(`连接断开（${code}）`);
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
      later(0);
    },
    connected: () => open,
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      socket?.close(1000);
    },
  };
};
