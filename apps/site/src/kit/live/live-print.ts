import type { Envelope } from '@yunbiao/contract/envelope';
import type { PrintEvent } from '@yunbiao/contract/events';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { SiteContext } from '../site/context.ts';
import { createPrintFeed, type News, type PrintFeed } from './print-feed.ts';
import { useSite } from '../site/site.tsx';

/** A hidden tab gives its connection back after this long, ms: a browser allows six to one host, tabs together. */
const HIDDEN_REST_MS = 20_000;

const feeds = new WeakMap<SiteContext['stores'], PrintFeed>();

/** Reconnects when the tab or the network comes back, or when somebody else signed in; for the life of the page. */
const followPage = (site: SiteContext, feed: PrintFeed): void => {
  let hidden: ReturnType<typeof setTimeout> | undefined;
  document.addEventListener('visibilitychange', () => {
    clearTimeout(hidden);
    if (document.visibilityState === 'hidden') hidden = setTimeout(feed.rest, HIDDEN_REST_MS);
    else feed.wake();
  });
  window.addEventListener('online', feed.wake);
  window.addEventListener('offline', feed.cut);
  let { token } = site.stores.session.get();
  site.stores.session.subscribe(() => {
    const now = site.stores.session.get().token;
    if (now === token) return;
    token = now;
    feed.rest();
    if (now) feed.wake();
  });
};

/** Opens the stream. An envelope in its place is a reply like any other: the session may be over. */
const openStream = async (site: SiteContext, signal: AbortSignal): Promise<Response> => {
  const { token } = site.stores.session.get();
  const response = await site.api('').raw('printEvents', {}, { signal });
  if (token && response.headers.get('content-type')?.startsWith('application/json') === true) {
    const reply = (await response.clone().json()) as Envelope<unknown>;
    site.session.onReply('printEvents', reply, token);
  }
  return response;
};

/** The tab's one stream. */
const getFeed = (site: SiteContext): PrintFeed => {
  let feed = feeds.get(site.stores);
  if (!feed) {
    feed = createPrintFeed({ open: (signal) => openStream(site, signal) });
    feeds.set(site.stores, feed);
    followPage(site, feed);
  }
  return feed;
};

/**
 * Hears what happens to the member's labels, printers and clients, as it happens. `resync` comes first on every
 * connection, so also after a gap: read everything again then. One connection per tab, however many listen.
 */
export const usePrintEvents = (handler: (event: PrintEvent) => void): void => {
  const site = useSite();
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  useEffect(() => getFeed(site).subscribe((event) => latest.current(event)), [site]);
};

const UNHEARD: News = { lost: false, lastAt: null };
const unheard = (): News => UNHEARD;

/** Whether what the page says of printers and labels still holds, or was last known when. */
export const useNews = (): News => {
  const site = useSite();
  return useSyncExternalStore(
    (listener) => getFeed(site).onState(listener),
    () => getFeed(site).news(),
    unheard,
  );
};
