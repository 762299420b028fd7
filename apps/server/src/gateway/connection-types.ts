import type { ClientLook, Context } from '@yunbiao/services';
import type { WebSocket } from 'ws';
import type { Pause } from '../turns.ts';
import type { WorkBudget } from '../work-budget.ts';

/** A print client's connection, from its hello to its end. */
export type Connection = {
  clientId: number;
  memberId: number;
  /** Network address it came from. */
  address: string;
  /** It runs on the site itself. */
  isVirtual: boolean;
  /** Work may be waiting. */
  wake: () => void;
  /** What the database says of its client now; null: nothing. */
  seen: (client: ClientLook | null) => void;
  close: (code: number, reason: string) => void;
  /** Ends it at once, without a word. */
  cut: () => void;
  /** Pings the peer; ends a connection whose peer did not answer the last one. */
  heartbeat: () => void;
  /** Resolves when nothing that was received is still being handled. */
  idle: () => Promise<void>;
};

export type ConnectionOptions = {
  ctx: Context;
  socket: WebSocket;
  budget: WorkBudget;
  /** Between two messages of all sockets. */
  pause: Pause;
  client: { id: number; memberId: number; name: string; isVirtual: boolean };
  address: string;
  /** Longest until the hello, ms. */
  helloMs: number | undefined;
  /** Least time until a client whose reports were not stored is sent away, ms. */
  stayMs: number | undefined;
  /** No labels are leased any more. */
  isHalted: () => boolean;
  /** Notes that this connection has said hello. False: a newer one of the client has, and knows better. */
  claim: () => boolean;
  /** The hello was accepted. */
  onAccepted: (connection: Connection) => Promise<void>;
  onClosed: (connection: Connection) => void;
};
