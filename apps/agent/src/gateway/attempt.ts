import { randomBytes } from 'node:crypto';
import { GATEWAY_PATH } from '@yunbiao/contract/gateway/gateway';
import type { AgentMessage } from '@yunbiao/contract/gateway/gateway';
import { NONCE_HEADER } from '@yunbiao/contract/gateway/revocation';
import WebSocket from 'ws';

/** Heartbeat interval, ms. A dead server is detected within twice this time. */
const HEARTBEAT_MS = 10_000;
const MAX_PAYLOAD = 8 * 1024 * 1024;

const buildSocketUrl = (server: string): string =>
  `${server.replace(/^http/, 'ws').replace(/\/$/, '')}${GATEWAY_PATH}`;

/** A connection to the server, or an attempt at one. */
export type Attempt = {
  readonly socket: WebSocket;
  readonly nonce: string;
  readonly heartbeat: NodeJS.Timeout;
  /** Whether anything was received since the last heartbeat. */
  hasReceived: boolean;
  /** Infinity before the welcome. */
  welcomedAt: number;
};

const closeSilentConnectionOrPing = (attempt: Attempt): void => {
  const { socket } = attempt;
  if (!attempt.hasReceived) socket.terminate();
  attempt.hasReceived = false;
  if (socket.readyState === WebSocket.OPEN)
    socket.send(JSON.stringify({ type: 'ping' } satisfies AgentMessage));
};

export const createConnectionAttempt = (server: string, key: string): Attempt => {
  const nonce = randomBytes(16).toString('hex');
  const socket = new WebSocket(buildSocketUrl(server), {
    headers: { authorization: `Bearer ${key}`, [NONCE_HEADER]: nonce },
    maxPayload: MAX_PAYLOAD,
    handshakeTimeout: 10_000,
    perMessageDeflate: false,
  });
  const attempt: Attempt = {
    socket,
    nonce,
    heartbeat: setInterval(() => closeSilentConnectionOrPing(attempt), HEARTBEAT_MS),
    hasReceived: true,
    welcomedAt: Infinity,
  };
  return attempt;
};
