import { runAdmin } from './admin.ts';

/** A page anybody can open, as the axe test and the benches go through them. */
export type PublicPage = {
  /** The route it stands for. */
  name: string;
  /** Address with real ids, search included. */
  path: string;
  /** Tool pages carry an engine; what a score may be depends on it. */
  kind: 'content' | 'tool';
  /** Search engines may keep it. */
  isIndexed: boolean;
  /** schema.org types it must describe itself with. */
  jsonLd: readonly string[];
};

type Site = { url: string; dataDir: string };

const ALIAS = 'yunbiao';
const CLOSED = 'yixiuting';

/** First address in a page that matches; the ids of the sample content are nobody's promise. */
const linkOn = async (site: Site, page: string, pattern: RegExp): Promise<string> => {
  const reply = await fetch(site.url + page);
  const found = pattern.exec(await reply.text())?.[0];
  if (!found) throw new Error(`${page} (${reply.status}) links no ${pattern}`);
  return found;
};

const page = (
  name: string,
  path: string,
  jsonLd: readonly string[] = [],
  rest: Partial<PublicPage> = {},
): PublicPage => ({ name, path, jsonLd, kind: 'content', isIndexed: true, ...rest });

/** The demo member's own pages. */
export const MEMBER_PAGES: readonly string[] = [
  '',
  '/auth',
  '/printerCfg',
  '/printerCfg?new=1',
  '/print',
  '/printStat',
  '/printStatDetail',
  '/order',
  '/notice',
  '/profile',
  '/apiKey',
  '/ipWhiteList',
  '/webhook',
].map((path) => `/${ALIAS}/user${path}`);

/** A software out of service, so that its `denied` page has something to say. Once a server. */
const closeOne = async (site: Site): Promise<void> => {
  const reply = await fetch(`${site.url}/${CLOSED}/denied`, { redirect: 'manual' });
  if (reply.status === 200) return;
  await runAdmin(site, ['software', 'add', CLOSED, '已停用的软件']);
  await runAdmin(site, ['software', 'offline', CLOSED, '这款软件已经停止服务']);
};

/** Every public route of the demo site, with an address that exists. */
export const publicPages = async (site: Site): Promise<PublicPage[]> => {
  await closeOne(site);
  const id = (list: string, folder = list): Promise<string> =>
    linkOn(site, `/${ALIAS}/${list}`, new RegExp(`/${ALIAS}/${folder}/\\d+\\.html`));
  const crumbs = ['BreadcrumbList'];
  return [
    page('/', '/', ['WebSite']),
    page('/{soft}', `/${ALIAS}`, ['SoftwareApplication']),
    page('/{soft}/denied', `/${CLOSED}/denied`, [], { isIndexed: false }),
    page('/{soft}/download', `/${ALIAS}/download`, crumbs),
    page('/{soft}/download/{id}.html', await id('download'), crumbs),
    page('/{soft}/qa', `/${ALIAS}/qa`, crumbs),
    page('/{soft}/qa/{id}.html', await id('qa'), ['QAPage', 'BreadcrumbList']),
    page('/{soft}/qa/ask', `/${ALIAS}/qa/ask`),
    page('/{soft}/tools', `/${ALIAS}/tools`, crumbs),
    page('/{soft}/tools/temp', `/${ALIAS}/tools/temp`, crumbs),
    page('/{soft}/tools/temp?own', `/${ALIAS}/tools/temp?own=1`, [], { isIndexed: false }),
    page('/{soft}/tools/zpl', `/${ALIAS}/tools/zpl`, crumbs, { kind: 'tool' }),
    page('/{soft}/tools/generator', `/${ALIAS}/tools/generator`, crumbs, { kind: 'tool' }),
    page('/{soft}/tools/videoToGif', `/${ALIAS}/tools/videoToGif`, crumbs, { kind: 'tool' }),
    page('/{soft}/tools/design-{id}.html', `/${ALIAS}/tools/design-new.html`, [], { kind: 'tool' }),
    page('/{soft}/tools/codes', `/${ALIAS}/tools/codes`, crumbs),
    page('/{soft}/tools/codes/{name}.html', `/${ALIAS}/tools/codes/ean13.html`, crumbs),
    page('/{soft}/updateLog', `/${ALIAS}/updateLog`, crumbs),
    page('/{soft}/vip', `/${ALIAS}/vip`, crumbs),
    page('/{soft}/article', `/${ALIAS}/article`, crumbs),
    page('/{soft}/article/{id}.html', await id('article'), crumbs),
    page('/{soft}/search', `/${ALIAS}/search`),
    page('/{soft}/search?q', `/${ALIAS}/search?q=${encodeURIComponent('打印机')}`, [], {
      isIndexed: false,
    }),
    page('/article/{id}.html', await linkOn(site, '/', /(?<=")\/article\/\d+\.html/)),
    page('/tools/gifGenerator', '/tools/gifGenerator', [], { kind: 'tool' }),
    page('/tools/videoToGif', '/tools/videoToGif', [], { kind: 'tool' }),
  ];
};
