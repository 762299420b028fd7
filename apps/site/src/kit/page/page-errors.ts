import type { Envelope } from '@yunbiao/contract/envelope';
import { notFound, redirect } from '@tanstack/react-router';

/** What a 404 carries: the message names the full path, as specified. */
export type NotFoundData = { statusCode: 404; message: string };

/** Characters of an address that are named: it may be as long as a request line. */
const MAX_NAMED = 300;

/** What the 404 page says of an address (docs/promises.md): path and search, cut where it is very long. */
export const describeMissing = (href: string): string =>
  `Page Not Found: ${href.length > MAX_NAMED ? `${href.slice(0, MAX_NAMED)}…` : href}`;

type Place = { location: { href: string } };

/** A route's validity check failed, or what the address names does not exist. Throw it. */
export const pageNotFound = (c: Place) =>
  notFound({
    data: { statusCode: 404, message: describeMissing(c.location.href) } satisfies NotFoundData,
  });

/** A public message: it may be serialised into the page. Nothing else may be thrown by a loader. */
export class PageError extends Error {
  override name = 'PageError';
  /** HTTP status of the page. */
  readonly status: 500 | 503;

  constructor(message: string, status: 500 | 503 = 500) {
    super(message);
    this.status = status;
  }
}

/** The data of a reply, or the page that says why there is none: 404, also for what no address can name, or 系统错误. */
export const dataOf = <T>(reply: Envelope<T>, c: Place): T => {
  if (reply.state === 'ok') return reply.data;
  if (reply.code === 404 || reply.code === 400) throw pageNotFound(c);
  // Taken offline since the page's software was loaded, or closed to this member.
  const soft = decodeURIComponent(/^\/([^/?#]+)/.exec(c.location.href)?.[1] ?? '');
  if (reply.code === 403 && soft)
    throw redirect({ to: '/$soft/denied', params: { soft }, statusCode: 302 });
  throw new PageError(reply.msg);
};
