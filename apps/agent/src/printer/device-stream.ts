import { close, fstat, open, read, stat, write, constants } from 'node:fs';
import { Duplex } from 'node:stream';
import { promisify } from 'node:util';
import { getErrorCode, UnreachableError } from '../errors.ts';

/** Poll interval for reading and for retrying writes, ms: while active, and later. */
const POLL_MS = { soon: 8, later: 50 };
/** Time without data after which polling slows down, ms. */
const ACTIVE_MS = 2000;
/**
 * Interval to check that the device file still exists, ms. It disappears when the printer is
 * unplugged.
 */
const EXISTENCE_CHECK_MS = 1000;
/**
 * Silence that ends answers to earlier queries, ms. An earlier process may have sent queries before
 * the first open.
 */
const SILENCE_MS = { first: 2000, later: 150 };
const CHUNK_BYTES = 4096;

const openFile = promisify(open);
const closeFile = promisify(close);
const statFile = promisify(fstat);

type IoResult = { error: NodeJS.ErrnoException | null; bytes: number };

const readDeviceBytes = (fd: number, into: Uint8Array): Promise<IoResult> =>
  new Promise((resolve) => {
    read(fd, into, 0, into.length, null, (error, bytes) => resolve({ error, bytes }));
  });
const writeDeviceBytes = (fd: number, from: Uint8Array): Promise<IoResult> =>
  new Promise((resolve) => {
    write(fd, from, 0, from.length, null, (error, bytes) => resolve({ error, bytes: bytes ?? 0 }));
  });

const isDeviceBusyError = (error: NodeJS.ErrnoException | null): boolean =>
  error?.code === 'EAGAIN' || error?.code === 'EINTR';

const isDeviceFileGone = (path: string): Promise<boolean> =>
  new Promise((resolve) => stat(path, (error) => resolve(getErrorCode(error) === 'ENOENT')));

const sleepMs = (ms: number): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, ms));

/**
 * A device file as a duplex stream. It polls with non-blocking calls, because a blocking system
 * call cannot be cancelled. Reading no bytes means no data. It ends when the device is unplugged or
 * the stream closes.
 */
class DeviceStream extends Duplex {
  readonly #fd: number;
  readonly #path: string;
  #activeAt = performance.now();
  #isReading = false;
  /** Pending system calls. The file must not be closed before they end. */
  readonly #pendingCalls = new Set<Promise<unknown>>();

  constructor(fd: number, path: string) {
    super({ allowHalfOpen: true });
    this.#fd = fd;
    this.#path = path;
  }

