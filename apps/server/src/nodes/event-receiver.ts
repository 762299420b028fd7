import type { NamedEvent } from '@yunbiao/services';
import { parseBundle, PROBE_SEQUENCE } from './event-bundles.ts';

type ReceiverOptions = {
  /** Notifications of this process come back to it, too. */
  nodeId: string;
  receive: (...event: NamedEvent) => void;
  /** The probe of this process came back. */
  onProbe: () => void;
};

export type EventReceiver = {
  handleNotification: (payload: string) => void;
  /** The connection is open again: notifications between are lost. */
  reset: () => void;
  /** Forgets servers that ended. */
  retainNodes: (nodeIds: ReadonlySet<string>) => void;
  /** `lost`: how often `events-lost` was handed on. */
  readCounts: () => { received: number; lost: number };
};

/**
 * Hands events of other servers to the listeners of this one, in the order of each sender. A gap in
 * a sender's sequence, and a notification that cannot be read, become `events-lost`.
 */
export const createEventReceiver = ({
  nodeId,
  receive,
  onProbe,
}: ReceiverOptions): EventReceiver => {
  const lastSequences = new Map<string, number>();
  const counts = { received: 0, lost: 0 };
  const handOn = (...event: NamedEvent): void => {
    counts[event[0] === 'events-lost' ? 'lost' : 'received'] += 1;
    receive(...event);
  };
  const reportGap = (): void => handOn('events-lost', {});
  return {
    handleNotification: (payload) => {
      const bundle = parseBundle(payload);
      if (!bundle) return reportGap();
      if (bundle.sequence === PROBE_SEQUENCE)
        return bundle.nodeId === nodeId ? onProbe() : undefined;
      if (bundle.nodeId === nodeId) return;
      const lastSequence = lastSequences.get(bundle.nodeId);
      lastSequences.set(bundle.nodeId, bundle.sequence);
      if (lastSequence !== undefined && bundle.sequence !== lastSequence + 1) reportGap();
      for (const event of bundle.events) handOn(...event);
    },
    reset: () => {
      lastSequences.clear();
      reportGap();
    },
    retainNodes: (nodeIds) => {
      for (const id of lastSequences.keys()) if (!nodeIds.has(id)) lastSequences.delete(id);
    },
    readCounts: () => ({ ...counts }),
  };
};
