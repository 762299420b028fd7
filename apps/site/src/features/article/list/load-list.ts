import type { CallOutput } from '@yunbiao/contract';
import type { PageMeta } from '../../../kit/page/head.ts';
import { breadcrumb } from '../../../kit/page/json-ld.ts';
import { getData } from '../../../kit/page/page-errors.ts';
import { type ArticlePlace, getPage, softwareName } from '../place.ts';
import { LISTS, type ListId, getList } from '../sections.ts';

export type ListData = CallOutput<'articleList'> & { artType: ListId; meta: PageMeta };

const PAGE_SIZE = 20;

/** Help or news of a software, a page of them. */
export const loadList = async (
  c: ArticlePlace,
  search: { artType?: string | undefined; page?: string | undefined },
): Promise<ListData> => {
  const { soft: alias } = c.params;
  const { id: artType, name, say } = getList(search.artType);
  const page = getPage(search.page);
  const input = { alias, artType, page, pageSize: PAGE_SIZE };
  const reply = await c.context.api(alias).call('articleList', input);
  const software = await softwareName(c);
  const query = new URLSearchParams({
    ...(artType === LISTS[0].id ? {} : { artType }),
    ...(page > 1 ? { page: String(page) } : {}),
  }).toString();
  const root = `/${alias}/article`;
  return {
    ...getData(reply, c),
    artType,
    meta: {
      title: `${name}${page > 1 ? `，第 ${page} 页` : ''} · ${software} · 云标`,
      description: `${software}的${name}：${say}`,
      path: query ? `${root}?${query}` : root,
      jsonLd: [
        breadcrumb([
          { name: software, path: `/${alias}` },
          { name, path: root },
        ]),
      ],
    },
  };
};
