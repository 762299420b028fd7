import type { CallOutput } from '@yunbiao/contract';
import type { PageMeta } from '../../../kit/page/head.ts';
import { buildBreadcrumb } from '../../../kit/page/json-ld.ts';
import { requireReplyData } from '../../../kit/page/page-errors.ts';
import { getSoftwareName, type SoftwarePagePlace } from '../../../kit/page/software-place.ts';
import { parsePageNumber } from '../page-number.ts';
import { LISTS, type ListId, findArticleList } from '../sections.ts';

export type ListData = CallOutput<'articleList'> & { artType: ListId; meta: PageMeta };

const PAGE_SIZE = 20;

/** Loads one page of help or news of a software. */
export const loadArticleList = async (
  c: SoftwarePagePlace,
  search: { artType?: string | undefined; page?: string | undefined },
): Promise<ListData> => {
  const { soft: alias } = c.params;
  const { id: artType, name, say } = findArticleList(search.artType);
  const page = parsePageNumber(search.page);
  const input = { alias, artType, page, pageSize: PAGE_SIZE };
  const reply = await c.context.createApi(alias).call('articleList', input);
  const software = await getSoftwareName(c);
  const query = new URLSearchParams({
    ...(artType === LISTS[0].id ? {} : { artType }),
    ...(page > 1 ? { page: String(page) } : {}),
  }).toString();
  const root = `/${alias}/article`;
  return {
    ...requireReplyData(reply, c),
    artType,
    meta: {
      title: `${name}${page > 1 ? `，第 ${page} 页` : ''} · ${software} · 云标`,
      description: `${software}的${name}：${say}`,
      path: query ? `${root}?${query}` : root,
      jsonLd: [
        buildBreadcrumb([
          { name: software, path: `/${alias}` },
          { name, path: root },
        ]),
      ],
    },
  };
};
