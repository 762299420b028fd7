import type { PageMeta } from '../../kit/page/head.ts';
import { buildBreadcrumb } from '../../kit/page/json-ld.ts';
import { requireReplyData } from '../../kit/page/page-errors.ts';
import { getSoftwareName, type SoftwarePagePlace } from '../../kit/page/software-place.ts';
import type { Group } from './types.ts';

export type AskSearch = { title?: string | undefined; id?: string | undefined };
export type AskData = { groups: Group[]; meta: PageMeta };

/** The page to ask a question is indexed; the page to edit one is not. */
const buildAskPageMeta = (alias: string, name: string, isEdit: boolean): PageMeta => {
  const path = `/${alias}/qa/ask`;
  if (isEdit) return { title: `修改问题 · ${name}问答 · 云标`, noindex: true };
  return {
    title: `提问 · ${name}问答 · 云标`,
    description: `向用过${name}的人和技术支持提问：写清楚现象、纸和打印机，可以贴图，答得最快。`,
    path,
    jsonLd: [
      buildBreadcrumb([
        { name, path: `/${alias}` },
        { name: '问答', path: `/${alias}/qa` },
        { name: '提问', path },
      ]),
    ],
  };
};

/**
 * Loads the groups only. The page itself requests the text of a question to edit, because only its
 * author may read it.
 */
export const loadAskPage = async (c: SoftwarePagePlace, { id }: AskSearch): Promise<AskData> => {
  const alias = c.params.soft;
  const groups = requireReplyData(
    await c.context.createApi(alias).call('askGroupList', { alias }),
    c,
  );
  const name = await getSoftwareName(c);
  return { groups, meta: buildAskPageMeta(alias, name, id !== undefined) };
};
