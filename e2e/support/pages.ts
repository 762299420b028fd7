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
const findLinkOnPage = async (site: Site, page: string, pattern: RegExp): Promise<string> => {
  const reply = await fetch(site.url + page);
  const found = pattern.exec(await reply.text())?.[0];
  if (!found) throw new Error(`${page} (${reply.status}) links no ${pattern}`);
  return found;
};

const toPage = (
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
  '/picture',
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
export const listPublicPages = async (site: Site): Promise<PublicPage[]> => {
  await closeOne(site);
  const readId = (list: string, folder = list): Promise<string> =>
    findLinkOnPage(site, `/${ALIAS}/${list}`, new RegExp(`/${ALIAS}/${folder}/\\d+\\.html`));
  const crumbs = ['BreadcrumbList'];
  return [
    toPage('/', '/', ['WebSite']),
    toPage('/{soft}', `/${ALIAS}`, ['SoftwareApplication']),
    toPage('/{soft}/denied', `/${CLOSED}/denied`, [], { isIndexed: false }),
    toPage('/{soft}/download', `/${ALIAS}/download`, crumbs),
    toPage('/{soft}/download/{id}.html', await readId('download'), crumbs),
    toPage('/{soft}/qa', `/${ALIAS}/qa`, crumbs),
    toPage('/{soft}/qa/{id}.html', await readId('qa'), ['QAPage', 'BreadcrumbList']),
    toPage('/{soft}/qa/ask', `/${ALIAS}/qa/ask`),
    toPage('/{soft}/tools', `/${ALIAS}/tools`, crumbs),
    toPage('/{soft}/tools/temp', `/${ALIAS}/tools/temp`, crumbs),
    toPage('/{soft}/tools/temp?own', `/${ALIAS}/tools/temp?own=1`, [], { isIndexed: false }),
    toPage('/{soft}/tools/zpl', `/${ALIAS}/tools/zpl`, crumbs, { kind: 'tool' }),
    toPage('/{soft}/tools/generator', `/${ALIAS}/tools/generator`, crumbs, { kind: 'tool' }),
    toPage('/{soft}/tools/videoToGif', `/${ALIAS}/tools/videoToGif`, crumbs, { kind: 'tool' }),
    toPage('/{soft}/tools/design-{id}.html', `/${ALIAS}/tools/design-new.html`, [], {
      kind: 'tool',
    }),
    toPage('/{soft}/tools/codes', `/${ALIAS}/tools/codes`, crumbs),
    toPage('/{soft}/tools/codes/{name}.html', `/${ALIAS}/tools/codes/ean13.html`, crumbs),
    toPage('/{soft}/tools/printers', `/${ALIAS}/tools/printers`, crumbs),
    toPage('/{soft}/tools/printers/{brand}.html', `/${ALIAS}/tools/printers/zebra.html`, crumbs),
    toPage('/{soft}/guide', `/${ALIAS}/guide`, crumbs),
    toPage('/{soft}/guide/{name}.html', `/${ALIAS}/guide/unreadable-code.html`, [
      'HowTo',
      'BreadcrumbList',
    ]),
    toPage('/{soft}/updateLog', `/${ALIAS}/updateLog`, crumbs),
    toPage('/{soft}/vip', `/${ALIAS}/vip`, crumbs),
    toPage('/{soft}/article', `/${ALIAS}/article`, crumbs),
    toPage('/{soft}/article/{id}.html', await readId('article'), crumbs),
    toPage('/{soft}/search', `/${ALIAS}/search`),
    toPage('/{soft}/search?q', `/${ALIAS}/search?q=${encodeURIComponent('打印机')}`, [], {
      isIndexed: false,
    }),
    toPage('/article/{id}.html', await findLinkOnPage(site, '/', /(?<=")\/article\/\d+\.html/)),
    toPage('/tools/gifGenerator', '/tools/gifGenerator', [], { kind: 'tool' }),
    toPage('/tools/videoToGif', '/tools/videoToGif', [], { kind: 'tool' }),
  ];
};
