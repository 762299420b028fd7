import type { CallOutput } from '@yunbiao/contract';
import type { PageMeta } from '../../kit/page/head.ts';
import { breadcrumb } from '../../kit/page/json-ld.ts';
import { getData } from '../../kit/page/page-errors.ts';
import type { SiteContext } from '../../kit/site/context.ts';
import { type Asked, readAddress, getInput, isFiltered, type LibraryAddress } from './address.ts';

export type Library = CallOutput<'templateLibrary'>;
export type LibraryRow = Library['list'][number];

export type LibraryData = {
  asked: Asked;
  library: Library;
  meta: PageMeta;
};

type Place = {
  context: SiteContext;
  location: { href: string };
  params: { soft: string };
  parentMatchPromise: Promise<{ loaderData?: { software: { name: string } } | undefined }>;
};

const getMeta = (alias: string, name: string, asked: Asked, count: number): PageMeta => {
  const path = `/${alias}/tools/temp`;
  const what = asked.own ? '我的模板' : asked.category ? `${asked.category}模板` : '模板库';
  return {
    title: `${what} · ${name} · 云标`,
    description: `${count} 个标签模板：价签、食品、物流、服装、资产、线缆。同一比例画给你看，条码和二维码都是真的，挑一个改几个字就能印。`,
    path,
    // One's own, and what anybody may put into an address.
    noindex: asked.own || isFiltered(asked) || asked.page > 1,
    jsonLd: [
      breadcrumb([
        { name, path: `/${alias}` },
        { name: '工具', path: `/${alias}/tools` },
        { name: '模板库', path },
      ]),
    ],
  };
};

/** The public templates an address asks for; own ones are read in the browser, and are nobody else's page. */
export const loadLibrary = async (c: Place, address: LibraryAddress): Promise<LibraryData> => {
  const alias = c.params.soft;
  const asked = readAddress(address);
  const reply = await c.context.api(alias).call('templateLibrary', getInput(alias, asked));
  const library = getData(reply, c);
  const name = (await c.parentMatchPromise).loaderData?.software.name ?? '';
  const count = library.categories.reduce((sum, one) => sum + one.count, 0);
  return { asked, library, meta: getMeta(alias, name, asked, count) };
};
