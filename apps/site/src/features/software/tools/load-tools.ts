import type { CallOutput } from '@yunbiao/contract';
import type { SiteContext } from '../../../shell/context.ts';
import type { PageMeta } from '../../../shell/head.ts';
import { breadcrumb } from '../../../shell/json-ld.ts';
import { dataOf, pageNotFound } from '../../../shell/page-errors.ts';

type SiteIndex = CallOutput<'siteIndex'>;

export type ToolsData = Pick<SiteIndex, 'templates' | 'downloads'> & {
  software: { alias: string; name: string };
  meta: PageMeta;
};

type Place = { context: SiteContext; location: { href: string }; params: { soft: string } };

/** What can be done on the site with a software; only what exists. */
export const loadTools = async (c: Place): Promise<ToolsData> => {
  const alias = c.params.soft;
  const reply = await c.context.api(alias).call('siteIndex', { alias });
  const { software, templates, downloads } = dataOf(reply, c);
  if (!software) throw pageNotFound(c);
  const { name } = software;
  const path = `/${alias}/tools`;
  return {
    ...{ templates, downloads, software: { alias, name } },
    meta: {
      title: `工具 · ${name} · 云标`,
      description: `${name}现在能用的工具：在网页里改一张标签、从样例模板打印、核对下载的文件。`,
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
