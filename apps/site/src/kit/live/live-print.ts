import type { Envelope } from '@yunbiao/contract/core/envelope';
import type { PrintEvent } from '@yunbiao/contract/api/events';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { SiteContext } from '../site/context.ts';
import { createPrintFeed, type ConnectionState, type PrintFeed } from './print-feed.ts';
import { useSite } from '../site/site.tsx';

/**
 * Delay before a hidden tab closes its connection, ms. A browser allows six connections per host
 * across all tabs.
 */
const HIDDEN_CLOSE_DELAY_MS = 20_000;

const feeds = new WeakMap<SiteContext['stores'], PrintFeed>();

/**
 * Reconnects when the tab or the network returns, or when the member changes. Never unsubscribes.
 */
const followPageVisibility = (site: SiteContext, feed: PrintFeed): void => {
  let hidden: ReturnType<typeof setTimeout> | undefined;
  document.addEventListener('visibilitychange', () => {
    clearTimeout(hidden);
    if (document.visibilityState === 'hidden')
      hidden = setTimeout(feed.suspend, HIDDEN_CLOSE_DELAY_MS);
    else feed.resume();
  });
  window.addEventListener('online', feed.resume);
  window.addEventListener('offline', feed.abortConnection);
  let { token } = site.stores.session.get();
  site.stores.session.subscribe(() => {
    const current = site.stores.session.get().token;
    if (current === token) return;
    token = current;
    feed.suspend();
    if (current) feed.resume();
  });
};

/**
 * Opens the stream. A JSON envelope instead of a stream is handled as an API reply, such as an
 * expired session.
 */
const openPrintEventStream = async (site: SiteContext, signal: AbortSignal): Promise<Response> => {
  const { token } = site.stores.session.get();
  const response = await site.createApi('').fetchRaw('printEvents', {}, { signal });
  if (token && response.headers.get('content-type')?.startsWith('application/json') === true) {
    const reply = (await response.clone().json()) as Envelope<unknown>;
    site.session.onReply('printEvents', reply, token);
  }
  return response;
};

/** Returns the single stream of this tab. */
const getPrintFeed = (site: SiteContext): PrintFeed => {
  let feed = feeds.get(site.stores);
  if (!feed) {
    feed = createPrintFeed({ open: (signal) => openPrintEventStream(site, signal) });
    feeds.set(site.stores, feed);
    followPageVisibility(site, feed);
  }
  return feed;
};

/**
 * Subscribes to live events of labels, printers and clients. Each connection starts with `resync`,
 * also after a gap: reload everything then. All subscribers of a tab share one connection.
 */
export const usePrintEvents = (handler: (event: PrintEvent) => void): void => {
  const site = useSite();
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  useEffect(() => getPrintFeed(site).subscribe((event) => latest.current(event)), [site]);
};

const UNHEARD: ConnectionState = { lost: false, lastAt: null };
const getInitialConnectionState = (): ConnectionState => UNHEARD;

/** State of the live connection: whether displayed states are current, and the last update time. */
export const useConnectionState = (): ConnectionState => {
  const site = useSite();
  return useSyncExternalStore(
    (listener) => getPrintFeed(site).onState(listener),
    () => getPrintFeed(site).news(),
    getInitialConnectionState,
  );
};
