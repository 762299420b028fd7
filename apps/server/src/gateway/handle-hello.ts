import { FEATURES } from '@yunbiao/contract/gateway/discovery';
import { CLOSE_CODES } from '@yunbiao/contract/gateway/close-codes';
import type { AgentMessage } from '@yunbiao/contract/gateway/gateway';
import { acceptHello } from '@yunbiao/services';
import {
  closeConnection,
  type ConnectionState,
  logError,
  sendServerMessage,
  sendNewestClientProgram,
} from './connection-state.ts';
import { createLeasePump, type LeasePump } from './lease-pump.ts';
import type { PumpState } from './send-leases.ts';

type Hello = Extract<AgentMessage, { type: 'hello' }>;
type Accepted = NonNullable<Awaited<ReturnType<typeof acceptHello>>>;

/** Bytes in the send buffer above which the client gets no more leases. */
const MAX_BUFFERED = 4 * 1024 * 1024;

const startLeasePump = (state: ConnectionState, dispatch: PumpState): LeasePump => {
  const { ctx, socket } = state;
  return createLeasePump({
    ctx,
    state: dispatch,
    send: (message) => sendServerMessage(state, message),
    isCongested: () =>
      state.isLeasingStopped() ||
      socket.bufferedAmount > MAX_BUFFERED ||
      socket.readyState !== socket.OPEN,
    onRevoked: () => closeConnection(state, CLOSE_CODES.revoked, 'revoked'),
    onSuperseded: () => closeConnection(state, CLOSE_CODES.serviceRestart, 'overtaken'),
    onError: (error) => logError(state, error),
  });
};

const sendWelcome = (state: ConnectionState, { client, storedToken }: Accepted): void => {
  const { id, name } = state.client;
  const enabled = client.enabled === 1;
  const features = [...FEATURES];
  const welcome = { clientId: String(id), name, enabled, now: state.ctx.now(), features };
  sendServerMessage(state, {
    type: 'welcome',
    ...welcome,
    ...(storedToken !== null && { stored: storedToken }),
  });
};

/**
 * Attaches the discovery of a client that supports it, unless the client is virtual: printers in
 * the site's own network do not concern members.
 */
const attachDiscoveryIfSupported = (state: ConnectionState, hello: Hello): void => {
  const { ctx, client, socket, discoveryRequests } = state;
  const canDiscover = socket.readyState === socket.OPEN && !client.isVirtual;
  if (canDiscover && hello.features?.includes('found'))
    state.stopDiscovery = ctx.clientRequests?.attach(client.id, discoveryRequests.send) ?? null;
};

/** Welcomes the client and starts its leases, unless a newer connection exists. */
export const handleHello = async (state: ConnectionState, hello: Hello): Promise<void> => {
  const { ctx, client, address, socket, recordHello } = state;
  const acceptedHello =
    recordHello() &&
    (await acceptHello({ ctx, clientId: client.id, hello, address, isNewest: recordHello }));
  // This hello is older than that of a newer connection. Accepting it would lease the newer
  // connection's labels again.
  if (!recordHello()) return closeConnection(state, CLOSE_CODES.replaced, 'replaced');
  if (!acceptedHello) return closeConnection(state, CLOSE_CODES.revoked, 'revoked');
  const { fence } = acceptedHello;
  if (socket.readyState !== socket.OPEN) return state.onAbandoned(state.connection, fence);
  const enabled = acceptedHello.client.enabled === 1;
  const dispatch: PumpState = {
    clientId: client.id,
    fence,
    room: new Map(),
    enabled,
  };
  state.dispatch = dispatch;
  const pump = startLeasePump(state, dispatch);
  state.pump = pump;
  state.onAccepted(state.connection, fence);
  sendWelcome(state, acceptedHello);
  state.sendBack.recordWelcome();
  attachDiscoveryIfSupported(state, hello);
  state.helloInfo = { target: hello.target ?? '', version: hello.agentVersion };
  // Older clients do not send a target and do not know this message.
  if (hello.target) await sendNewestClientProgram(state);
  pump.run();
};
