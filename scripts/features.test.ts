import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { calls } from '@yunbiao/contract';
import { type Feature, FEATURES } from '@yunbiao/contract/features/feature-list';
import { describe, expect, it } from 'vitest';
import {
  buildLibraryAddress,
  parseLibraryAddress,
} from '../apps/site/src/features/library/address.ts';
import { ENTITLEMENT_ROWS } from '../apps/site/src/kit/software/entitlement-rows.ts';
import { createSampleArticles } from '../packages/sample/src/articles.ts';
import { SAMPLE_SOFTWARES } from '../packages/sample/src/softwares.ts';
import { HANDBOOK_NAMES } from '../packages/services/src/community/handbook/names.ts';
import { collectPages } from './compat/collect-pages.ts';
import {
  findDenials,
  findFalseClaims,
  type Finding,
  listMentionedMissingThings,
  MISSING_THINGS,
  extractProse,
  extractShownTexts,
} from './lib/feature-claims.ts';
import { buildFeaturesDoc, replaceReadmeTable } from './lib/feature-texts.ts';
import { SEARCH_WORDS } from './lib/screen-words.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** `/{soft}/qa/{id}.html` fits `/{soft}/qa/7.html`, and `/{soft}` only itself. */
const fitsPattern = (pattern: string, page: string): boolean => {
  const parts = pattern
    .split(/\{(?!soft\})\w+\}/)
    .map((part) => part.replaceAll(/[.\\*+?^${}()|[\]]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^/]+')}$`).test(page);
};

