import { getRateLimitNetwork, createTooManyRequestsError } from '@yunbiao/services';
import { closeInSlices } from '../http/close-in-slices.ts';

export type StreamLimits = {
  /** Streams per member. One more closes the oldest. */
  perMember: number;
  /** Streams per address and in total. One more is rejected. */
  perAddress: number;
  total: number;
};

/**
 * Maximum number of streams of a member, one per tab. With more tabs, the newest ones keep theirs.
 */
const PER_MEMBER = 16;

/**
 * Computes the limits of live streams: they stay open, so they get only a share of all connections.
 */
export const computeStreamLimits = (connections: {
  maxConnections: number;
  maxConnectionsPerAddress: number;
}): StreamLimits => ({
  perMember: PER_MEMBER,
  perAddress: Math.ceil(connections.maxConnectionsPerAddress / 2),
  total: Math.ceil(connections.maxConnections / 2),
});

const RETRY_S = 30;

/** Reason of the abort when the server stops: the reader reconnects after the delay. */
export class ServerRestart extends Error {
  readonly reconnectDelayMs: number;

  constructor(reconnectDelayMs: number) {
    super('the server restarts');
    this.reconnectDelayMs = reconnectDelayMs;
  }
}

export type StreamSlot = {
  /**
   * Aborted when a newer stream of the member takes the slot, or, with {@link ServerRestart}, when
   * the server stops.
   */
  signal: AbortSignal;
  releaseStreamSlot: () => void;
  /** Call after an event was written. */
  recordWrite: () => void;
};

const addToCountInMap = <K>(counts: Map<K, number>, key: K, by: 1 | -1): void => {
  const remaining = (counts.get(key) ?? 0) + by;
  if (remaining > 0) counts.set(key, remaining);
  else counts.delete(key);
};

/** Open live streams by member and by address. */
export class LiveStreams {
  readonly #limits: StreamLimits;
  readonly #byMember = new Map<number, Set<{ end: (reason?: ServerRestart) => void }>>();
  readonly #byAddress = new Map<string, number>();
  #count = 0;

  constructor(limits: StreamLimits) {
    this.#limits = limits;
  }

  get count(): number {
    return this.#count;
  }

  /**
   * Acquires a slot. A member's oldest stream is closed for the newest, because a connection that
   * died unnoticed must not lock out its member.
   * @throws 429 if the address, or all addresses together, have too many
   */
  acquireSlot(
    memberId: number,
    address: string | null,
    onWrite: () => void = () => {},
  ): StreamSlot {
    const memberStreams = this.#byMember.get(memberId) ?? new Set();
    const [oldest] = memberStreams;
    if (oldest && memberStreams.size >= this.#limits.perMember) oldest.end();
    const network = address === null ? null : getRateLimitNetwork(address);
    const isFull =
      this.#count >= this.#limits.total ||
      (network !== null && (this.#byAddress.get(network) ?? 0) >= this.#limits.perAddress);
    if (isFull) throw createTooManyRequestsError('实时连接太多，请稍后重试', RETRY_S);
    const abort = new AbortController();
    let isActive = true;
    const release = (): void => {
      if (!isActive) return;
      isActive = false;
      memberStreams.delete(place);
      if (memberStreams.size === 0 && this.#byMember.get(memberId) === memberStreams)
        this.#byMember.delete(memberId);
      this.#count -= 1;
      if (network !== null) addToCountInMap(this.#byAddress, network, -1);
    };
    const place = {
      end: (reason?: ServerRestart) => {
        release();
        abort.abort(reason);
      },
    };
    memberStreams.add(place);
    this.#byMember.set(memberId, memberStreams);
    this.#count += 1;
    if (network !== null) addToCountInMap(this.#byAddress, network, 1);
    return { signal: abort.signal, releaseStreamSlot: release, recordWrite: onWrite };
  }

  /** Closes all streams of a stopping server. Their readers reconnect at different moments. */
  closeAll(): Promise<void> {
    const streams = [...this.#byMember.values()].flatMap((memberStreams) => [...memberStreams]);
    return closeInSlices(streams, (stream, reconnectDelayMs) =>
      stream.end(new ServerRestart(reconnectDelayMs)),
    );
  }
}
