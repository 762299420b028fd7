import type { NamedEvent } from '@yunbiao/services';
import { type BundleSigner, parseBundle, PROBE_SEQUENCE } from './event-bundles.ts';

type ReceiverOptions = {
  /** Notifications of this process come back to it, too. */
  nodeId: string;
  sign: BundleSigner;
  receive: (senderId: string, ...event: NamedEvent) => void;
  /** The probe of this process came back. */
  onProbe: () => void;
};

export type EventReceiver = {
  handleNotification: (payload: string) => void;
  /** The connection is open again: notifications between are lost. */
  reset: () => void;
  /** A server ended, and with it the events that it had not sent. */
  reportLoss: () => void;
  /** Forgets servers that ended. */
  retainNodes: (nodeIds: ReadonlySet<string>) => void;
  /** `lost`: how often `events-lost` was handed on. */
  readCounts: () => { received: number; lost: number };
};

/**
 * Hands events of other servers to the listeners of this one, in the order of each sender. A gap in
 * a sender's sequence becomes `events-lost`. A notification of another program, or one that is sent
 * again, is ignored.
 */
export const createEventReceiver = ({
  nodeId,
  sign,
  receive,
  onProbe,
}: ReceiverOptions): EventReceiver => {
  const lastSequences = new Map<string, number>();
  const counts = { received: 0, lost: 0 };
  const countAndHandOnEvent = (senderId: string, ...event: NamedEvent): void => {
    counts[event[0] === 'events-lost' ? 'lost' : 'received'] += 1;
    receive(senderId, ...event);
  };
  const emitEventsLost = (): void => countAndHandOnEvent(nodeId, 'events-lost', {});
  return {
    handleNotification: (payload) => {
      const bundle = parseBundle(payload, sign);
      if (!bundle) return;
      if (bundle.sequence === PROBE_SEQUENCE)
        return bundle.nodeId === nodeId ? onProbe() : undefined;
      if (bundle.nodeId === nodeId) return;
      const lastSequence = lastSequences.get(bundle.nodeId);
      if (lastSequence !== undefined && bundle.sequence <= lastSequence) return;
      lastSequences.set(bundle.nodeId, bundle.sequence);
      if (lastSequence !== undefined && bundle.sequence !== lastSequence + 1) emitEventsLost();
      for (const event of bundle.events) countAndHandOnEvent(bundle.nodeId, ...event);
    },
    reset: () => {
      lastSequences.clear();
      emitEventsLost();
    },
    reportLoss: emitEventsLost,
    retainNodes: (nodeIds) => {
      for (const id of lastSequences.keys()) if (!nodeIds.has(id)) lastSequences.delete(id);
    },
    readCounts: () => ({ ...counts }),
  };
};
