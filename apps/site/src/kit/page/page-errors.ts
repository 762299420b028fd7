import type { Envelope } from '@yunbiao/contract/envelope';
import { notFound, redirect } from '@tanstack/react-router';

/**
 * What the 404 page says (docs/promises.md): the path and search as they were written, in full. A request line has an end
 * (`maxHeaderSize`). `named`: what the server was asked for, '' in the browser.
 */
export const describeMissing = (named: string): string =>
  `Page Not Found: ${named || window.location.pathname + window.location.search}`;

type Place = { location: { href: string } };

/** A route's validity check failed, or what the address names does not exist. Throw it. */
export const pageNotFound = () => notFound({ data: { statusCode: 404 } });

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
export const getData = <T>(reply: Envelope<T>, c: Place): T => {
  if (reply.state === 'ok') return reply.data;
  if (reply.code === 404 || reply.code === 400) throw pageNotFound();
  // Taken offline since the page's software was loaded, or closed to this member.
  const soft = decodeURIComponent(/^\/([^/?#]+)/.exec(c.location.href)?.[1] ?? '');
  if (reply.code === 403 && soft)
    throw redirect({ to: '/$soft/denied', params: { soft }, statusCode: 302 });
  throw new PageError(reply.msg);
};
