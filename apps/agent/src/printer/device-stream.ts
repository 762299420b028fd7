import { close, fstat, open, read, stat, write, constants } from 'node:fs';
import { Duplex } from 'node:stream';
import { promisify } from 'node:util';
import { getCode, UnreachableError } from '../errors.ts';

/** A device is asked for what it has to say, and whether it takes more, so often: at first, and after a while. */
const LOOK_MS = { soon: 8, later: 50 };
/** Something was heard or said so long ago: it is asked less often. */
const SOON_MS = 2000;
/** One that says nothing is looked for on the disk so often: pulled out, its file is gone. */
const THERE_MS = 1000;
/** What it still had to say to whoever spoke with it before is over after so much silence; an earlier process may be one. */
const HUSH_MS = { first: 2000, later: 150 };
const CHUNK = 4096;

const openFile = promisify(open);
const closeFile = promisify(close);
const facts = promisify(fstat);

type Taken = { error: NodeJS.ErrnoException | null; bytes: number };

const readSome = (fd: number, into: Uint8Array): Promise<Taken> =>
  new Promise((resolve) => {
    read(fd, into, 0, into.length, null, (error, bytes) => resolve({ error, bytes }));
  });
const writeSome = (fd: number, from: Uint8Array): Promise<Taken> =>
  new Promise((resolve) => {
    write(fd, from, 0, from.length, null, (error, bytes) => resolve({ error, bytes: bytes ?? 0 }));
  });

const isBusy = (error: NodeJS.ErrnoException | null): boolean =>
  error?.code === 'EAGAIN' || error?.code === 'EINTR';

const isGone = (path: string): Promise<boolean> =>
  new Promise((resolve) => stat(path, (error) => resolve(getCode(error) === 'ENOENT')));

const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/**
 * A device file as bytes that go both ways. It is never waited for inside the system, where nobody could call the wait
 * off: it is asked again. Nothing read means that it has nothing to say; it ends when it is pulled out or closed here.
 */
class DeviceStream extends Duplex {
  readonly #fd: number;
  readonly #path: string;
  #activeAt = performance.now();
  #isReading = false;
  /** What the system is about with the file: it must not be closed under it. */
  readonly #work = new Set<Promise<unknown>>();

  constructor(fd: number, path: string) {
    super({ allowHalfOpen: true });
    this.#fd = fd;
    this.#path = path;
  }

  override _read(): void {
    if (this.#isReading) return;
    this.#isReading = true;
    this.#listen().then(
      (chunk) => {
        this.#isReading = false;
        if (chunk) this.push(chunk);
      },
      (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
    );
  }

  override _write(chunk: Uint8Array, _: string, done: (error?: Error | null) => void): void {
    this.#say(chunk).then(() => done(), done);
  }

  /** There is nobody at the other end to hang up: what was to be said has been taken. */
  override _final(done: (error?: Error | null) => void): void {
    done();
    setImmediate(() => this.push(null));
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    void Promise.allSettled(this.#work)
      .then(() => closeFile(this.#fd))
      .catch(() => undefined)
      .then(() => done(error));
  }

  /** Null: the stream was closed. @throws when the device is gone */
  async #listen(): Promise<Uint8Array | null> {
    const into = new Uint8Array(CHUNK);
    let lookedAt = performance.now();
    while (!this.destroyed && !this.readableEnded) {
      const { error, bytes } = await this.#during(readSome(this.#fd, into));
      if (error && !isBusy(error)) throw error;
      if (bytes > 0) {
        this.#activeAt = performance.now();
        return into.subarray(0, bytes);
      }
      if (performance.now() - lookedAt > THERE_MS) {
        lookedAt = performance.now();
        if (await isGone(this.#path)) throw Object.assign(new Error('gone'), { code: 'ENODEV' });
      }
      await pause(this.#lookMs());
    }
    return null;
  }

  /** @throws when the device is gone, or the stream was closed */
  async #say(chunk: Uint8Array): Promise<void> {
    for (let at = 0; at < chunk.length;) {
      if (this.destroyed) throw Object.assign(new Error('closed'), { code: 'EPIPE' });
      const { error, bytes } = await this.#during(writeSome(this.#fd, chunk.subarray(at)));
      if (error && !isBusy(error)) throw error;
      at += bytes;
      if (bytes > 0) this.#activeAt = performance.now();
      else await pause(this.#lookMs());
    }
  }

  #lookMs(): number {
    return performance.now() - this.#activeAt < SOON_MS ? LOOK_MS.soon : LOOK_MS.later;
  }

  async #during<Result>(work: Promise<Result>): Promise<Result> {
    this.#work.add(work);
    try {
      return await work;
    } finally {
      this.#work.delete(work);
    }
  }
}

/** What keeps a device from being opened, as people are told of it. */
const CODES: Readonly<Record<string, string>> = {
  ENOENT: 'DEVICE_GONE',
  ENODEV: 'DEVICE_GONE',
  ENXIO: 'DEVICE_GONE',
  EIO: 'DEVICE_GONE',
  EBUSY: 'DEVICE_BUSY',
  EACCES: 'DEVICE_DENIED',
  EPERM: 'DEVICE_DENIED',
};

/** Files this process has opened before. */
const known = new Set<string>();

/** Most that is thrown away, bytes, and how long: a printer that still sends then does not stop. */
const MAX_DRAIN_BYTES = 256 * 1024;
const MAX_DRAIN_MS = 10_000;

/**
 * Answers to earlier questions are dropped: the next question would take them for its own.
 * @throws UnreachableError when it does not fall silent, or nobody waits for it any more
 */
const drain = async (fd: number, path: string, isStopping: () => boolean): Promise<void> => {
  const hushMs = known.has(path) ? HUSH_MS.later : HUSH_MS.first;
  const into = new Uint8Array(CHUNK);
  const beganAt = performance.now();
  let total = 0;
  for (let quietAt = beganAt; performance.now() - quietAt < hushMs;) {
    if (isStopping()) throw new UnreachableError('');
    const { error, bytes } = await readSome(fd, into);
    if (error && !isBusy(error)) throw error;
    total += bytes;
    if (total > MAX_DRAIN_BYTES || performance.now() - beganAt > MAX_DRAIN_MS)
      throw new UnreachableError('DEVICE_FLOOD');
    if (bytes > 0) quietAt = performance.now();
    else await pause(LOOK_MS.soon);
  }
  known.add(path);
};

/**
 * Opens a device file as `/dev/usb/lp0`, once it has nothing more to say to others, for which it has 10 s. Linux gives a USB
 * printer to one program at a time: a second one hears EBUSY. `isStopping`: nobody waits for it any more.
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
    if (!(await facts(fd)).isCharacterDevice())
      throw new UnreachableError('', `${path} 不是打印机的设备文件`);
    await drain(fd, path, isStopping);
  } catch (error) {
    if (fd !== null) await closeFile(fd).catch(() => undefined);
    if (error instanceof UnreachableError) throw error;
    throw new UnreachableError(CODES[getCode(error)] ?? getCode(error));
  }
  const stream = new DeviceStream(fd, path);
  // Users of the stream listen for 'close' instead.
  stream.on('error', () => undefined);
  return stream;
};
