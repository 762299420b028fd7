import type { CallOutput } from '@yunbiao/contract';
import type { PageMeta } from '../../kit/page/head.ts';
import { breadcrumb } from '../../kit/page/json-ld.ts';
import { getData } from '../../kit/page/page-errors.ts';
import type { SiteContext } from '../../kit/site/context.ts';

export type Handbook = CallOutput<'handbook'>;
export type Row = Handbook['entries'][number];
export type Entry = CallOutput<'handbookEntry'>;

export type HandbookData = Handbook & { meta: PageMeta };
export type EntryData = { entry: Entry; meta: PageMeta };

type Place<Params> = {
  context: SiteContext;
  location: { href: string };
  params: { soft: string } & Params;
  parentMatchPromise: Promise<{ loaderData?: { software: { name: string } } | undefined }>;
};

const NAME = '条码与元素手册';

/** From the software's home down to the handbook. */
const crumbs = (alias: string, name: string) => [
  { name, path: `/${alias}` },
  { name: '工具', path: `/${alias}/tools` },
  { name: NAME, path: `/${alias}/tools/codes` },
];

const getName = async (c: Pick<Place<object>, 'parentMatchPromise'>): Promise<string> =>
  (await c.parentMatchPromise).loaderData?.software.name ?? '';

/** Every code and element a label can have. */
export const loadHandbook = async (c: Place<object>): Promise<HandbookData> => {
  const { soft: alias } = c.params;
  const data = getData(await c.context.api(alias).call('handbook', { alias }), c);
  const name = await getName(c);
  const count = data.entries.filter(({ kind }) => kind !== 'element').length;
  return {
    ...data,
    meta: {
      title: `${NAME} · ${name} · 云标`,
      description: `${count} 种条码和二维码怎么选、放得下什么、最小能印多小，文字、表格、图片怎么用：每一种都配一张由引擎画出来的标签。`,
      path: `/${alias}/tools/codes`,
      jsonLd: [breadcrumb(crumbs(alias, name))],
    },
  };
};

/** One of them. */
export const loadEntry = async (c: Place<{ name: string }>): Promise<EntryData> => {
  const { soft: alias, name } = c.params;
  const reply = await c.context.api(alias).call('handbookEntry', { alias, name });
  const entry = getData(reply, c);
  const software = await getName(c);
  const path = `/${alias}/tools/codes/${entry.name}.html`;
  const what = entry.kind === 'element' ? '怎么用' : '用在哪、最小能印多小';
  return {
    entry,
    meta: {
      title: `${entry.title}：${what} · ${software} · 云标`,
      description: `${entry.title}：${entry.use}${entry.about[0] ?? ''}`.slice(0, 160),
      path,
      jsonLd: [breadcrumb([...crumbs(alias, software), { name: entry.title, path }])],
    },
  };
};
