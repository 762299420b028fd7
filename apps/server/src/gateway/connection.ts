import { CLOSE_CODES } from '@yunbiao/contract/gateway/close-codes';
import {
  closeConnection,
  type ConnectionState,
  logError,
  sendServerMessage,
} from './connection-state.ts';
import type { Connection, ConnectionOptions } from './connection-types.ts';
import { createDiscoveryRequestQueue } from './discovery-requests.ts';
import { handleClientMessage } from './handle-message.ts';
import { MAX_UNREAD_BYTES, openSocketInbox } from './inbox.ts';
import { createReconnectScheduler } from './reconnect-scheduler.ts';

const HELLO_MS = 10_000;

const sendHeartbeat = (state: ConnectionState): void => {
  const { socket } = state;
  // While the socket is paused, pongs are not read.
  const isThrottled = socket.isPaused && socket.bufferedAmount <= MAX_UNREAD_BYTES;
  if (!state.isPeerAlive && !isThrottled) return socket.terminate();
  state.isPeerAlive = false;
  socket.ping();
};

const createConnectionState = (options: ConnectionOptions): ConnectionState => {
  const { socket, client, address } = options;
  const closeWithCode: Connection['close'] = (code, reason) => closeConnection(state, code, reason);
  const state: ConnectionState = {
    ...options,
    connection: {
      clientId: client.id,
      memberId: client.memberId,
      address,
      isVirtual: client.isVirtual,
      wake: () => state.pump?.run(),
      handleClientState: (now) => state.pump?.handleClientState(now),
      close: closeWithCode,
      terminate: () => socket.terminate(),
      sendHeartbeat: () => sendHeartbeat(state),
      waitUntilIdle: () => state.inbox.waitUntilIdle().then(() => state.pump?.waitUntilIdle()),
    },
    inbox: openSocketInbox({
      socket,
      memberId: client.memberId,
      budget: options.budget,
      pause: options.pause,
      handle: (message) => handleClientMessage(state, message),
      onError: (error) => logError(options, error),
      onProtocolError: () => closeWithCode(CLOSE_CODES.protocol, 'bad message'),
    }),
    discoveryRequests: createDiscoveryRequestQueue((message) =>
      sendServerMessage(options, message),
    ),
    sendBack: createReconnectScheduler(closeWithCode, options.minConnectedMs),
    dispatch: null,
    pump: null,
    isPeerAlive: true,
    isHelloLate: false,
    stopDiscovery: null,
    helloInfo: { target: '', version: '' },
  };
  return state;
};

/** Closes a connection that has not sent its hello in time. */
const startHelloTimeout = (state: ConnectionState): NodeJS.Timeout => {
  const { inbox, helloMs = HELLO_MS } = state;
  const closeWithoutHello = (): void => {
    if (state.dispatch === null) closeConnection(state, CLOSE_CODES.protocol, 'no hello');
  };
  return setTimeout(() => {
    state.isHelloLate = true;
    // A delayed hello may be among the received messages.
    if (inbox.isBusy()) void inbox.waitUntilIdle().then(closeWithoutHello);
    else closeWithoutHello();
  }, helloMs);
};

const handleSocketClose = (state: ConnectionState): void => {
  const { inbox, discoveryRequests } = state;
  state.stopDiscovery?.();
  // A client that started to use a printer responds and reconnects: the response may be received
  // but not handled yet.
  void inbox.waitUntilIdle().then(discoveryRequests.close, discoveryRequests.close);
  state.sendBack.cancel();
  state.onClosed(state.connection);
};

/** Serves one socket whose key was checked. */
export const serveConnection = (options: ConnectionOptions): Connection => {
  const { socket } = options;
  const state = createConnectionState(options);
  const helloTimer = startHelloTimeout(state);
  const markPeerAlive = (): void => {
    state.isPeerAlive = true;
  };
  socket.on('pong', markPeerAlive);
  socket.on('message', markPeerAlive);
  socket.on('error', () => undefined);
  socket.on('close', () => {
    clearTimeout(helloTimer);
    handleSocketClose(state);
  });
  return state.connection;
};
