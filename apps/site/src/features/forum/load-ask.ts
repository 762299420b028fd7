import type { PageMeta } from '../../kit/page/head.ts';
import { breadcrumb } from '../../kit/page/json-ld.ts';
import { getData } from '../../kit/page/page-errors.ts';
import { type ForumPlace, softwareName } from './load-list.ts';
import type { Group } from './types.ts';

export type AskSearch = { title?: string | undefined; id?: string | undefined };
export type AskData = { groups: Group[]; meta: PageMeta };

/** Changing a question is its author's alone; asking one is a page anybody may find. */
const getMeta = (alias: string, name: string, isEdit: boolean): PageMeta => {
  const path = `/${alias}/qa/ask`;
  if (isEdit) return { title: `改问题 · ${name}问答 · 云标`, noindex: true };
  return {
    title: `提问 · ${name}问答 · 云标`,
    description: `向用过${name}的人和技术支持提问：写清楚现象、纸和打印机，可以贴图，答得最快。`,
    path,
    jsonLd: [
      breadcrumb([
        { name, path: `/${alias}` },
        { name: '问答', path: `/${alias}/qa` },
        { name: '提问', path },
      ]),
    ],
  };
};

/** The groups one can ask in. The text of a question to change is its author's: the page asks for it. */
export const loadAsk = async (c: ForumPlace, { id }: AskSearch): Promise<AskData> => {
  const alias = c.params.soft;
  const groups = getData(await c.context.api(alias).call('askGroupList', { alias }), c);
  const name = await softwareName(c);
  return { groups, meta: getMeta(alias, name, id !== undefined) };
};
