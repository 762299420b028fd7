import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Minimum read rate of a response: bytes per interval in ms, which is 270 bytes per second. */
const MIN_BYTES = 16_384;
const INTERVAL_MS = 60_000;
const CHECK_MS = 10_000;

type Limits = { minBytes?: number; intervalMs?: number; now?: () => number };
/** `everyMs`: interval of the checks, ms. */
export type ReaderLimits = Limits & { everyMs?: number };
type Reader = Pick<Socket, 'writableLength' | 'bytesWritten' | 'destroy'>;

/** Start of the current interval and the number of bytes read until then. */
type ReadProgress = { since: number; readBytes: number };

/**
 * Closes connections whose client reads a response too slowly. Node's own timeout restarts with
 * each byte, so one byte per minute would keep a connection open forever. Connections without
 * pending data, such as a live stream between two events, are not checked.
 */
export const createSlowReaderWatch = ({
  minBytes: leastBytes = MIN_BYTES,
  intervalMs = INTERVAL_MS,
  now = () => performance.now(),
}: Limits = {}) => {
  const progressByReader = new Map<Reader, ReadProgress | null>();

  const isReaderTooSlow = (reader: Reader, pace: ReadProgress | null): boolean => {
    const takenBytes = reader.bytesWritten - reader.writableLength;
    if (reader.writableLength === 0) progressByReader.set(reader, null);
    else if (!pace || takenBytes - pace.readBytes >= leastBytes)
      progressByReader.set(reader, { since: now(), readBytes: takenBytes });
    else return now() - pace.since >= intervalMs;
    return false;
  };

  return {
    add: (reader: Reader): void => void progressByReader.set(reader, null),
    remove: (reader: Reader): void => void progressByReader.delete(reader),
    checkReaders: (): void => {
      for (const [reader, pace] of progressByReader)
        if (isReaderTooSlow(reader, pace)) reader.destroy();
    },
  };
};

/** Watches all connections of a server until it closes. */
export const watchSlowReaders = (server: Server, limits: ReaderLimits = {}): void => {
  const watch = createSlowReaderWatch(limits);
  const timer = setInterval(watch.checkReaders, limits.everyMs ?? CHECK_MS);
  timer.unref();
  server.on('connection', (socket: Socket) => {
    watch.add(socket);
    socket.once('close', () => watch.remove(socket));
  });
  server.once('close', () => clearInterval(timer));
};
