import type { IncomingMessage, ServerResponse } from 'node:http';
import { createTurnScheduler } from '../budget/turn-scheduler.ts';

/** Time for the sender to read the response before the connection is closed, ms. */
const LINGER_MS = 500;

/** Whether the headers announce a body. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Drains bodies of requests that were answered before their body arrived completely, for example
 * rejected ones. If the connection were closed at once, many senders would see a broken connection
 * instead of the response. If bodies were read at full speed, as Node does by default, a few
 * hundred would fill every turn of the event loop, which accepts one new connection per turn. So
 * all bodies together are read one chunk per turn, round-robin; the rest stays in system buffers
 * and thus throttles the senders. Connections that do not finish in time are closed.
 */
export const createUnreadBodyDrainer = (lingerMs = LINGER_MS) => {
  // An idle loop runs these turns immediately; a busy one uses them for new connections.
  const { waitForTurn } = createTurnScheduler({ looks: 4 });

  const drainBody = (req: IncomingMessage): void => {
    if (req.complete && req.readableLength === 0) return;
    // Stop the previous reader.
    req.removeAllListeners('data');
    // With a `readable` listener the stream does not flow, even though Node and the adapter try to
    // read the rest of the body.
    req.on('readable', () => {
      void waitForTurn().then(() => {
        if (!req.destroyed) req.read();
      });
    });
    // Tells Node that the body is being consumed.
    req.read();
    const timer = setTimeout(() => req.socket.destroySoon(), lingerMs);
    const stopTimer = (): void => clearTimeout(timer);
    req.once('end', stopTimer).once('close', stopTimer);
  };

  return {
    /** Call when the request arrives, before any response. */
    watch: (req: IncomingMessage, res: ServerResponse): void => {
      // Runs before Node's own listener, which would read the entire body.
      if (hasBody(req)) res.prependOnceListener('finish', () => drainBody(req));
    },
  };
};
