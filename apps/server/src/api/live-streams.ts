import { getNetwork, tooMany } from '@yunbiao/services';

export type StreamLimits = {
  /** Of one member; one more closes the oldest. */
  perMember: number;
  /** Of one address, and of all; one more is refused. */
  perAddress: number;
  total: number;
};

/** A tab has one; who has more tabs than this open looks at the newest. */
const PER_MEMBER = 16;

/** Live streams are connections that stay: they never take all of them. */
export const streamLimits = (connections: {
  maxConnections: number;
  maxConnectionsPerAddress: number;
}): StreamLimits => ({
  perMember: PER_MEMBER,
  perAddress: Math.ceil(connections.maxConnectionsPerAddress / 2),
  total: Math.ceil(connections.maxConnections / 2),
});

const RETRY_S = 30;

export type StreamPlace = {
  /** Set when a newer stream of the member takes the place. */
  signal: AbortSignal;
  leave: () => void;
  /** An event was written. */
  wrote: () => void;
};

const add = <K>(counts: Map<K, number>, key: K, by: 1 | -1): void => {
  const left = (counts.get(key) ?? 0) + by;
  if (left > 0) counts.set(key, left);
  else counts.delete(key);
};

/** The live streams that are open, by member and by address. */
export class LiveStreams {
  readonly #limits: StreamLimits;
  readonly #byMember = new Map<number, Set<{ end: () => void }>>();
  readonly #byAddress = new Map<string, number>();
  #count = 0;

  constructor(limits: StreamLimits) {
    this.#limits = limits;
  }

  get count(): number {
    return this.#count;
  }

  /**
   * A member's oldest stream gives way to the newest: a connection that died unnoticed must not keep its member out.
   * @throws 429 when the address, or everybody together, has too many
   */
  take(memberId: number, address: string | null, wrote: () => void = () => {}): StreamPlace {
    const own = this.#byMember.get(memberId) ?? new Set();
    const [oldest] = own;
    if (oldest && own.size >= this.#limits.perMember) oldest.end();
    const network = address === null ? null : getNetwork(address);
    const isFull =
      this.#count >= this.#limits.total ||
      (network !== null && (this.#byAddress.get(network) ?? 0) >= this.#limits.perAddress);
    if (isFull) throw tooMany('实时连接太多，请稍后再试', RETRY_S);
    const abort = new AbortController();
    let isIn = true;
    const leave = (): void => {
      if (!isIn) return;
      isIn = false;
      own.delete(place);
      if (own.size === 0 && this.#byMember.get(memberId) === own) this.#byMember.delete(memberId);
      this.#count -= 1;
      if (network !== null) add(this.#byAddress, network, -1);
    };
    const place = {
      end: () => {
        leave();
        abort.abort();
      },
    };
    own.add(place);
    this.#byMember.set(memberId, own);
    this.#count += 1;
    if (network !== null) add(this.#byAddress, network, 1);
    return { signal: abort.signal, leave, wrote };
  }
}
