import { isIP } from 'node:net';
import { connect } from 'node:tls';
import type { TLSSocket } from 'node:tls';
import { getErrorCode, UnreachableError } from '../../errors.ts';
import type { Address } from '../socket.ts';

/**
 * Identifies a printer by its certificate, because nearly all printers use self-signed ones. A
 * certificate of a trusted authority needs no pin.
 */
export type Pin = {
  /** SHA-256 fingerprint of the first certificate; null before the first connection. */
  getPinned: () => string | null;
  store: (fingerprint: string) => void;
};

const CONNECT_MS = 10_000;

const connectTls = (address: Address): Promise<TLSSocket> =>
  new Promise((resolve, reject) => {
    const socket = connect({
      ...address,
      ...(isIP(address.host) === 0 && { servername: address.host }),
      // The caller checks the certificate before sending anything.
      rejectUnauthorized: false,
      // Old printers support nothing newer.
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
      reject(new UnreachableError(getErrorCode(error)));
    });
  });

/** Fetches the certificate's fingerprint: `AB:CD:…`. Throws UnreachableError. */
export const fetchFingerprint = async (address: Address): Promise<string> => {
  const socket = await connectTls(address);
  const { fingerprint256 } = socket.getPeerCertificate();
  socket.destroy();
  return fingerprint256;
};

/**
 * Opens a TLS connection to a printer. Accepts a certificate of a trusted authority, or else the
 * pinned one; pins an untrusted one at the first connection. Rejects with UnreachableError:
 * `CERT_CHANGED` for any other certificate.
 */
export const openPinnedTlsSocket = async (address: Address, pin: Pin): Promise<TLSSocket> => {
  const socket = await connectTls(address);
  const { fingerprint256 } = socket.getPeerCertificate();
  const pinnedCertificate = pin.getPinned();
  if (pinnedCertificate === null && !socket.authorized) pin.store(fingerprint256);
  if (pinnedCertificate === null || pinnedCertificate === fingerprint256 || socket.authorized)
    return socket;
  socket.destroy();
  throw new UnreachableError('CERT_CHANGED');
};
