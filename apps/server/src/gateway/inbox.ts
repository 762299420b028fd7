import { agentMessage } from '@yunbiao/contract/gateway';
import type { AgentMessage } from '@yunbiao/contract/gateway';
import type { WebSocket } from 'ws';

/** Received and not yet handled, beyond which the peer has to wait. */
const MAX_BACKLOG = 50;
/** Messages in ten seconds. */
const WINDOW_MS = 10_000;
const MAX_IN_WINDOW = 5000;

export type InboxOptions = {
  socket: WebSocket;
  now: () => number;
  /** Handles one message; the next waits for it. */
  handle: (message: AgentMessage) => Promise<void>;
  onError: (error: unknown) => void;
  /** Something that is no message, or too many of them. */
  onProtocol: () => void;
};

/** No database keeps half a character or a NUL: words of printers are cut anywhere, and may hold anything. */
const storable = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value;

/** Null for what is no message. In a frame, which is UTF-8, only an escape can bring such a character. */
export const readMessage = (text: string): AgentMessage | null => {
  try {
    return agentMessage.parse(JSON.parse(text, text.includes('\\u') ? storable : undefined));
  } catch {
    return null;
  }
};

/** Reads a socket's messages in order, one at a time, and no faster than they are handled. */
export const openInbox = (options: InboxOptions): { idle: () => Promise<void> } => {
  const { socket, now } = options;
  let backlog = 0;
  let tail: Promise<void> = Promise.resolve();
  let received = 0;
  let since = now();

  const tooMany = (): boolean => {
    if (now() - since > WINDOW_MS) {
      since = now();
      received = 0;
    }
    received += 1;
    return received > MAX_IN_WINDOW;
  };
  socket.on('message', (data, isBinary) => {
    const message = isBinary || tooMany() ? null : readMessage(String(data));
    if (!message) return options.onProtocol();
    backlog += 1;
    if (backlog > MAX_BACKLOG) socket.pause();
    tail = tail
      .then(() => options.handle(message))
      // Not acknowledged, so it comes again.
      .catch(options.onError)
      .then(() => {
        backlog -= 1;
        if (socket.isPaused && backlog <= MAX_BACKLOG / 2) socket.resume();
      });
  });
  return { idle: () => tail };
};
