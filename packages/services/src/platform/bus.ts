import type { ContentTag, PrintEvent } from '@yunbiao/contract';
import type { NodeCallName } from './node-calls.ts';

/**
 * Events between parts of the site, in one process or in several. A lost event only causes a delay:
 * consumers poll the database too.
 */
export type BusEvents = {
  /**
   * Work may be waiting for this client: new details, a cancel, or a change of its enabled state.
   */
  'client-work': { clientId: number };
  /** The client was revoked; the gateway closes its connection. */
  'client-revoked': { clientId: number };
  /**
   * The member's IP allowlist changed; the gateway closes connections from addresses no longer
   * allowed.
   */
  'addresses-changed': { memberId: number };
  /** Webhook messages are due. */
  'webhook-work': Record<never, never>;
  /** The member's unread notices changed; live pages update the count. */
  'notices-changed': { memberId: number };
  /** The session ended; its live pages are closed. */
  'session-ended': { sessionId: number };
  /** An event for the member's live pages. */
  print: { memberId: number; event: PrintEvent };
  /** Content behind these tags changed; pages cached earlier are stale. */
  'content-changed': { tags: readonly ContentTag[] };
  /**
   * A call of another server, and its answer. A body too large for a notification lies in
   * `node_message`.
   */
  'node-call': { to: string; from: string; id: string; name: NodeCallName; body: string | null };
  'node-answer': { to: string; id: string; body: string | null };
  /**
   * Events of other servers may be lost: everything that an event updates is read again. Never
   * emitted in a site with one server.
   */
  'events-lost': Record<never, never>;
};

/** `senderId`: node id of the server that emitted the event; null for this process. */
type Listener<K extends keyof BusEvents> = (event: BusEvents[K], senderId: string | null) => void;

/** An event with its name. */
export type NamedEvent = {
  [K in keyof BusEvents]: [name: K, event: BusEvents[K]];
}[keyof BusEvents];

export type Bus = {
  emit: <K extends keyof BusEvents>(name: K, event: BusEvents[K]) => void;
  /** Returns the function that unsubscribes. */
  on: <K extends keyof BusEvents>(name: K, listener: Listener<K>) => () => void;
};

/** The bus of one of several servers. */
export type ConnectedBus = Bus & {
  /** Hands an event of another server to the listeners of this process. */
  receive: (senderId: string, ...namedEvent: NamedEvent) => void;
};

/**
 * Creates the event bus of this process. An error in one listener goes to `onError` and does not
 * stop the others. `forward` gets every emitted event after the listeners, to send it to other
 * servers.
 */
export const createBus = (
  onError: (error: unknown) => void,
  forward: (...namedEvent: NamedEvent) => void = () => {},
): ConnectedBus => {
  const listeners = new Map<keyof BusEvents, Set<Listener<never>>>();
  const notifyListeners = <K extends keyof BusEvents>(
    name: K,
    event: BusEvents[K],
    senderId: string | null,
  ): void => {
    for (const listener of listeners.get(name) ?? []) {
      try {
        (listener as Listener<K>)(event, senderId);
      } catch (error) {
        onError(error);
      }
    }
  };
  return {
    emit: (name, event) => {
      notifyListeners(name, event, null);
      forward(...([name, event] as NamedEvent));
    },
    receive: (senderId, name, event) => notifyListeners(name, event, senderId),
    on: (name, listener) => {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set);
      set.add(listener as Listener<never>);
      return () => set.delete(listener as Listener<never>);
    },
  };
};
