import type { ClientSnapshot, Context } from '@yunbiao/services';
import type { WebSocket } from 'ws';
import type { Pause } from '../budget/turn-scheduler.ts';
import type { WorkBudget } from '../budget/work-budget.ts';

/** Connection of a print client after the upgrade. */
export type Connection = {
  clientId: number;
  memberId: number;
  address: string;
  /** The client is a virtual printer host on the site's own machine. */
  isVirtual: boolean;
  /** Signals that work may be waiting. */
  wake: () => void;
  /** Handles the client's current database state; null: there is none. */
  handleClientState: (client: ClientSnapshot | null) => void;
  close: (code: number, reason: string) => void;
  /** Closes the socket immediately, without a close frame. */
  terminate: () => void;
  /** Pings the peer. Closes the connection if the peer did not answer the last ping. */
  sendHeartbeat: () => void;
  /** Resolves when all received messages are handled. */
  waitUntilIdle: () => Promise<void>;
};

export type ConnectionOptions = {
  ctx: Context;
  socket: WebSocket;
  budget: WorkBudget;
  /** Awaited between two messages of all sockets. */
  pause: Pause;
  client: { id: number; memberId: number; name: string; isVirtual: boolean };
  address: string;
  /** Timeout for the hello, ms. */
  helloMs: number | undefined;
  /** Minimum time before a client whose reports could not be stored is disconnected, ms. */
  minConnectedMs: number | undefined;
  /** Leasing has stopped. */
  isLeasingStopped: () => boolean;
  /**
   * Records that this connection has sent its hello. Returns false if a newer connection of the
   * client has already done so.
   */
  recordHello: () => boolean;
  /** Called when the hello was accepted. `fence`: of its leases. */
  onAccepted: (connection: Connection, fence: number) => void;
  /** Called instead when the connection closed while its hello was being accepted. */
  onAbandoned: (connection: Connection, fence: number) => void;
  onClosed: (connection: Connection) => void;
};
