import type { IncomingMessage } from 'node:http';
import type { SiteModule } from '@yunbiao/contract/api/site';
import { getRequestAddress } from '../http/client-address.ts';
import { parseHostName, type FindCustomDomain } from './hosts.ts';
import { readTokenCookie } from '../http/token-cookie.ts';

const PAYLOAD = '/_payload.json';

export type PageRequest = {
  /** Cache key: path, and the search parameters that the page declares. */
  key: string;
  /** URL that is rendered. */
  href: string;
  /** Path and search as requested, including undeclared parameters. */
  requestedUrl: string;
  /**
   * URL shown on the 404 page: the requested one, or the rendered one if visitors share the page.
   */
  displayedUrl: string;
  kind: 'page' | 'payload';
  cacheable: boolean;
  /** The visitor's token; '' when anonymous. */
  token: string;
  host: string;
  /** Alias of the software with this custom domain; '' on the main host. */
  customDomainAlias: string;
  requestId: string;
  /** Address of the visitor, used for rate limits of the page's calls. */
  address: string;
};

export const isPayloadPath = (pathname: string): boolean => pathname.endsWith(PAYLOAD);

export const splitUrl = (url: string): { pathname: string; search: string } => {
  const at = url.indexOf('?');
  return at < 0
    ? { pathname: url, search: '' }
    : { pathname: url.slice(0, at), search: url.slice(at) };
};

/** `/a/_payload.json` is the payload of `/a`; `/_payload.json` is that of `/`. */
export const parsePagePath = (pathname: string): { pathname: string; kind: 'page' | 'payload' } =>
  pathname.endsWith(PAYLOAD)
    ? { pathname: pathname.slice(0, -PAYLOAD.length) || '/', kind: 'payload' }
    : { pathname, kind: 'page' };

/**
 * A custom domain has another page at the same path. A request path cannot contain a space, so no
 * host can read cache entries of another host.
 */
export const formatCacheKey = (ownAlias: string, path: string): string => `${ownAlias} ${path}`;

/**
 * Parses a page request with the search parameters that its page declares. Returns null for a
 * payload that does not exist.
 */
export const readPageRequest = (
  req: IncomingMessage,
  module: SiteModule,
  {
    requestId,
    getAlias,
    trustProxy,
  }: { requestId: string; getAlias: FindCustomDomain; trustProxy: boolean },
): PageRequest | null => {
  const url = splitUrl(req.url ?? '/');
  const { pathname, kind } = parsePagePath(url.pathname);
  const host = parseHostName(req.headers.host ?? '');
  const customDomainAlias = getAlias(host) ?? '';
  const { cacheable, search } = module.getDeclaredSearch(pathname, url.search, customDomainAlias);
  if (kind === 'payload' && !cacheable) return null;
  const [href, askedHref] = [pathname + search, pathname + url.search];
  // A payload is the same for every visitor.
  const token = kind === 'payload' ? '' : readTokenCookie(req.headers.cookie);
  return {
    key: formatCacheKey(customDomainAlias, url.pathname + search),
    href,
    requestedUrl: askedHref,
    displayedUrl: cacheable && !token ? href : askedHref,
    kind,
    cacheable,
    requestId,
    token,
    host,
    customDomainAlias,
    address: getRequestAddress(req, trustProxy),
  };
};
