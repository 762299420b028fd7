import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type { Link, LinkEvents } from './status/link.ts';

/** A megabyte. */
const POURED_BYTES = 1024 * 1024;
const CHUNK_BYTES = 65_536;

/** How much is heard of a printer that sends this without end, and how often its connection is given up. */
export const pour = (
  createLink: (socket: Socket, events: LinkEvents) => Link,
  text: string,
): { answers: number; ended: number; isFlooded: boolean } => {
  let answers = 0;
  let ended = 0;
  const count = (): void => {
    answers += 1;
  };
  const ignore = (): void => undefined;
  const socket = Object.assign(new EventEmitter(), {
    write: () => true,
    cork: ignore,
    uncork: ignore,
    end: ignore,
    destroy: () => {
      ended += 1;
    },
  });
  const link = createLink(socket as unknown as Socket, {
    onStatus: count,
    onCounter: count,
    onEcho: count,
    onExtra: count,
    onString: ignore,
    onLost: ignore,
  });
  link.greet(false);
  const chunk = Buffer.from(text.repeat(CHUNK_BYTES / text.length), 'latin1');
  for (let sent = 0; sent < POURED_BYTES; sent += chunk.length) socket.emit('data', chunk);
  return { answers, ended, isFlooded: link.flooded() && link.lost() };
};
