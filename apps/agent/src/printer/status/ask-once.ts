import type { Place } from '../../places.ts';
import { openStream } from '../stream.ts';
import type { Dialect, Link } from './link.ts';
import type { PrinterStatus } from './status.ts';

/** What a printer said when it was asked once. */
export type Poll = { status: PrinterStatus; counter: number | null };

const ASK_MS = 3000;
/** A printer that answers out of turn may answer the counter last. */
const COUNTER_MS = 300;

/** Opens a connection, does `ask` on it, and waits for so many statuses. Null: no answer in time. */
const question = async (
  dialect: Dialect,
  at: Place,
  statuses: number,
  ask: (link: Link) => void,
): Promise<Poll | null> => {
  const socket = await openStream(at, false);
  return new Promise((resolve) => {
    let status: PrinterStatus | null = null;
    let counter: number | null | undefined;
    let heard = 0;
    const end = (): void => {
      clearTimeout(timer);
      resolve(status && { status, counter: counter ?? null });
      link.close();
    };
    let timer = setTimeout(end, ASK_MS);
    const look = (): void => {
      if (heard < statuses) return;
      if (counter !== undefined || dialect.counts === false) return end();
      clearTimeout(timer);
      timer = setTimeout(end, COUNTER_MS);
    };
    const link = dialect.link(socket, {
      onStatus: (said) => {
        status = said;
        heard += 1;
        look();
      },
      onCounter: (value) => {
        counter = value;
        look();
      },
      onEcho: () => undefined,
      onExtra: () => undefined,
      onString: () => undefined,
      onLost: end,
    });
    ask(link);
  });
};

/**
 * Asks a printer for its status, and for its counter where it may have one, once. Null: connected, and no answer. Throws
 * UnreachableError.
 */
export const askOnce = (dialect: Dialect, at: Place): Promise<Poll | null> =>
  dialect.counts === false
    ? question(dialect, at, 1, (link) => link.whisper())
    : question(dialect, at, 2, (link) => link.greet(false));

/** Sends a format and waits for the answer behind it. Null: no answer. Throws UnreachableError. */
export const sendOnce = (dialect: Dialect, at: Place, format: Uint8Array): Promise<Poll | null> =>
  question(dialect, at, 1, (link) => link.ask(dialect.counts === null, format));
