import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Whoever takes an answer takes at least so much of it, bytes, in so long, ms: 270 bytes a second. */
const MIN_BYTES = 16_384;
const WITHIN_MS = 60_000;
const EVERY_MS = 10_000;

type Limits = { leastBytes?: number; withinMs?: number; now?: () => number };
/** `everyMs`: how often it is looked. */
export type ReaderLimits = Limits & { everyMs?: number };
type Reader = Pick<Socket, 'writableLength' | 'bytesWritten' | 'destroy'>;

/** Since when the reader has taken less than it must, and how much it had taken by then. */
type Pace = { since: number; taken: number };

/**
 * Ends connections on which an answer waits for a reader that hardly reads: Node's own timeout begins anew with each byte
 * that is taken, so that a byte a minute would keep a place for ever. One with nothing to take, as a live stream
 * between two events, is not looked at.
 */
export const createReaderWatch = ({
  leastBytes = MIN_BYTES,
  withinMs = WITHIN_MS,
  now = () => performance.now(),
}: Limits = {}) => {
  const paces = new Map<Reader, Pace | null>();

  const isTooSlow = (reader: Reader, pace: Pace | null): boolean => {
    const taken = reader.bytesWritten - reader.writableLength;
    if (reader.writableLength === 0) paces.set(reader, null);
    else if (!pace || taken - pace.taken >= leastBytes) paces.set(reader, { since: now(), taken });
    else return now() - pace.since >= withinMs;
    return false;
  };

  return {
    add: (reader: Reader): void => void paces.set(reader, null),
    remove: (reader: Reader): void => void paces.delete(reader),
    look: (): void => {
      for (const [reader, pace] of paces) if (isTooSlow(reader, pace)) reader.destroy();
    },
  };
};

/** Watches all connections of a server, as long as it is open. */
export const endSlowReaders = (server: Server, limits: ReaderLimits = {}): void => {
  const watch = createReaderWatch(limits);
  const timer = setInterval(watch.look, limits.everyMs ?? EVERY_MS);
  timer.unref();
  server.on('connection', (socket: Socket) => {
    watch.add(socket);
    socket.once('close', () => watch.remove(socket));
  });
  server.once('close', () => clearInterval(timer));
};
