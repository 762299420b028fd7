import type { CallOutput } from '@yunbiao/contract';
import type { PageMeta } from '../../kit/page/head.ts';
import { buildBreadcrumb } from '../../kit/page/json-ld.ts';
import { getSoftwareName, type SoftwarePagePlace } from '../../kit/page/software-place.ts';
import { requireReplyData } from '../../kit/page/page-errors.ts';

export type Handbook = CallOutput<'handbook'>;
export type Row = Handbook['entries'][number];
export type Entry = CallOutput<'handbookEntry'>;

export type HandbookData = Handbook & { meta: PageMeta };
export type EntryData = { entry: Entry; meta: PageMeta };

const NAME = '条码与元素手册';

/** Breadcrumb from the home page of the software to the handbook. */
const buildHandbookCrumbs = (alias: string, name: string) => [
  { name, path: `/${alias}` },
  { name: '工具', path: `/${alias}/tools` },
  { name: NAME, path: `/${alias}/tools/codes` },
];

/** Loads all codes and elements. */
export const loadHandbook = async (c: SoftwarePagePlace): Promise<HandbookData> => {
  const { soft: alias } = c.params;
  const data = requireReplyData(await c.context.createApi(alias).call('handbook', { alias }), c);
  const name = await getSoftwareName(c);
  const count = data.entries.filter(({ kind }) => kind !== 'element').length;
  return {
    ...data,
    meta: {
      title: `${NAME} · ${name} · 云标`,
      description: `${count} 种条码和二维码怎么选、放得下什么、最小能打印多小，文字、表格、图片怎么用：每一种都配一张由引擎画出来的标签。`,
      path: `/${alias}/tools/codes`,
      jsonLd: [buildBreadcrumb(buildHandbookCrumbs(alias, name))],
    },
  };
};

/** Loads one code or element. */
export const loadHandbookEntry = async (
  c: SoftwarePagePlace<{ name: string }>,
): Promise<EntryData> => {
  const { soft: alias, name } = c.params;
  const reply = await c.context.createApi(alias).call('handbookEntry', { alias, name });
  const entry = requireReplyData(reply, c);
  const software = await getSoftwareName(c);
  const path = `/${alias}/tools/codes/${entry.name}.html`;
  const aspect = entry.kind === 'element' ? '怎么用' : '用在哪、最小能打印多小';
  return {
    entry,
    meta: {
      title: `${entry.title}：${aspect} · ${software} · 云标`,
      description: `${entry.title}：${entry.use}${entry.about[0] ?? ''}`.slice(0, 160),
      path,
      jsonLd: [
        buildBreadcrumb([...buildHandbookCrumbs(alias, software), { name: entry.title, path }]),
      ],
    },
  };
};