  override _read(): void {
    if (this.#isReading) return;
    this.#isReading = true;
    this.#readChunk().then(
      (chunk) => {
        this.#isReading = false;
        if (chunk) this.push(chunk);
      },
      (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
    );
  }

  override _write(chunk: Uint8Array, _: string, callback: (error?: Error | null) => void): void {
    this.#writeAll(chunk).then(() => callback(), callback);
  }

  /** A device has no peer that hangs up: all data was accepted, so the stream ends. */
  override _final(callback: (error?: Error | null) => void): void {
    callback();
    setImmediate(() => this.push(null));
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    void Promise.allSettled(this.#pendingCalls)
      .then(() => closeFile(this.#fd))
      .catch(() => undefined)
      .then(() => callback(error));
  }

  /** Reads the next chunk; null when the stream was closed. Throws when the device is gone. */
  async #readChunk(): Promise<Uint8Array | null> {
    const into = new Uint8Array(CHUNK_BYTES);
    let checkedAt = performance.now();
    while (!this.destroyed && !this.readableEnded) {
      const { error, bytes } = await this.#track(readDeviceBytes(this.#fd, into));
      if (error && !isDeviceBusyError(error)) throw error;
      if (bytes > 0) {
        this.#activeAt = performance.now();
        return into.subarray(0, bytes);
      }
      if (performance.now() - checkedAt > EXISTENCE_CHECK_MS) {
        checkedAt = performance.now();
        if (await isDeviceFileGone(this.#path))
          throw Object.assign(new Error('gone'), { code: 'ENODEV' });
      }
      await sleepMs(this.#getPollMs());
    }
    return null;
  }

  /** Writes a chunk. Throws when the device is gone or the stream was closed. */
  async #writeAll(chunk: Uint8Array): Promise<void> {
    for (let at = 0; at < chunk.length;) {
      if (this.destroyed) throw Object.assign(new Error('closed'), { code: 'EPIPE' });
      const { error, bytes } = await this.#track(writeDeviceBytes(this.#fd, chunk.subarray(at)));
      if (error && !isDeviceBusyError(error)) throw error;
      at += bytes;
      if (bytes > 0) this.#activeAt = performance.now();
      else await sleepMs(this.#getPollMs());
    }
  }

  #getPollMs(): number {
    return performance.now() - this.#activeAt < ACTIVE_MS ? POLL_MS.soon : POLL_MS.later;
  }

  async #track<Result>(work: Promise<Result>): Promise<Result> {
    this.#pendingCalls.add(work);
    try {
      return await work;
    } finally {
      this.#pendingCalls.delete(work);
    }
  }
}

/** Error codes of a failed open, mapped to our own for display. */
const DEVICE_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'DEVICE_GONE',
  ENODEV: 'DEVICE_GONE',
  ENXIO: 'DEVICE_GONE',
  EIO: 'DEVICE_GONE',
  EBUSY: 'DEVICE_BUSY',
  EACCES: 'DEVICE_DENIED',
  EPERM: 'DEVICE_DENIED',
};

/** Paths this process has opened before. */
const openedPaths = new Set<string>();

/** Limits for draining, bytes and ms. A printer that still sends then does not stop. */
const MAX_DRAIN_BYTES = 256 * 1024;
const MAX_DRAIN_MS = 10_000;

/**
 * Discards answers to earlier queries, which would be taken for answers to the next one.
 * @throws UnreachableError when it does not become silent, or `isStopping` returns true
 */
const drainDeviceInput = async (
  fd: number,
  path: string,
  isStopping: () => boolean,
): Promise<void> => {
  const silenceMs = openedPaths.has(path) ? SILENCE_MS.later : SILENCE_MS.first;
  const into = new Uint8Array(CHUNK_BYTES);
  const startedAt = performance.now();
  let total = 0;
  for (let quietAt = startedAt; performance.now() - quietAt < silenceMs;) {
    if (isStopping()) throw new UnreachableError('');
    const { error, bytes } = await readDeviceBytes(fd, into);
    if (error && !isDeviceBusyError(error)) throw error;
    total += bytes;
    if (total > MAX_DRAIN_BYTES || performance.now() - startedAt > MAX_DRAIN_MS)
      throw new UnreachableError('DEVICE_FLOOD');
    if (bytes > 0) quietAt = performance.now();
    else await sleepMs(POLL_MS.soon);
  }
  openedPaths.add(path);
};

/**
 * Opens a device file such as `/dev/usb/lp0` after draining it for at most 10 s. Linux gives a USB
 * printer to one program at a time; a second one gets EBUSY. `isStopping`: the result is no longer
 * needed.
 * @throws UnreachableError
 */
export const openDevice = async (
  path: string,
  isStopping: () => boolean = () => false,
): Promise<Duplex> => {
  if (process.platform !== 'linux') throw new UnreachableError('', '设备文件只有 Linux 上能用');
  let fd: number | null = null;
  try {
    fd = await openFile(path, constants.O_RDWR | constants.O_NONBLOCK | constants.O_NOCTTY);
    if (!(await statFile(fd)).isCharacterDevice())
      throw new UnreachableError('', `${path} 不是打印机的设备文件`);
    await drainDeviceInput(fd, path, isStopping);
  } catch (error) {
    if (fd !== null) await closeFile(fd).catch(() => undefined);
    if (error instanceof UnreachableError) throw error;
    throw new UnreachableError(DEVICE_ERRORS[getErrorCode(error)] ?? getErrorCode(error));
  }
  const stream = new DeviceStream(fd, path);
  // Users of the stream listen for 'close' instead.
  stream.on('error', () => undefined);
  return stream;
};
