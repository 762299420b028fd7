import type { ServerMessage } from '@yunbiao/contract/gateway/gateway';
import { findNewerProgramForClient } from '@yunbiao/services';
import type { Connection, ConnectionOptions } from './connection-types.ts';
import type { DiscoveryRequests } from './discovery-requests.ts';
import type { Inbox } from './inbox.ts';
import type { LeasePump } from './lease-pump.ts';
import type { ReconnectScheduler } from './reconnect-scheduler.ts';
import type { PumpState } from './send-leases.ts';

/** Grace period for the peer's close frame, ms. */
const CLOSE_TIMEOUT_MS = 2000;

/** One connection of a print client, from the upgrade to its end. */
export type ConnectionState = ConnectionOptions & {
  connection: Connection;
  inbox: Inbox;
  discoveryRequests: DiscoveryRequests;
  sendBack: ReconnectScheduler;
  /** Null until the hello was accepted. */
  dispatch: PumpState | null;
  pump: LeasePump | null;
  isPeerAlive: boolean;
  /** The timeout for the hello has passed. */
  isHelloLate: boolean;
  stopDiscovery: (() => void) | null;
  /** Target and version from the hello. */
  helloInfo: { target: string; version: string };
};

export const sendServerMessage = (
  { socket }: Pick<ConnectionOptions, 'socket'>,
  message: ServerMessage,
): void => {
  if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
};

export const closeConnection = (
  { inbox, socket }: Pick<ConnectionState, 'inbox' | 'socket'>,
  code: number,
  reason: string,
): void => {
  inbox.close();
  socket.close(code, reason);
  // Cut off a peer that does not answer the close frame.
  setTimeout(() => socket.terminate(), CLOSE_TIMEOUT_MS).unref();
};

export const logError = ({ ctx, client }: ConnectionOptions, error: unknown): void =>
  ctx.log.error('gateway', { clientId: client.id, error: String(error) });

export const sendNewestClientProgram = async (state: ConnectionState): Promise<void> => {
  const program = await findNewerProgramForClient({ ctx: state.ctx, client: state.helloInfo });
  sendServerMessage(state, { type: 'newest', program });
};
