import type { CallOutput } from '@yunbiao/contract';
import type { SiteContext } from '../../../kit/site/context.ts';
import type { PageMeta } from '../../../kit/page/head.ts';
import { breadcrumb } from '../../../kit/page/json-ld.ts';
import { madeOnce } from '../../../kit/page/made-once.ts';
import { getData, pageNotFound } from '../../../kit/page/page-errors.ts';
import type { InPage } from '../../../kit/page/in-page.ts';
import { glyphDefs, type ShownLabel, shownLabel } from '../shown-label.ts';
import { PRINTED, SHOWN } from './shown.ts';

type SiteIndex = CallOutput<'siteIndex'>;

/** Of the handbook, those the page shows. */
const HANDBOOK = ['code128', 'ean13', 'qr'];

export type ToolsData = Pick<SiteIndex, 'downloads' | 'templateCount'> & {
  handbook: { count: number; pictures: CallOutput<'handbook'>['entries'][number]['picture'][] };
  software: { alias: string; name: string };
  labels: ShownLabel[];
  glyphs: Pick<InPage, 'id' | 'html'>;
  meta: PageMeta;
};

type Place = { context: SiteContext; location: { href: string }; params: { soft: string } };

const listLabels = ({
  templates,
  glyphs,
}: Pick<SiteIndex, 'templates' | 'glyphs'>): Pick<ToolsData, 'labels' | 'glyphs'> => {
  const labels = templates.map((template, index) =>
    shownLabel(template, index === PRINTED ? 3 : index < SHOWN ? 1 : 0),
  );
  const svgs = labels.flatMap(({ pictures }) => pictures.map(({ paper }) => paper.html));
  return { labels, glyphs: glyphDefs(glyphs, svgs) };
};

/** What can be done on the site with a software; only what exists. */
export const loadTools = async (c: Place): Promise<ToolsData> => {
  const alias = c.params.soft;
  const api = c.context.api(alias);
  const [reply, codes] = await Promise.all([
    api.call('siteIndex', { alias }),
    api.call('handbook', { alias }),
  ]);
  const index = getData(reply, c);
  const { software, templateCount, downloads } = index;
  const { entries } = getData(codes, c);
  if (!software) throw pageNotFound();
  const { name } = software;
  const path = `/${alias}/tools`;
  const shown = entries.filter((entry) => HANDBOOK.includes(entry.name));
  return {
    downloads,
    handbook: { count: entries.length, pictures: shown.map(({ picture }) => picture) },
    ...madeOnce(index, listLabels),
    templateCount,
    software: { alias, name },
    meta: {
      title: `工具 · ${name} · 云标`,
      description: `${name}现在能用的工具：在网页里改一张标签、从样例模板打印、查条码和元素、看 ZPL 印成什么样、做 GIF、视频转 GIF、核对下载的文件、不用打印机先试。`,
      path,
      jsonLd: [
        breadcrumb([
          { name, path: `/${alias}` },
          { name: '工具', path },
        ]),
      ],
    },
  };
};
