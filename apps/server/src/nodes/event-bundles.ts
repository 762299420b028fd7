import { createHmac, timingSafeEqual } from 'node:crypto';
import { MAX_NOTIFICATION_BYTES, type NamedEvent } from '@yunbiao/services';

/** Signature, node id and sequence; a colon occurs in none of them. */
const HEADER = /^([\w-]{22}):([0-9a-f]{1,32}):(\d{1,15}):/;
const SIGNATURE_BYTES = 16;
const SIGNATURE_LENGTH = 22;

/** Signs and checks notifications: every role of a PostgreSQL database may send some. */
export type BundleSigner = (text: string) => string;

/** HMAC-SHA256 (RFC 2104), truncated to 128 bits. `key`: shared by all servers. */
export const createBundleSigner =
  (key: string): BundleSigner =>
  (text) =>
    createHmac('sha256', key)
      .update(text)
      .digest()
      .subarray(0, SIGNATURE_BYTES)
      .toString('base64url');

/** Events of one server in one notification. `sequence` counts its notifications from 1. */
export type Bundle = { nodeId: string; sequence: number; events: NamedEvent[] };

const EVENTS_LOST = JSON.stringify(['events-lost', {}] satisfies NamedEvent);

const countUtf8Bytes = (text: string): number => Buffer.byteLength(text);

/**
 * Packs events into as few notifications as their order allows. An event too large for one is
 * replaced by `events-lost`. Returns the payloads; their sequence numbers follow `lastSequence`.
 */
export const packEvents = (
  events: readonly NamedEvent[],
  { nodeId, lastSequence, sign }: { nodeId: string; lastSequence: number; sign: BundleSigner },
): string[] => {
  const payloads: string[] = [];
  let pending: string[] = [];
  const formatBundleHeader = (): string => `${nodeId}:${lastSequence + payloads.length + 1}:`;
  const flushBundle = (): void => {
    const text = `${formatBundleHeader()}[${pending.join(',')}]`;
    payloads.push(`${sign(text)}:${text}`);
    pending = [];
  };
  let size = 0;
  for (const event of events) {
    const room =
      MAX_NOTIFICATION_BYTES -
      SIGNATURE_LENGTH -
      countUtf8Bytes(formatBundleHeader()) -
      ':[]'.length;
    const text = JSON.stringify(event);
    const fitting = countUtf8Bytes(text) <= room ? text : EVENTS_LOST;
    const added = countUtf8Bytes(fitting) + ','.length;
    if (pending.length > 0 && size + added > room) {
      flushBundle();
      size = 0;
    }
    pending.push(fitting);
    size += added;
  }
  if (pending.length > 0) flushBundle();
  return payloads;
};

/** Sequence of a notification without events that measures how long one takes. */
export const PROBE_SEQUENCE = 0;

export const formatSignedProbe = (nodeId: string, sign: BundleSigner): string => {
  const text = `${nodeId}:${PROBE_SEQUENCE}:[]`;
  return `${sign(text)}:${text}`;
};

const isSignedBy = (sign: BundleSigner, signature: string, text: string): boolean =>
  timingSafeEqual(Buffer.from(signature), Buffer.from(sign(text)));

/** Parses a notification; null when no server with the same key sent it. */
export const parseBundle = (payload: string, sign: BundleSigner): Bundle | null => {
  const header = HEADER.exec(payload);
  if (!header) return null;
  const [prefix, signature = '', nodeId = '', sequence] = header;
  if (!isSignedBy(sign, signature, payload.slice(SIGNATURE_LENGTH + 1))) return null;
  // Signed, so written by `packEvents` or `formatSignedProbe` of some build.
  const events = JSON.parse(payload.slice(prefix.length)) as NamedEvent[];
  return { nodeId, sequence: Number(sequence), events };
};
