import { IMAGE_BYTES, INPUT_LIMITS } from '@yunbiao/contract';
import { ServiceError, tooMany, unavailable } from '@yunbiao/services';

/** A body must come no slower than so many bytes in so many ms: nobody holds a connection and memory for nothing. */
export type Pace = { bytes: number; ms: number };

/** The file, and room for the fields and boundaries around it. */
const MULTIPART_BYTES = IMAGE_BYTES + 20_000;

type Kind = {
  pace: Pace;
  /** Memory all bodies of the kind may hold, bytes. */
  held: number;
  /** Bodies on their way at once, in all and of one sender. */
  atOnce: number;
  each: number;
};

/** What is typed: few bytes, in one or two packets. */
const SMALL: Kind = {
  pace: { bytes: 1_000, ms: 10_000 },
  held: 48_000_000,
  atOnce: Infinity,
  each: Infinity,
};
/** Files and long lists, at 51 kbit/s or more; the site's pages send no more than two at once. */
const LARGE: Kind = {
  pace: { bytes: 64_000, ms: 10_000 },
  held: 160_000_000,
  atOnce: 16,
  each: 2,
};
const LARGE_FROM = 1_000_000;

/** What is measured of whatever brings a body. */
type Brings = { body?: 'multipart' | 'any'; limits?: { bytes?: number }; bulk?: object };

/** A channel's callback: some kB, signed. */
export const PAY_NOTICE = { limits: { bytes: 64_000 } } as const;

export const getMaxBytes = (call: Brings): number =>
  call.body === 'multipart' ? MULTIPART_BYTES : (call.limits?.bytes ?? INPUT_LIMITS.bytes);

/** A body's place among those on their way. */
export type Place = {
  pace: Pace;
  /** Counts what the body holds by now. @throws 503 when all bodies together hold too much */
  hold: (bytes: number) => void;
  /** So many more bytes have come. */
  arrive: (bytes: number) => void;
  leave: () => void;
};

export type BodyPaces = { small?: Pace | undefined; large?: Pace | undefined };

type Pool = { kind: Kind; held: number; count: number; of: Map<string, number> };

const getPool = (kind: Kind, pace?: Pace): Pool => ({
  kind: pace ? { ...kind, pace } : kind,
  held: 0,
  count: 0,
  of: new Map(),
});

/** Bodies on their way into memory: how many, whose, and how much they hold. */
export class Bodies {
  readonly #small: Pool;
  readonly #large: Pool;

  constructor(paces: BodyPaces = {}) {
    this.#small = getPool(SMALL, paces.small);
    this.#large = getPool(LARGE, paces.large);
  }

  /** @throws 429 when the sender has too many on their way, 503 when everybody together has */
  take(call: Brings, who: string, arrive: (bytes: number) => void = () => {}): Place {
    const pool = getMaxBytes(call) > LARGE_FROM ? this.#large : this.#small;
    const { kind } = pool;
    const own = pool.of.get(who) ?? 0;
    if (own >= kind.each) {
      const what = call.body === 'multipart' ? '传的图片' : call.bulk ? '提交的批次' : '保存的内容';
      throw tooMany(`同时${what}太多，请等前面的传完`, 5);
    }
    if (pool.count >= kind.atOnce) throw unavailable();
    pool.count += 1;
    pool.of.set(who, own + 1);
    let [held, isIn] = [0, true];
    return {
      pace: kind.pace,
      hold: (bytes) => {
        if (pool.held + bytes - held > kind.held) throw unavailable();
        pool.held += bytes - held;
        held = bytes;
      },
      arrive,
      leave: () => {
        if (!isIn) return;
        isIn = false;
        pool.held -= held;
        pool.count -= 1;
        const left = (pool.of.get(who) ?? 1) - 1;
        if (left > 0) pool.of.set(who, left);
        else pool.of.delete(who);
      },
    };
  }
}

const sizeWords = (bytes: number): string =>
  bytes >= LARGE_FROM ? `${Math.floor(bytes / LARGE_FROM)} MB` : `${Math.floor(bytes / 1_000)} KB`;

export const tooLarge = (limit: number): ServiceError =>
  new ServiceError(413, `内容太大了，最多 ${sizeWords(limit)}`);
