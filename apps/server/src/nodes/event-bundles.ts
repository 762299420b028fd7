import { MAX_NOTIFICATION_BYTES, type NamedEvent } from '@yunbiao/services';

/** Node ids are hexadecimal, and numbers are decimal: a separator of neither. */
const HEADER = /^([0-9a-f]{1,32}):(\d{1,15}):/;

/** Events of one server in one notification. `sequence` counts its notifications from 1. */
export type Bundle = { nodeId: string; sequence: number; events: NamedEvent[] };

const EVENTS_LOST = JSON.stringify(['events-lost', {}] satisfies NamedEvent);

const countBytes = (text: string): number => Buffer.byteLength(text);

/**
 * Packs events into as few notifications as their order allows. An event too large for one is
 * replaced by `events-lost`. Returns the payloads; their sequence numbers follow `lastSequence`.
 */
export const packEvents = (
  events: readonly NamedEvent[],
  { nodeId, lastSequence }: { nodeId: string; lastSequence: number },
): string[] => {
  const payloads: string[] = [];
  let pending: string[] = [];
  const formatHeader = (): string => `${nodeId}:${lastSequence + payloads.length + 1}:`;
  const flush = (): void => {
    payloads.push(`${formatHeader()}[${pending.join(',')}]`);
    pending = [];
  };
  let size = 0;
  for (const event of events) {
    const room = MAX_NOTIFICATION_BYTES - countBytes(formatHeader()) - '[]'.length;
    const text = JSON.stringify(event);
    const fitting = countBytes(text) <= room ? text : EVENTS_LOST;
    const added = countBytes(fitting) + ','.length;
    if (pending.length > 0 && size + added > room) {
      flush();
      size = 0;
    }
    pending.push(fitting);
    size += added;
  }
  if (pending.length > 0) flush();
  return payloads;
};

/** Sequence of a notification without events that measures how long one takes. */
export const PROBE_SEQUENCE = 0;

export const formatProbe = (nodeId: string): string => `${nodeId}:${PROBE_SEQUENCE}:[]`;

/** Parses a notification; null when it is not one of {@link packEvents}. */
export const parseBundle = (payload: string): Bundle | null => {
  const header = HEADER.exec(payload);
  if (!header) return null;
  const [prefix, nodeId = '', sequence] = header;
  try {
    const events: unknown = JSON.parse(payload.slice(prefix.length));
    // Only servers of this database write here; the check keeps a foreign payload from a listener.
    const isValid =
      Array.isArray(events) &&
      events.every((item) => Array.isArray(item) && typeof item[0] === 'string');
    return isValid ? { nodeId, sequence: Number(sequence), events: events as NamedEvent[] } : null;
  } catch {
    return null;
  }
};
