import type { CallOutput } from '@yunbiao/contract';
import type { SiteContext } from '../../../kit/site/context.ts';
import type { PageMeta } from '../../../kit/page/head.ts';
import { breadcrumb } from '../../../kit/page/json-ld.ts';
import { dataOf, pageNotFound } from '../../../kit/page/page-errors.ts';
import type { InPage } from '../../../kit/page/in-page.ts';
import { glyphDefs, type ShownLabel, shownLabel } from '../shown-label.ts';
import { PRINTED, SHOWN } from './shown.ts';

type SiteIndex = CallOutput<'siteIndex'>;

export type ToolsData = Pick<SiteIndex, 'downloads'> & {
  software: { alias: string; name: string };
  labels: ShownLabel[];
  glyphs: Pick<InPage, 'id' | 'html'>;
  meta: PageMeta;
};

type Place = { context: SiteContext; location: { href: string }; params: { soft: string } };

/** What can be done on the site with a software; only what exists. */
export const loadTools = async (c: Place): Promise<ToolsData> => {
  const alias = c.params.soft;
  const reply = await c.context.api(alias).call('siteIndex', { alias });
  const { software, templates, downloads, glyphs } = dataOf(reply, c);
  if (!software) throw pageNotFound(c);
  const { name } = software;
  const path = `/${alias}/tools`;
  const labels = templates.map((template, index) =>
    shownLabel(template, index === PRINTED ? 3 : index < SHOWN ? 1 : 0),
  );
  const svgs = labels.flatMap(({ pictures }) => pictures.map(({ paper }) => paper.html));
  return {
    downloads,
    labels,
    glyphs: glyphDefs(glyphs, svgs),
    software: { alias, name },
    meta: {
      title: `工具 · ${name} · 云标`,
      description: `${name}现在能用的工具：在网页里改一张标签、从样例模板打印、核对下载的文件、不用打印机先试。`,
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
