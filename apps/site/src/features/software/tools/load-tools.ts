import type { CallOutput } from '@yunbiao/contract';
import type { SiteContext } from '../../../kit/site/context.ts';
import type { PageMeta } from '../../../kit/page/head.ts';
import { buildBreadcrumb } from '../../../kit/page/json-ld.ts';
import { memoizeByObject } from '../../../kit/page/memoize.ts';
import { requireReplyData, createPageNotFound } from '../../../kit/page/page-errors.ts';
import type { InPage } from '../../../kit/page/in-page.ts';
import { buildGlyphDefs, type ShownLabel, toShownLabel } from '../shown-label.ts';
import { type PrinterSummary, summarizePrinters } from './printer-summary.ts';
import { PRINTED_TEMPLATE_INDEX, SHOWN_TEMPLATES } from './shown-templates.ts';

type SiteIndex = CallOutput<'siteIndex'>;

/** Handbook entries that the page shows. */
const HANDBOOK = ['code128', 'ean13', 'qr'];

export type ToolsData = Pick<SiteIndex, 'downloads' | 'templateCount'> & {
  printers: PrinterSummary;
  handbook: { count: number; pictures: CallOutput<'handbook'>['entries'][number]['picture'][] };
  software: { alias: string; name: string };
  labels: ShownLabel[];
  glyphs: Pick<InPage, 'id' | 'html'>;
  meta: PageMeta;
};

type Place = { context: SiteContext; location: { href: string }; params: { soft: string } };

const createToolLabels = ({
  templates,
  glyphs,
}: Pick<SiteIndex, 'templates' | 'glyphs'>): Pick<ToolsData, 'labels' | 'glyphs'> => {
  const labels = templates.map((template, index) =>
    toShownLabel(template, index === PRINTED_TEMPLATE_INDEX ? 3 : index < SHOWN_TEMPLATES ? 1 : 0),
  );
  const svgs = labels.flatMap(({ pictures }) => pictures.map(({ paper }) => paper.html));
  return { labels, glyphs: buildGlyphDefs(glyphs, svgs) };
};

/**
 * Loads the tools of a software.
 * @throws the error of the 404 page if the software does not exist
 */
export const loadTools = async (c: Place): Promise<ToolsData> => {
  const alias = c.params.soft;
  const api = c.context.createApi(alias);
  const [reply, codes, printers] = await Promise.all([
    api.call('siteIndex', { alias }),
    api.call('handbook', { alias }),
    api.call('printerModels', { alias }),
  ]);
  const index = requireReplyData(reply, c);
  const { software, templateCount, downloads } = index;
  const { entries } = requireReplyData(codes, c);
  if (!software) throw createPageNotFound();
  const { name } = software;
  const path = `/${alias}/tools`;
  const shownEntries = entries.filter((entry) => HANDBOOK.includes(entry.name));
  return {
    downloads,
    printers: summarizePrinters(requireReplyData(printers, c).brands),
    handbook: { count: entries.length, pictures: shownEntries.map(({ picture }) => picture) },
    ...memoizeByObject(index, createToolLabels),
    templateCount,
    software: { alias, name },
    meta: {
      title: `工具 · ${name} · 云标`,
      description: `${name}现在能用的工具：在网页里设计标签、从样例模板打印、查条码和元素、查打印机型号、看 ZPL 打印成什么样、做 GIF、视频转 GIF、核对下载的文件、不用打印机先试。`,
      path,
      jsonLd: [
        buildBreadcrumb([
          { name, path: `/${alias}` },
          { name: '工具', path },
        ]),
      ],
    },
  };
};
