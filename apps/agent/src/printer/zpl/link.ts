import type { Duplex } from 'node:stream';
import { createExtraReplyAllowance } from '../token-bucket.ts';
import type { Link, LinkEvents } from '../status/link.ts';
import { createSocketWire } from '../status/wire.ts';
import { createReplyReader } from './reply-reader.ts';

const STATUS = '~HS\r\n';
const COUNTER = '! U1 getvar "odometer.total_label_count"\r\n';
/** Cancels the partial format of an interrupted sender (ZPL II guide, "~JX"). */
export const CANCEL_PARTIAL = '~JX\r\n';

/**
 * Parses the counter from an answer to getvar: null for `?` (unknown variable); undefined for
 * anything else.
 */
const parseCounter = (value: string): number | null | undefined => {
  const text = value.trim();
  if (text === '?' || text === '') return null;
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
};

/** Creates a ZPL link over a new socket. */
export const createZplLink = (socket: Duplex, events: LinkEvents): Link => {
  /** Number of pending replies of any kind. */
  let pendingReplyCount = 0;
  const settlePendingReply = (): void => {
    if (pendingReplyCount > 0) pendingReplyCount -= 1;
    else repeats.recordExtra();
  };
  const onTruncated = (): void => {
    settlePendingReply();
    events.onTruncated?.();
  };
  const read = createReplyReader(
    (reply) => {
      settlePendingReply();
      if (reply.kind === 'status') return events.onStatus(reply.status);
      const value = parseCounter(reply.value);
      if (value !== undefined) events.onCounter(value);
    },
    events.onString,
    onTruncated,
  );
  const { send, chargeUnasked, isLost, isFlooded, close } = createSocketWire(socket, {
    read,
    onLost: events.onLost,
  });
  const repeats = createExtraReplyAllowance(chargeUnasked);
  const sendAndExpectReplies = (
    expectedReplyCount: number,
    text: string,
    bytes?: Uint8Array,
  ): void => {
    pendingReplyCount += expectedReplyCount;
    repeats.recordQueries(expectedReplyCount);
    send(text, bytes);
  };
  return {
    sendGreeting: () => sendAndExpectReplies(3, CANCEL_PARTIAL + STATUS + COUNTER + STATUS),
    sendSingleGreeting: () => sendAndExpectReplies(1, CANCEL_PARTIAL + STATUS),
    query: (counter, bytes) =>
      counter
        ? sendAndExpectReplies(2, COUNTER + STATUS, bytes)
        : sendAndExpectReplies(1, STATUS, bytes),
    queryMinimally: () => sendAndExpectReplies(1, '~HS'),
    isLost: isLost,
    isFlooded: isFlooded,
    close,
  };
};
