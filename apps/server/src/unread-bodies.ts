import type { IncomingMessage, ServerResponse } from 'node:http';
import { createTurns } from './turns.ts';

/** Time a sender has to hear the answer before the connection is ended, ms. */
const LINGER_MS = 500;

/** Whether a request brings something, as far as its head says. */
export const bringsBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * What becomes of a body whose request was answered before it had come whole, as refusals are. Ended at once, many a
 * sender would see a broken connection and never the answer; taken as fast as it comes, as Node does by itself, a few
 * hundred fill every turn of the event loop, which takes one new connection in each. So all of them together are read a
 * chunk a turn, whose turn it is going round, the rest stays in the system's buffers and so with the senders, and whoever
 * has not finished in time is ended.
 */
export const createUnreadBodies = (lingerMs = LINGER_MS) => {
  // An idle loop makes these turns in no time, a busy one gives them to newcomers.
  const { turn } = createTurns({ looks: 4 });

  const letGo = (req: IncomingMessage): void => {
    if (req.complete && req.readableLength === 0) return;
    // Whoever was reading it reads no more.
    req.removeAllListeners('data');
    // With this listener nobody makes it flow, neither Node nor the adapter, which reads the rest of a body as well.
    req.on('readable', () => {
      void turn().then(() => {
        if (!req.destroyed) req.read();
      });
    });
    // Tells Node that the body is looked after.
    req.read();
    const timer = setTimeout(() => req.socket.destroySoon(), lingerMs);
    const done = (): void => clearTimeout(timer);
    req.once('end', done).once('close', done);
  };

  return {
    /** Call when the request comes, before anything is answered. */
    watch: (req: IncomingMessage, res: ServerResponse): void => {
      // Before Node's own listener, which would read it all.
      if (bringsBody(req)) res.prependOnceListener('finish', () => letGo(req));
    },
  };
};
