import { expect, it } from 'vitest';
import { PAGE_VIEW, reportPageView, watchPageViews } from './page-views.ts';

type Listener = (event: { pathChanged: boolean; toLocation: { publicHref: string } }) => void;

const openPage = (kept: object) => {
  const told: unknown[] = [];
  const page = Object.assign(new EventTarget(), kept);
  page.addEventListener(PAGE_VIEW, (event) => told.push((event as CustomEvent).detail));
  return { page, told };
};

// @spec page-view-words
it('a page gone to inside the page is told in the words common scripts know', () => {
  const kept = { _hmt: [] as unknown[], dataLayer: [] as unknown[] };
  const { page, told } = openPage(kept);
  reportPageView('/yunbiao/vip', page);
  expect(kept._hmt).toEqual([['_trackPageview', '/yunbiao/vip']]);
  expect(kept.dataLayer).toEqual([{ event: 'page_view', page_path: '/yunbiao/vip' }]);
  expect(told).toEqual([{ path: '/yunbiao/vip' }]);
  // A page with neither queue gets the event only.
  const bare = openPage({ dataLayer: 'odd' });
  reportPageView('/yunbiao', bare.page);
  expect(bare.told).toEqual([{ path: '/yunbiao' }]);
});

it('the path is told without search and hash, and only when it is another', () => {
  let listen: Listener | undefined;
  const { page, told } = openPage({});
  const subscribe = (_name: string, listener: unknown) => {
    listen = listener as Listener;
    return () => {};
  };
  watchPageViews({ subscribe } as unknown as Parameters<typeof watchPageViews>[0], page);
  const navigateTo = (publicHref: string, pathChanged = true) =>
    listen?.({ pathChanged, toLocation: { publicHref } });
  navigateTo('/yunbiao/search?q=%E5%BC%A0%E4%B8%89#top');
  navigateTo('/yunbiao/search?q=b', false);
  navigateTo('/');
  expect(told).toEqual([{ path: '/yunbiao/search' }, { path: '/' }]);
});
