import { IMAGE_BYTES, INPUT_LIMITS } from '@yunbiao/contract';
import {
  ServiceError,
  createTooManyRequestsError,
  createUnavailableError,
} from '@yunbiao/services';

/**
 * Minimum rate of a request body: `bytes` per `ms`. Prevents slow senders from holding connections
 * and memory.
 */
export type MinRate = { bytes: number; ms: number };

/** Image size plus room for form fields and boundaries. */
const MULTIPART_BYTES = IMAGE_BYTES + 20_000;

type BodyLimits = {
  minRate: MinRate;
  /** Memory that all bodies of this kind may hold, bytes. */
  maxHeldBytes: number;
  /** Concurrent bodies in total (`maxConcurrent`) and per sender (`maxPerSender`). */
  maxConcurrent: number;
  maxPerSender: number;
};

/** Typed input: few bytes, in one or two packets. */
const SMALL_BODIES: BodyLimits = {
  minRate: { bytes: 1_000, ms: 10_000 },
  maxHeldBytes: 48_000_000,
  maxConcurrent: Infinity,
  maxPerSender: Infinity,
};
/** Files and long lists, at 51 kbit/s or more. The site's pages send at most two at once. */
const LARGE_BODIES: BodyLimits = {
  minRate: { bytes: 64_000, ms: 10_000 },
  maxHeldBytes: 160_000_000,
  maxConcurrent: 16,
  maxPerSender: 2,
};
const LARGE_FROM_BYTES = 1_000_000;

/** Size-related properties of anything that has a request body. */
type BodySource = { body?: 'multipart' | 'any'; limits?: { bytes?: number }; bulk?: object };

/** Callback of a payment channel: a few kB, signed. */
export const PAY_NOTICE_BODY = { limits: { bytes: 64_000 } } as const;

export const getMaxBodyBytes = (call: BodySource): number =>
  call.body === 'multipart' ? MULTIPART_BYTES : (call.limits?.bytes ?? INPUT_LIMITS.bytes);

/** Slot of a body that is being received. */
export type BodySlot = {
  pace: MinRate;
  /**
   * Sets the bytes that the body holds in memory.
   * @throws 503 if all bodies together hold too much
   */
  setHeldBytes: (bytes: number) => void;
  /** Reports received bytes. */
  reportBytes: (bytes: number) => void;
  release: () => void;
};

export type BodyRates = { small?: MinRate | undefined; large?: MinRate | undefined };

type Pool = { kind: BodyLimits; held: number; count: number; countBySender: Map<string, number> };

const createBodyBufferPool = (kind: BodyLimits, pace?: MinRate): Pool => ({
  kind: pace ? { ...kind, minRate: pace } : kind,
  held: 0,
  count: 0,
  countBySender: new Map(),
});

/** Tracks request bodies that are being received: their number, senders and memory. */
export class BodySlots {
  readonly #small: Pool;
  readonly #large: Pool;

  constructor(rates: BodyRates = {}) {
    this.#small = createBodyBufferPool(SMALL_BODIES, rates.small);
    this.#large = createBodyBufferPool(LARGE_BODIES, rates.large);
  }

  /** @throws 429 if the sender has too many concurrent bodies, 503 if all senders together do */
  acquireSlot(
    call: BodySource,
    senderKey: string,
    onBytes: (bytes: number) => void = () => {},
  ): BodySlot {
    const pool = getMaxBodyBytes(call) > LARGE_FROM_BYTES ? this.#large : this.#small;
    const { kind } = pool;
    const senderCount = pool.countBySender.get(senderKey) ?? 0;
    if (senderCount >= kind.maxPerSender) {
      const contentName =
        call.body === 'multipart' ? '传的图片' : call.bulk ? '提交的批次' : '保存的内容';
      throw createTooManyRequestsError(`同时${contentName}太多，请等前面的传完`, 5);
    }
    if (pool.count >= kind.maxConcurrent) throw createUnavailableError();
    pool.count += 1;
    pool.countBySender.set(senderKey, senderCount + 1);
    let [heldBytes, isActive] = [0, true];
    return {
      pace: kind.minRate,
      setHeldBytes: (bytes) => {
        if (pool.held + bytes - heldBytes > kind.maxHeldBytes) throw createUnavailableError();
        pool.held += bytes - heldBytes;
        heldBytes = bytes;
      },
      reportBytes: onBytes,
      release: () => {
        if (!isActive) return;
        isActive = false;
        pool.held -= heldBytes;
        pool.count -= 1;
        const remaining = (pool.countBySender.get(senderKey) ?? 1) - 1;
        if (remaining > 0) pool.countBySender.set(senderKey, remaining);
        else pool.countBySender.delete(senderKey);
      },
    };
  }
}

const formatBodySize = (bytes: number): string =>
  bytes >= LARGE_FROM_BYTES
    ? `${Math.floor(bytes / LARGE_FROM_BYTES)} MB`
    : `${Math.floor(bytes / 1_000)} KB`;

export const createBodyTooLargeError = (limit: number): ServiceError =>
  new ServiceError(413, `内容太大了，最多 ${formatBodySize(limit)}`);
