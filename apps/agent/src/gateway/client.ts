import type { IncomingMessage } from 'node:http';
import { CLOSE_CODES, parseRestartReason } from '@yunbiao/contract/gateway/close-codes';
import { serverMessage } from '@yunbiao/contract/gateway/gateway';
import type { AgentMessage, ServerMessage } from '@yunbiao/contract/gateway/gateway';
import {
  hashClientKey,
  computeRevocationProof,
  REVOKED_HEADER,
} from '@yunbiao/contract/gateway/revocation';
import WebSocket from 'ws';
import { explainSiteUnreachable } from '../errors.ts';
import { createConnectionAttempt } from './attempt.ts';
import type { Attempt } from './attempt.ts';
import { createBackoff } from '../signal.ts';
import type { Backoff } from '../signal.ts';
import { explainCloseCode, explainUpgradeRefusal } from './close-reasons.ts';

/** Reason the server gives for rejecting this client permanently. */
export type Dismissal = 'revoked' | 'replaced';

export type GatewayClient = {
  /** Sends when connected. Otherwise the next hello contains the state. */
  send: (message: AgentMessage) => void;
  /** Closes the connection and reconnects immediately. */
  reconnect: () => void;
  isConnected: () => boolean;
  stop: () => void;
};

type Options = {
  server: string;
  key: string;
  /** Creates the first message of every connection. */
  createHello: () => AgentMessage;
  onMessage: (message: ServerMessage) => void;
  /** Called when the last connection has ended or was given up. */
  onLost: () => void;
  /** `why`: reason for the missing connection, for display; called for every failed attempt. */
  onConnected: (connected: boolean, reason: string) => void;
  onDismissed: (dismissal: Dismissal) => void;
};

/**
 * Connection time after which the backoff for `serviceRestart` resets, ms. A shorter one means the
 * server's problem persists.
 */
const STABLE_CONNECTION_MS = 60_000;
const parseServerMessage = (text: string): ServerMessage | null => {
  try {
    return serverMessage.parse(JSON.parse(text));
  } catch {
    return null;
  }
};

type Client = Options & {
  readonly backoff: Backoff;
  /**
   * Separate backoff for `serviceRestart`: a welcome does not prove that the server can store
   * reports.
   */
  readonly restartBackoff: Backoff;
  /** Null while disconnected. */
  socket: WebSocket | null;
  isOpen: boolean;
  isStopped: boolean;
  timer: NodeJS.Timeout | undefined;
};

const scheduleConnect = (client: Client, ms: number): void => {
  if (client.isStopped) return;
  clearTimeout(client.timer);
  client.timer = setTimeout(openGatewayConnection, ms, client);
};

const stopDismissedClient = (client: Client, dismissal: Dismissal): void => {
  client.isStopped = true;
  client.onDismissed(dismissal);
};

/** Ends an attempt, and schedules the next one unless another has replaced it. */
const endAttemptAndScheduleNext = (
  client: Client,
  { heartbeat, socket }: Attempt,
  reason: string,
  getDelay = client.backoff.getNextDelay,
): void => {
  clearInterval(heartbeat);
  if (client.socket !== socket) return;
  client.isOpen = false;
  if (!client.isStopped) {
    client.onLost();
    client.onConnected(false, reason);
  }
  client.socket = null;
  scheduleConnect(client, getDelay());
};

const handleServerFrame = (client: Client, attempt: Attempt, text: string): void => {
  attempt.hasReceived = true;
  if (client.socket !== attempt.socket) return;
  const message = parseServerMessage(text);
  if (!message) return attempt.socket.terminate();
  if (message.type === 'welcome') {
    client.backoff.reset();
    attempt.welcomedAt = performance.now();
    client.onConnected(true, '');
  }
  client.onMessage(message);
};

const handleUpgradeRefusal = (
  client: Client,
  attempt: Attempt,
  response: IncomingMessage,
): void => {
  response.destroy();
  attempt.socket.terminate();
  // A proxy can answer 401. Only the server can prove that it revoked this key.
  const proof = response.headers[REVOKED_HEADER];
  if (proof === computeRevocationProof(hashClientKey(client.key), attempt.nonce))
    stopDismissedClient(client, 'revoked');
  endAttemptAndScheduleNext(client, attempt, explainUpgradeRefusal(response.statusCode ?? 0));
};

const handleClose = (
  client: Client,
  attempt: Attempt,
  { code, reason }: { code: number; reason: string },
): void => {
  const { backoff, restartBackoff } = client;
  const requestedDelay = code === CLOSE_CODES.goingAway ? parseRestartReason(reason) : null;
  if (client.socket === attempt.socket && code === CLOSE_CODES.replaced)
    stopDismissedClient(client, 'replaced');
  if (performance.now() - attempt.welcomedAt >= STABLE_CONNECTION_MS) restartBackoff.reset();
  const { getNextDelay } = code === CLOSE_CODES.serviceRestart ? restartBackoff : backoff;
  endAttemptAndScheduleNext(
    client,
    attempt,
    explainCloseCode(code),
    () => requestedDelay ?? getNextDelay(),
  );
};

const openGatewayConnection = (client: Client): void => {
  const attempt = createConnectionAttempt(client.server, client.key);
  const { socket } = attempt;
  client.socket = socket;
  socket.on('open', () => {
    client.isOpen = true;
    socket.send(JSON.stringify(client.createHello()));
  });
  socket.on('message', (data) => handleServerFrame(client, attempt, String(data)));
  socket.on('unexpected-response', (_request, response) =>
    handleUpgradeRefusal(client, attempt, response),
  );
  socket.on('ping', () => {
    attempt.hasReceived = true;
  });
  socket.on('error', (error) =>
    endAttemptAndScheduleNext(client, attempt, explainSiteUnreachable(error)),
  );
  socket.on('close', (code, reason) =>
    handleClose(client, attempt, { code, reason: reason.toString() }),
  );
};

const reconnectGateway = (client: Client): void => {
  const { socket } = client;
  client.socket = null;
  client.isOpen = false;
  socket?.terminate();
  client.onLost();
  scheduleConnect(client, 0);
};

const stopGatewayClient = (client: Client): void => {
  client.isStopped = true;
  clearTimeout(client.timer);
  client.onLost();
  client.socket?.close(1000);
};

/** Holds one connection to the server. Reconnects with jittered backoff. */
export const connectGateway = (options: Options): GatewayClient => {
  const client: Client = {
    ...options,
    backoff: createBackoff(200, 15_000),
    restartBackoff: createBackoff(200, 15_000),
    socket: null,
    isOpen: false,
    isStopped: false,
    timer: undefined,
  };
  openGatewayConnection(client);
  return {
    send: (message) => {
      const { isOpen, socket } = client;
      if (isOpen && socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    },
    reconnect: () => reconnectGateway(client),
    isConnected: () => client.isOpen,
    stop: () => stopGatewayClient(client),
  };
};
