import type { Socket } from 'node:net';
import type { Place } from '../places.ts';
import { openSocket } from './socket.ts';

/** Opens what bytes go both ways on; rejects with UnreachableError. */
export const openStream = (at: Place, allowHalfOpen: boolean): Promise<Socket> => {
  if (at.kind === 'tcp') return openSocket(at, allowHalfOpen);
  throw new Error(`${at.kind} is no place for a stream`);
};
