import type { ContentTag, PrintEvent } from '@yunbiao/contract';

/**
 * Events between parts of one process. A lost event only causes a delay: consumers poll the
 * database too.
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
};

type Listener<K extends keyof BusEvents> = (event: BusEvents[K]) => void;

export type Bus = {
  emit: <K extends keyof BusEvents>(name: K, event: BusEvents[K]) => void;
  /** Returns the function that unsubscribes. */
  on: <K extends keyof BusEvents>(name: K, listener: Listener<K>) => () => void;
};

/**
 * Creates the in-process event bus. An error in one listener goes to `onError` and does not stop
 * the others.
 */
export const createBus = (onError: (error: unknown) => void): Bus => {
  const listeners = new Map<keyof BusEvents, Set<Listener<never>>>();
  return {
    emit: (name, event) => {
      for (const listener of listeners.get(name) ?? []) {
        try {
          (listener as Listener<typeof name>)(event);
        } catch (error) {
          onError(error);
        }
      }
    },
    on: (name, listener) => {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set);
      set.add(listener as Listener<never>);
      return () => set.delete(listener as Listener<never>);
    },
  };
};
