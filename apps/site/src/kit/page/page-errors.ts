import type { Envelope } from '@yunbiao/contract/core/envelope';
import { notFound, redirect } from '@tanstack/react-router';

/**
 * Message of the 404 page (docs/promises.md): the requested path and search, unmodified and
 * complete (limited by `maxHeaderSize`). `description`: the requested path on the server, '' in the
 * browser.
 */
export const describeMissingPage = (description: string): string =>
  `Page Not Found: ${description || window.location.pathname + window.location.search}`;

type Place = { location: { href: string } };

/** Creates the error to throw when route validation failed or the object does not exist. */
export const createPageNotFound = () => notFound({ data: { statusCode: 404 } });

/**
 * Error with a public message, which may be serialized into the page. Loaders must not throw other
 * errors.
 */
export class PageError extends Error {
  override name = 'PageError';
  /** HTTP status of the page. */
  readonly status: 500 | 503;

  constructor(message: string, status: 500 | 503 = 500) {
    super(message);
    this.status = status;
  }
}

/**
 * Returns the data of a reply, or throws: 404 (also for invalid ids in the address), a redirect to
 * the denied page, or a PageError.
 */
export const requireReplyData = <T>(reply: Envelope<T>, c: Place): T => {
  if (reply.state === 'ok') return reply.data;
  if (reply.code === 404 || reply.code === 400) throw createPageNotFound();
  // The software was taken offline or closed to this member after it was loaded.
  const soft = decodeURIComponent(/^\/([^/?#]+)/.exec(c.location.href)?.[1] ?? '');
  if (reply.code === 403 && soft)
    throw redirect({ to: '/$soft/denied', params: { soft }, statusCode: 302 });
  throw new PageError(reply.msg);
};
