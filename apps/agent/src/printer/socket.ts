import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { getErrorCode, UnreachableError } from '../errors.ts';

export type Address = { host: string; port: number };
/** A Unix domain socket. */
export type LocalAddress = { path: string };

/** Opens a TCP or Unix domain socket. Rejects with UnreachableError. */
export const openSocket = (
  address: Address | LocalAddress,
  allowHalfOpen: boolean,
): Promise<Socket> =>
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
      // Users of the socket listen for 'close' instead.
      socket.on('error', () => undefined);
      resolve(socket);
    });
    socket.once('error', (error) => {
      clearTimeout(timer);
      reject(new UnreachableError(getErrorCode(error)));
    });
  });
