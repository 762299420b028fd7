import { runAdmin } from './admin.ts';

/** A public page, visited by the axe test and the benchmarks. */
export type PublicPage = {
  /** Route name. */
  name: string;
  /** URL with real ids and query. */
  path: string;
  /** Tool pages load an engine, so they have other score limits. */
  kind: 'content' | 'tool';
  /** Whether search engines may index it. */
  isIndexed: boolean;
  /** schema.org types it must declare. */
  jsonLd: readonly string[];
};

type Site = { url: string; dataDir: string };

const ALIAS = 'yunbiao';
const CLOSED = 'yixiuting';

/** First matching address in a page; the ids of the sample content are not fixed. */
const linkOn = async (site: Site, page: string, pattern: RegExp): Promise<string> => {
  const reply = await fetch(site.url + page);
  const found = pattern.exec(await reply.text())?.[0];
  if (!found) throw new Error(`${page} (${reply.status}) links no ${pattern}`);
  return found;
};

const createPublicPage = (
  name: string,
  path: string,
  jsonLd: readonly string[] = [],
  rest: Partial<PublicPage> = {},
): PublicPage => ({ name, path, jsonLd, kind: 'content', isIndexed: true, ...rest });

/** Pages of the demo member. */
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

/** Disables a software so that its `denied` page has content. Once per server. */
const closeOne = async (site: Site): Promise<void> => {
  const reply = await fetch(`${site.url}/${CLOSED}/denied`, { redirect: 'manual' });
  if (reply.status === 200) return;
  await runAdmin(site, ['software', 'add', CLOSED, '已停用的软件']);
  await runAdmin(site, ['software', 'offline', CLOSED, '这款软件已经停止服务']);
};

/** Every public route of the demo site, each with an existing address. */
export const publicPages = async (site: Site): Promise<PublicPage[]> => {
  await closeOne(site);
  const getIdOnPage = (list: string, folder = list): Promise<string> =>
    linkOn(site, `/${ALIAS}/${list}`, new RegExp(`/${ALIAS}/${folder}/\\d+\\.html`));
  const crumbs = ['BreadcrumbList'];
  return [
    createPublicPage('/', '/', ['WebSite']),
    createPublicPage('/{soft}', `/${ALIAS}`, ['SoftwareApplication']),
    createPublicPage('/{soft}/denied', `/${CLOSED}/denied`, [], { isIndexed: false }),
    createPublicPage('/{soft}/download', `/${ALIAS}/download`, crumbs),
    createPublicPage('/{soft}/download/{id}.html', await getIdOnPage('download'), crumbs),
    createPublicPage('/{soft}/qa', `/${ALIAS}/qa`, crumbs),
    createPublicPage('/{soft}/qa/{id}.html', await getIdOnPage('qa'), ['QAPage', 'BreadcrumbList']),
    createPublicPage('/{soft}/qa/ask', `/${ALIAS}/qa/ask`),
    createPublicPage('/{soft}/tools', `/${ALIAS}/tools`, crumbs),
    createPublicPage('/{soft}/tools/temp', `/${ALIAS}/tools/temp`, crumbs),
    createPublicPage('/{soft}/tools/temp?own', `/${ALIAS}/tools/temp?own=1`, [], {
      isIndexed: false,
    }),
    createPublicPage('/{soft}/tools/zpl', `/${ALIAS}/tools/zpl`, crumbs, { kind: 'tool' }),
    createPublicPage('/{soft}/tools/generator', `/${ALIAS}/tools/generator`, crumbs, {
      kind: 'tool',
    }),
    createPublicPage('/{soft}/tools/videoToGif', `/${ALIAS}/tools/videoToGif`, crumbs, {
      kind: 'tool',
    }),
    createPublicPage('/{soft}/tools/design-{id}.html', `/${ALIAS}/tools/design-new.html`, [], {
      kind: 'tool',
    }),
    createPublicPage('/{soft}/tools/codes', `/${ALIAS}/tools/codes`, crumbs),
    createPublicPage('/{soft}/tools/codes/{name}.html', `/${ALIAS}/tools/codes/ean13.html`, crumbs),
    createPublicPage('/{soft}/tools/printers', `/${ALIAS}/tools/printers`, crumbs),
    createPublicPage(
      '/{soft}/tools/printers/{brand}.html',
      `/${ALIAS}/tools/printers/zebra.html`,
      crumbs,
    ),
    createPublicPage('/{soft}/guide', `/${ALIAS}/guide`, crumbs),
    createPublicPage('/{soft}/guide/{name}.html', `/${ALIAS}/guide/unreadable-code.html`, [
      'HowTo',
      'BreadcrumbList',
    ]),
    createPublicPage('/{soft}/updateLog', `/${ALIAS}/updateLog`, crumbs),
    createPublicPage('/{soft}/vip', `/${ALIAS}/vip`, crumbs),
    createPublicPage('/{soft}/article', `/${ALIAS}/article`, crumbs),
    createPublicPage('/{soft}/article/{id}.html', await getIdOnPage('article'), crumbs),
    createPublicPage('/{soft}/search', `/${ALIAS}/search`),
    createPublicPage('/{soft}/search?q', `/${ALIAS}/search?q=${encodeURIComponent('打印机')}`, [], {
      isIndexed: false,
    }),
    createPublicPage('/article/{id}.html', await linkOn(site, '/', /(?<=")\/article\/\d+\.html/)),
    createPublicPage('/tools/gifGenerator', '/tools/gifGenerator', [], { kind: 'tool' }),
    createPublicPage('/tools/videoToGif', '/tools/videoToGif', [], { kind: 'tool' }),
  ];
};
