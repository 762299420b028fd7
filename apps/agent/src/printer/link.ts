import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { codeOf, UnreachableError } from '../errors.ts';
import type { HostStatus } from './hs.ts';
import { createReplyReader } from './replies.ts';

export type Address = { host: string; port: number };

/** A status and, from a printer that counts, its label counter read right after it. */
export type Poll = { status: HostStatus; counter: number | null };

/** An open connection to a ZPL printer that answers. */
export type Link = {
  /**
   * Cancels a partial format left by whoever was cut off, asks for the status and finds out whether the printer
   * counts. Null: the connection was lost.
   */
  begin: () => Promise<Poll | null>;
  /** Sends bytes and asks for the status behind them. The answer proves that all of it was consumed. Null: lost. */
  poll: (bytes?: Uint8Array) => Promise<Poll | null>;
  /** Asks again after silence. From then on an answer can no longer be matched to its question. */
  nudge: () => void;
  ambiguous: () => boolean;
  lost: () => boolean;
  close: () => void;
};

const STATUS = '~HS\r\n';
const COUNTER = '! U1 getvar "odometer.total_label_count"\r\n';
const CANCEL_PARTIAL = '~JX\r\n';

/** Opens a TCP connection; rejects with UnreachableError. */
export const openSocket = (address: Address, allowHalfOpen: boolean): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({
      ...address,
      allowHalfOpen,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: 10_000,
    });
    const timer = setTimeout(
      () => socket.destroy(Object.assign(new Error('timed out'), { code: 'ETIMEDOUT' })),
      5000,
    );
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.removeAllListeners('error');
      // Whoever uses the socket hears of its end by 'close'.
      socket.on('error', () => undefined);
      resolve(socket);
    });
    socket.once('error', (error) => {
      clearTimeout(timer);
      reject(new UnreachableError(codeOf(error)));
    });
  });

/** The counter in an answer to getvar; null for `?`, which a printer gives for what it does not know. */
const counterOf = (value: string): number | null =>
  /^\d{1,15}$/.test(value.trim()) ? Number(value) : null;

type Waiting = {
  resolve: (poll: Poll | null) => void;
  want: 'begin' | 'status+counter' | 'status';
};

/** Speaks to a printer over a fresh socket. One question at a time. */
export const createLink = (socket: Socket): Link => {
  let lost = false;
  let ambiguous = false;
  let counts = false;
  let waiting: Waiting | null = null;
  let status: HostStatus | null = null;
  let counter: number | null = null;

  const answer = (): void => {
    if (!waiting || !status) return;
    const { resolve } = waiting;
    waiting = null;
    resolve({ status, counter });
  };
  const onStatus = (next: HostStatus): void => {
    // At the beginning two are asked for with the counter between them: a printer that skips it does not count.
    const complete = waiting?.want === 'status' || (waiting?.want === 'begin' && status !== null);
    status = next;
    if (complete) answer();
  };
  const onValue = (value: string): void => {
    if (!waiting || !status) return;
    counter = counterOf(value);
    if (waiting.want === 'begin') counts = counter !== null;
    else if (waiting.want === 'status+counter') answer();
  };
  const read = createReplyReader((reply) =>
    reply.kind === 'status' ? onStatus(reply.status) : onValue(reply.value),
  );
  // Always read: unread answers turn our own end into a reset that throws away what was sent.
  socket.on('data', read);
  socket.on('close', () => {
    lost = true;
    waiting?.resolve(null);
    waiting = null;
  });

  const ask = (
    want: Waiting['want'],
    bytes: Uint8Array | undefined,
    question: string,
  ): Promise<Poll | null> => {
    if (lost) return Promise.resolve(null);
    status = null;
    counter = null;
    return new Promise((resolve) => {
      waiting = { resolve, want };
      socket.cork();
      if (bytes) socket.write(bytes);
      socket.write(question, 'latin1');
      socket.uncork();
    });
  };
  const question = (): string => (counts ? STATUS + COUNTER : STATUS);

  return {
    begin: () => ask('begin', undefined, CANCEL_PARTIAL + STATUS + COUNTER + STATUS),
    poll: (bytes) => ask(counts ? 'status+counter' : 'status', bytes, question()),
    nudge: () => {
      if (lost || !waiting) return;
      ambiguous = true;
      socket.write(waiting.want === 'begin' ? STATUS + COUNTER + STATUS : question(), 'latin1');
    },
    ambiguous: () => ambiguous,
    lost: () => lost,
    close: () => {
      lost = true;
      socket.end();
      // A printer that keeps its side open must not keep ours.
      setTimeout(() => socket.destroy(), 500).unref();
    },
  };
};
