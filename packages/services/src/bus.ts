import type { ContentTag, PrintEvent } from '@yunbiao/contract';

/** What one part of the process tells another. Losing one costs a moment, never a label: the database is polled too. */
export type BusEvents = {
  /** Work may be waiting for this client: new details, a cancel, enabled or disabled. */
  'client-work': { clientId: number };
  /** The client was revoked: close its connection. */
  'client-revoked': { clientId: number };
  /** The member's white list changed: close connections from elsewhere. */
  'addresses-changed': { memberId: number };
  /** Messages wait for other systems. */
  'webhook-work': Record<never, never>;
  /** The member has another notice, or has read some: live pages tell how many are unread. */
  'notices-changed': { memberId: number };
  /** A session was ended: close its live pages. */
  'session-ended': { sessionId: number };
  /** Something the member's live pages show. */
  print: { memberId: number; event: PrintEvent };
  /** Content behind these tags changed; cached pages made before are stale. */
  'content-changed': { tags: readonly ContentTag[] };
};

type Listener<K extends keyof BusEvents> = (event: BusEvents[K]) => void;

export type Bus = {
  emit: <K extends keyof BusEvents>(name: K, event: BusEvents[K]) => void;
  /** Returns the function that stops listening. */
  on: <K extends keyof BusEvents>(name: K, listener: Listener<K>) => () => void;
};

/** The in-process bus. A listener that throws does not keep the others from hearing. */
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
