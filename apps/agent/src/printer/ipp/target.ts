import { userInfo } from 'node:os';
import type { Address } from '../socket.ts';
import { openSocket } from '../socket.ts';
import type { IppTarget } from './client.ts';
import { openPinnedTlsSocket } from './tls.ts';
import type { Pin } from './tls.ts';

const PORT = 631;
/**
 * User name sent to printers. A printer would display the system's user name, which must stay
 * private.
 */
const USER = 'yunbiao';

/** The system user, for the system's queues. */
export const getSystemUser = (): string => {
  try {
    return userInfo().username;
  } catch {
    // The user has no entry in the system's user database.
    return USER;
  }
};

export type IppAddress = Address & { isSecure: boolean; path: string };

/** Parses `ipp://host:port/path` or `ipps://…`. The default port of both is 631. */
export const parseIppAddress = (uri: string): IppAddress => {
  const { protocol, hostname, port, pathname } = new URL(uri);
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || PORT),
    isSecure: protocol === 'ipps:',
    path: pathname || '/',
  };
};

/** Creates the target of a network printer. */
export const createIppTarget = (uri: string, pin: Pin): IppTarget => {
  const { host, port, isSecure, path } = parseIppAddress(uri);
  const name = host.includes(':') ? `[${host}]` : host;
  return {
    endpoint: {
      open: () =>
        isSecure ? openPinnedTlsSocket({ host, port }, pin) : openSocket({ host, port }, false),
      host: `${name}:${port}`,
      path,
    },
    printerUri: uri,
    user: USER,
    language: 'zh-cn',
  };
};
