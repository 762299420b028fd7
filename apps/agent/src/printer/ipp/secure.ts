import { isIP } from 'node:net';
import { connect } from 'node:tls';
import type { TLSSocket } from 'node:tls';
import { getCode, UnreachableError } from '../../errors.ts';
import type { Address } from '../socket.ts';

/**
 * By what a printer is known again: nearly all of them signed their certificates themselves. One that an authority of the
 * system vouches for needs no pin.
 */
export type Pin = {
  /** SHA-256 of the certificate it showed the first time; null: there was no first time. */
  known: () => string | null;
  learn: (fingerprint: string) => void;
};

const CONNECT_MS = 10_000;

const open = (address: Address): Promise<TLSSocket> =>
  new Promise((resolve, reject) => {
    const socket = connect({
      ...address,
      ...(isIP(address.host) === 0 && { servername: address.host }),
      // Who it is, the caller decides, before anything is sent.
      rejectUnauthorized: false,
      // Printers are old.
      minVersion: 'TLSv1.2',
    });
    socket.setKeepAlive(true, 10_000);
    const timer = setTimeout(
      () => socket.destroy(Object.assign(new Error('timed out'), { code: 'ETIMEDOUT' })),
      CONNECT_MS,
    );
    socket.once('secureConnect', () => {
      clearTimeout(timer);
      socket.removeAllListeners('error');
      // Users of the socket listen for 'close' instead.
      socket.on('error', () => undefined);
      resolve(socket);
    });
    socket.once('error', (error) => {
      clearTimeout(timer);
      reject(new UnreachableError(getCode(error)));
    });
  });

/** What it shows itself as: `AB:CD:…`. @throws UnreachableError */
export const getFingerprint = async (address: Address): Promise<string> => {
  const socket = await open(address);
  const { fingerprint256 } = socket.getPeerCertificate();
  socket.destroy();
  return fingerprint256;
};

/** Opens an encrypted connection to a printer that is the one it was the first time; rejects with UnreachableError. */
export const openSecure = async (address: Address, pin: Pin): Promise<TLSSocket> => {
  const socket = await open(address);
  const { fingerprint256 } = socket.getPeerCertificate();
  const known = pin.known();
  if (known === null && !socket.authorized) pin.learn(fingerprint256);
  if (known === null || known === fingerprint256 || socket.authorized) return socket;
  socket.destroy();
  throw new UnreachableError('CERT_CHANGED');
};
