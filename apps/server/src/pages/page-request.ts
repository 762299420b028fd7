import type { IncomingMessage } from 'node:http';
import type { SiteModule } from '@yunbiao/contract/site';
import { getAddress } from '../client-address.ts';
import { hostName, type OwnHosts } from './hosts.ts';
import { cookieToken } from '../token-cookie.ts';

const PAYLOAD = '/_payload.json';

export type PageRequest = {
  /** What it is kept under: path, and the search its page declares. */
  key: string;
  /** What is rendered. */
  href: string;
  /** Path and search as they were written, also what the page does not declare. */
  asked: string;
  /** What the 404 page names: what is asked, or what is rendered where visitors share it. */
  named: string;
  kind: 'page' | 'payload';
  cacheable: boolean;
  /** The visitor's token; '' when anonymous. */
  token: string;
  host: string;
  /** The software whose own host this is; '' on the main host. */
  ownAlias: string;
  requestId: string;
  /** Where the visitor is: what the page asks for counts for it. */
  address: string;
};

export const isPayload = (pathname: string): boolean => pathname.endsWith(PAYLOAD);

export const splitUrl = (url: string): { pathname: string; search: string } => {
  const at = url.indexOf('?');
  return at < 0
    ? { pathname: url, search: '' }
    : { pathname: url.slice(0, at), search: url.slice(at) };
};

/** `/a/_payload.json` is the payload of `/a`; `/_payload.json` that of `/`. */
export const getPage = (pathname: string): { pathname: string; kind: 'page' | 'payload' } =>
  pathname.endsWith(PAYLOAD)
    ? { pathname: pathname.slice(0, -PAYLOAD.length) || '/', kind: 'payload' }
    : { pathname, kind: 'page' };

/**
 * The same path is another page on a software's own host. Whatever a visitor sends as a path, no request line carries a
 * space: neither host reads what the other one keeps.
 */
export const getKey = (ownAlias: string, path: string): string => `${ownAlias} ${path}`;

/** What is asked for, with the search its page declares; null when it is a payload nobody offers. */
export const readPageRequest = (
  req: IncomingMessage,
  module: SiteModule,
  {
    requestId,
    getAlias,
    trustProxy,
  }: { requestId: string; getAlias: OwnHosts; trustProxy: boolean },
): PageRequest | null => {
  const url = splitUrl(req.url ?? '/');
  const { pathname, kind } = getPage(url.pathname);
  const host = hostName(req.headers.host ?? '');
  const ownAlias = getAlias(host) ?? '';
  const { cacheable, search } = module.declaredSearch(pathname, url.search, ownAlias);
  if (kind === 'payload' && !cacheable) return null;
  const [href, asked] = [pathname + search, pathname + url.search];
  // A payload is the same for everyone.
  const token = kind === 'payload' ? '' : cookieToken(req.headers.cookie);
  return {
    key: getKey(ownAlias, url.pathname + search),
    href,
    asked,
    named: cacheable && !token ? href : asked,
    kind,
    cacheable,
    requestId,
    token,
    host,
    ownAlias,
    address: getAddress(req, trustProxy),
  };
};
