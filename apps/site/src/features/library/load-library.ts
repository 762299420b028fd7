import type { CallOutput } from '@yunbiao/contract';
import type { PageMeta } from '../../kit/page/head.ts';
import { buildBreadcrumb } from '../../kit/page/json-ld.ts';
import { requireReplyData } from '../../kit/page/page-errors.ts';
import { getSoftwareName, type SoftwarePagePlace } from '../../kit/page/software-place.ts';
import {
  type LibraryQuery,
  parseLibraryAddress,
  buildLibraryInput,
  isLibraryFiltered,
  type LibraryAddress,
} from './address.ts';

export type Library = CallOutput<'templateLibrary'>;
export type LibraryRow = Library['list'][number];

export type LibraryData = {
  asked: LibraryQuery;
  library: Library;
  meta: PageMeta;
};

type Place = SoftwarePagePlace;

const buildLibraryMeta = (
  alias: string,
  name: string,
  query: LibraryQuery,
  count: number,
): PageMeta => {
  const path = `/${alias}/tools/temp`;
  const heading = query.own ? '我的模板' : query.category ? `${query.category}模板` : '模板库';
  return {
    title: `${heading} · ${name} · 云标`,
    description: `${count} 个标签模板：价签、食品、物流、服装、资产、线缆。同一比例画给你看，条码和二维码都是真的，挑一个改几个字就能打印。`,
    path,
    // Do not index own templates and filtered lists.
    noindex: query.own || isLibraryFiltered(query) || query.page > 1,
    jsonLd: [
      buildBreadcrumb([
        { name, path: `/${alias}` },
        { name: '工具', path: `/${alias}/tools` },
        { name: '模板库', path },
      ]),
    ],
  };
};

/** Loads public templates. Own templates are loaded in the browser, because the page is shared. */
export const loadLibrary = async (c: Place, address: LibraryAddress): Promise<LibraryData> => {
  const alias = c.params.soft;
  const query = parseLibraryAddress(address);
  const reply = await c.context
    .createApi(alias)
    .call('templateLibrary', buildLibraryInput(alias, query));
  const library = requireReplyData(reply, c);
  const name = await getSoftwareName(c);
  const count = library.categories.reduce((sum, category) => sum + category.count, 0);
  return { asked: query, library, meta: buildLibraryMeta(alias, name, query, count) };
};