const getPath = (page: string): string => page.replace(/[?#].*$/, '');

/** Matches an address that the site answers, with names in braces, against the page of a feature. */
const matchesPage = ({ page }: Feature, address: string): boolean =>
  fitsPattern(address, getPath(page));

/** The title is the first argument of a call of `it`, after a table of cases or not. */
const hasTest = (file: string, title: string): boolean => {
  const source = existsSync(join(ROOT, file)) ? read(file) : '';
  const at = Math.max(source.indexOf(`'${title}'`), source.indexOf(`"${title}"`));
  const [call = ''] = source
    .slice(0, Math.max(at, 0))
    .split(/^\s*(?=it\b)/m)
    .slice(-1);
  return /^it(?:\.(?:each|for)\b[\s\S]*\))?\(\s*$/.test(call);
};

describe('the list of features', () => {
  it('has each once, by id and by name', () => {
    for (const key of ['id', 'name', 'description'] as const) {
      const all = FEATURES.map((feature) => feature[key]);
      expect(all).toEqual([...new Set(all)]);
    }
    expect(FEATURES.length).toBeGreaterThan(24);
  });

  it('has features on pages that the site answers', () => {
    const answered = collectPages();
    expect(
      FEATURES.filter((feature) => !answered.some((page) => matchesPage(feature, page))),
    ).toEqual([]);
  });

  it('has features whose calls are in the contract', () => {
    const names = FEATURES.flatMap((feature) => feature.calls);
    expect(names.length).toBeGreaterThan(40);
    expect(names.filter((name) => !Object.hasOwn(calls, name))).toEqual([]);
  });

  it('has features that are exercised by tests that are there and run', () => {
    expect(FEATURES.filter(({ test }) => !hasTest(test.file, test.title))).toEqual([]);
  });

  it('has features that came with a version of the changelog', () => {
    const headings = Array.from(
      read('CHANGELOG.md').matchAll(/^## (\S+)/gm),
      ([, heading = '']) => heading,
    );
    expect(FEATURES.filter(({ since }) => !headings.includes(since))).toEqual([]);
  });

  it('names each entitlement of a plan once', () => {
    const limits = FEATURES.flatMap(({ limitedBy }) => limitedBy ?? []);
    const ofPlans = Object.keys(calls.productList.output.element.shape.entitlements.shape);
    expect(limits.toSorted()).toEqual(ofPlans.toSorted());
    expect(ENTITLEMENT_ROWS.length).toBe(ofPlans.length);
  });
});

describe('what is made from the list', () => {
  it('is in docs/features.md and README.md as npm run generate makes it', () => {
    expect(read('docs/features.md')).toBe(buildFeaturesDoc());
    expect(read('README.md')).toBe(replaceReadmeTable(read('README.md')));
  });

  it('is named on the page of the tools as in the list, and nothing else', () => {
    const named = globSync('apps/site/src/features/software/tools/*.tsx', { cwd: ROOT }).flatMap(
      (path) =>
        Array.from(read(path).matchAll(/<ToolCard\s+name="([^"]+)"/g), ([, name = '']) => name),
    );
    expect(named.length).toBeGreaterThan(5);
    const known = new Set(FEATURES.map(({ name }) => name));
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });
});

/** Where a visitor without an account follows links: what is on each page, the pages of a software, sample articles. */
const PUBLIC_SOURCES = [
  'apps/site/src/shell/layout/{header,footer-content}.tsx',
  'apps/site/src/features/{software,article,library,vip,handbook}/**/*.tsx',
];

/** The tag or call that has a link, from its address to its end; the `>` of an arrow is none. */
const REST_OF_LINK = /[\s\S]*?(?:(?<!=)>|\}\);)/y;

/** `to="/$soft/…" params={{ id: 'new' }} search={{ own: '1' }}`: what is no literal stays a name in braces, or is left out. */
const readRoute = (source: string, to: string, end: number): string => {
  REST_OF_LINK.lastIndex = end;
  const [rest = ''] = REST_OF_LINK.exec(source) ?? [];
  const [, params = ''] = /\bparams(?:=\{|: )\{([^}]*)\}/.exec(rest) ?? [];
  const [, search = ''] = /\bsearch(?:=\{|: )\{([^}]*)\}/.exec(rest) ?? [];
  const listLiterals = (text: string): [string, string][] =>
    Array.from(text.matchAll(/(\w+): '([^']*)'/g), ([, name = '', value = '']) => [name, value]);
  const paramValues = new Map(listLiterals(params));
  const path = to.replaceAll(
    /\{?\$(\w+)\}?/g,
    (_, name: string) => paramValues.get(name) ?? `{${name}}`,
  );
  const query = new URLSearchParams(listLiterals(search)).toString();
  return query ? `${path}?${query}` : path;
};

/** Addresses inside a software: `['/qa', '问答']` of a menu, `/${alias}/…`. */
const INSIDE: readonly RegExp[] = [
  /\['(\/[\w/.?=&-]*|)', '[^']+'\]/g,
  /`\/\$\{alias\}(\/[\w/.?=&-]*)/g,
];

/** The addresses to which a source links, with their queries: `/{soft}/qa`, `/{soft}/tools/temp?own=1`. */
const readLinks = (source: string): string[] => [
  ...Array.from(source.matchAll(/\bto(?:=|: )["'](\/[^"']*)["']/g), (found) =>
    readRoute(source, found[1] ?? '', found.index + found[0].length),
  ),
  ...Array.from(source.matchAll(/\bhref(?:=|: )["'](\/[^"']*)["']/g), ([, href = '']) => href),
  ...INSIDE.flatMap((pattern) =>
    Array.from(source.matchAll(pattern), ([, path = '']) =>
      path.startsWith('/np/') ? path : `/{soft}${path}`,
    ),
  ),
];

/** `[设计器](/yunbiao/tools/design-new.html)` of an article. */
const readArticleLinks = (alias: string, content: string): string[] =>
  Array.from(content.matchAll(/\]\((\/[^)]*)\)/g), ([, to = '']) =>
    to.replace(new RegExp(`^/${alias}(?=[/?#]|$)`), '/{soft}'),
  );

/** 公共模板 and 我的模板 of the library, whose addresses its own function builds. */
const listLibraryTabs = (): string[] =>
  Array.from(
    read('apps/site/src/features/library/library-page.tsx').matchAll(
      /\{ own: (true|false), label: '[^']+' \}/g,
    ),
    ([, own]) => {
      const search = buildLibraryAddress(parseLibraryAddress({}), { own: own === 'true' });
      return `/{soft}/tools/temp?${new URLSearchParams(search).toString()}`;
    },
  );

const HANDBOOK_ENTRY = '/{soft}/tools/codes/{name}.html';

const listPublicLinks = (): string[] => {
  const sources = PUBLIC_SOURCES.flatMap((glob) => globSync(glob, { cwd: ROOT }));
  const ofPages = sources.flatMap((path) => readLinks(read(path)));
  const ofArticles = SAMPLE_SOFTWARES.flatMap(({ alias }) =>
    createSampleArticles(alias, '0.1.0').flatMap(({ content }) => readArticleLinks(alias, content)),
  );
  // The handbook links each of its entries.
  const ofHandbook = ofPages.includes(HANDBOOK_ENTRY)
    ? HANDBOOK_NAMES.map((name) => HANDBOOK_ENTRY.replace('{name}', name))
    : [];
  return [...new Set([...ofPages, ...ofArticles, ...ofHandbook, ...listLibraryTabs()])];
};

/** Parameters of an address; what follows `#` is none. */
const getQuery = (address: string): URLSearchParams =>
  new URLSearchParams(/\?([^#]*)/.exec(address)?.[1] ?? '');

/**
 * Whether a link opens the page of a feature: that very path, with all parameters of the page. Only a page with an id of
 * its own takes any id.
 */
const leadsTo = (page: string, link: string): boolean => {
  const given = getQuery(link);
  return (
    fitsPattern(getPath(page), getPath(link)) &&
    [...getQuery(page)].every(([name, value]) => given.get(name) === value)
  );
};

const listUnlinked = (pages: readonly string[], links: readonly string[]): string[] =>
  pages.filter((page) => !links.some((link) => leadsTo(page, link)));

describe('a page that everybody can read', () => {
  const links = listPublicLinks();

  it('links each feature', () => {
    const pages = FEATURES.map(({ page }) => page);
    expect(listUnlinked(pages, links)).toEqual([]);
  });

  it.each([
    '/{soft}/tools/design-nosuch.html',
    '/{soft}/tools/temp?nosuch=1',
    '/{soft}/tools/codes/nosuch.html',
    '/{soft}/user/nosuch',
    '/{soft}/nosuch/{id}.html',
    '/np/nosuch',
  ])('does not link %s, which a feature may have as its page', (page) => {
    expect(listUnlinked([page], links)).toEqual([page]);
  });

  it.each([
    ['/{soft}/tools/design-new.html', '/{soft}/tools/design-{id}.html'],
    ['/{soft}/tools/design-new.html', '/{soft}/tools/design-7.html'],
    ['/{soft}/tools/temp?own=1', '/{soft}/tools/temp'],
    ['/{soft}/tools/temp?own=1', '/{soft}/tools/temp?own=0'],
    ['/{soft}/vip', '/{soft}/vip/more'],
  ])('links not %s by %s', (page, link) => {
    expect(listUnlinked([page], [link])).toEqual([page]);
  });

  it.each([
    [
      '/{soft}/tools/design-new.html',
      `<Link to="/$soft/tools/design-{$id}.html" params={{ soft, id: 'new' }}>`,
    ],
    ['/{soft}/tools/design-new.html', `  ['/tools/design-new.html', '设计'],`],
    ['/{soft}/tools/design-new.html', '`/${alias}/tools/design-new.html`'],
    [
      '/{soft}/tools/temp?own=1',
      `<Link to="/$soft/tools/temp" params={{ soft }} search={{ own: '1' }}>`,
    ],
    ['/{soft}/tools/temp?own=1', `navigate({ to: '/$soft/tools/temp', search: { own: '1', q } });`],
    ['/{soft}/tools/temp?own=1', `  ['/tools/temp?own=1', '我的模板'],`],
    ['/{soft}/tools/temp', `<Link to="/$soft/tools/temp" search={{ own: '1' }}>`],
    ['/{soft}/qa/{id}.html', `<Link to="/$soft/qa/{$id}.html" params={{ soft, id: post.id }}>`],
    ['/{soft}/qa/{id}.html', `  ['/qa/7.html', '问答'],`],
    ['/np/docs', `  ['/np/docs', '接口文档'],`],
  ])('links %s by %s', (page, source) => {
    expect(listUnlinked([page], readLinks(source))).toEqual([]);
  });

  it('links nothing by what belongs to the next link', () => {
    const source = `<Link to="/$soft/tools/design-{$id}.html" onClick={() => go()} params={{ id }}>画</Link>
      <Link to="/$soft/qa/{$id}.html" params={{ id: 'new' }} search={{ own: '1' }}>问</Link>`;
    expect(readLinks(source)).toEqual([
      '/{soft}/tools/design-{id}.html',
      '/{soft}/qa/new.html?own=1',
    ]);
  });
});

/** Documents about what the product can do. docs/limits.md: what it denies is in its first section. */
const DOCUMENTS = ['README.md', 'docs/features.md', 'docs/operations.md', 'docs/fields.md'];

const getNotThere = (): string => {
  const text = extractProse(read('docs/limits.md'));
  return text.slice(text.indexOf('\n## Not there'), text.indexOf('\n## Never tried'));
};

type Text = { place: string; text: string; kind: 'page' | 'prose' };

const TEXTS: readonly Text[] = [
  ...globSync('{apps,packages}/*/src/**/*.{ts,tsx}', { cwd: ROOT })
    .filter(
      (path) => !/\.test\.tsx?$|\.gen\.ts$|\/testing[./-]/.test(path) && !SEARCH_WORDS.test(path),
    )
    .flatMap((place) =>
      extractShownTexts(place, read(place)).map((text) => ({
        place,
        text,
        kind: place.startsWith('packages/sample/') ? ('prose' as const) : ('page' as const),
      })),
    ),
  ...DOCUMENTS.map((place) => ({ place, text: extractProse(read(place)), kind: 'prose' as const })),
  { place: 'docs/limits.md', text: getNotThere(), kind: 'prose' },
];

const findAll = (find: (text: Text) => Finding[]): string[] =>
  TEXTS.flatMap((text) =>
    find(text).map(({ about, sentence }) => `${text.place}: ${about}: ${sentence}`),
  );

describe('the texts', () => {
  it('deny no feature', () => {
    expect(findAll(({ text, kind }) => findDenials(text, kind))).toEqual([]);
  });

  it('claim nothing that is missing', () => {
    expect(findAll(({ text }) => findFalseClaims(text))).toEqual([]);
  });

  it('of the limits name each missing thing, and no feature is one', () => {
    const denied = listMentionedMissingThings(getNotThere());
    expect(
      MISSING_THINGS.filter(
        (thing) => !listMentionedMissingThings(read('docs/limits.md')).includes(thing),
      ),
    ).toEqual([]);
    expect(denied.length).toBeGreaterThan(3);
    for (const { name, description } of FEATURES)
      expect(listMentionedMissingThings(name + description)).toEqual([]);
  });
});

describe('a test', () => {
  it.each([
    ['is there and runs', 'scripts/features.test.ts', 'deny no feature', true],
    ['is not there', 'scripts/features.test.ts', ['deny', 'every feature'].join(' '), false],
    ['is in no file', 'scripts/gone.test.ts', 'deny no feature', false],
    ['is no test', 'scripts/features.test.ts', 'is no test', false],
  ])('%s', (_words, file, title, found) => {
    expect(hasTest(file, title)).toBe(found);
  });
});

describe('a denial', () => {
  it.each([
    ['designer', '现在的模板由我们备好；自己画标签的设计器做好以后，用的就是这些元素。'],
    ['spreadsheet', '还不能直接选 Excel 文件。'],
    ['printer-groups', '这一版暂不支持打印机组。'],
    ['webhooks', '敬请期待 Webhook！'],
    ['virtual-printer', '虚拟打印机即将上线'],
    ['calibration', '校准以后会有。'],
    ['print-api', 'There is no print API yet.'],
    ['printer-groups', 'Printer groups are not supported.'],
  ])('of %s is found: %s', (about, text) => {
    expect(findDenials(text, 'prose').map((denial) => denial.about)).toContain(about);
  });

  it('is found on a page through its markup', () => {
    const page =
      '<p>自己画标签的<Link to="/x">设计器</Link>\n  做好以后再用。</p>; // 还没有设计器';
    const found = extractShownTexts('page.tsx', page).flatMap((text) => findDenials(text, 'page'));
    expect(found.map(({ about }) => about)).toEqual(['designer']);
    expect(findDenials('打印机组还没有，', 'page')).toHaveLength(1);
  });

  it.each([
    ['page', '还没有打印机配置'],
    ['page', '这份备份没有做完'],
    ['prose', '设计器在浏览器里画：文字、条码、二维码。只会 Windows 驱动的还不行。'],
    ['prose', '一台缺纸、离线，还没打印的自动转到打印机组的下一台。'],
    ['prose', 'Templates with serial numbers cannot be exported as files.'],
  ] as const)('is none on a %s that says: %s', (kind, text) => {
    expect(findDenials(text, kind)).toEqual([]);
  });
});

describe('a claim of what is missing', () => {
  it.each([
    ['an app', '手机 App 里也能打印。'],
    ['a mini program', '打开小程序，扫一扫就能打印。'],
    ['administration pages', '在管理后台里改价格。'],
    ['printers of a Windows driver alone', '有 Windows 驱动的打印机都能用。'],
    ['waybill numbers', '自动取运单号。'],
  ])('of %s is found: %s', (about, text) => {
    expect(findFalseClaims(text).map((falseClaim) => falseClaim.about)).toEqual([about]);
  });

  it.each([
    '没有管理后台页面。',
    '只会 Windows 驱动的打印机用不了。',
    '会帮我取运单号吗？',
    '不取运单号，不对接电商平台：运单号由你填。',
  ])('is none in: %s', (text) => {
    expect(findFalseClaims(text)).toEqual([]);
  });
});
