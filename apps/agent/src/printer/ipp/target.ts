import { userInfo } from 'node:os';
import type { Address } from '../socket.ts';
import { openSocket } from '../socket.ts';
import type { IppTarget } from './client.ts';
import { openSecure } from './secure.ts';
import type { Pin } from './secure.ts';

const PORT = 631;
/** Nobody with a user name of the system: it would show on the printer, and is nobody's business there. */
const USER = 'yunbiao';

/** The user whose jobs these are, as the system's queues know him. */
export const systemUser = (): string => {
  try {
    return userInfo().username;
  } catch {
    // A user without an entry among the system's.
    return USER;
  }
};

export type IppAddress = Address & { isSecure: boolean; path: string };

/** Of `ipp://host:port/path` or `ipps://…`, which both usually are at port 631. */
export const addressIn = (uri: string): IppAddress => {
  const { protocol, hostname, port, pathname } = new URL(uri);
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || PORT),
    isSecure: protocol === 'ipps:',
    path: pathname || '/',
  };
};

/** A printer on the network. */
export const targetAt = (uri: string, pin: Pin): IppTarget => {
  const { host, port, isSecure, path } = addressIn(uri);
  const name = host.includes(':') ? `[${host}]` : host;
  return {
    line: {
      open: () => (isSecure ? openSecure({ host, port }, pin) : openSocket({ host, port }, false)),
      host: `${name}:${port}`,
      path,
    },
    printerUri: uri,
    user: USER,
    language: 'zh-cn',
  };
};
