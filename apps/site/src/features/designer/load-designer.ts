import { getData, pageNotFound } from '../../kit/page/page-errors.ts';
import type { PageMeta } from '../../kit/page/head.ts';
import type { SiteContext } from '../../kit/site/context.ts';
import { EMPTY, NEW, type Opened } from './file/source.ts';

type Place = {
  context: SiteContext;
  location: { href: string };
  params: { soft: string; id: string };
  deps: { share: string | undefined };
  parentMatchPromise: Promise<{ loaderData?: { software: { name: string } } | undefined }>;
};

/** What the address names: a stored template, one somebody shares, which is opened as a copy, or an empty label. */
const openOne = async (c: Place): Promise<Opened> => {
  const { soft: alias, id } = c.params;
  const { share } = c.deps;
  const api = c.context.api(alias);
  if (id === 'new' && share === undefined) return EMPTY;
  if (id === 'new') {
    const reply = await api.call('sharedTemplate', { alias, code: share ?? '' });
    // Taken back, or mistyped: an empty label, and a word about it.
    if (reply.state === 'fail' && (reply.code === 404 || reply.code === 400))
      return { ...EMPTY, isGone: true };
    const data = getData(reply, c);
    const { name, category, content } = data;
    return { name, template: content, source: { ...NEW, category } };
  }
  if (!/^[1-9]\d{0,15}$/.test(id)) throw pageNotFound();
  const data = getData(await api.call('templateGet', { alias, id }), c);
  const { name, content, own, version, category, picture } = data;
  return { name, template: content, source: { id, own, version, category }, picture };
};

export const loadDesigner = async (c: Place): Promise<{ opened: Opened; meta: PageMeta }> => {
  const { soft: alias, id } = c.params;
  const opened = await openOne(c);
  const software = (await c.parentMatchPromise).loaderData?.software.name ?? '';
  const { name, source, template } = opened;
  const isNew = id === 'new';
  const size = `${template.widthMm} × ${template.heightMm} mm`;
  return {
    opened,
    meta: {
      title: `${isNew && source === NEW ? '设计标签' : `${name} ${size}`} · ${software} · 云标`,
      description:
        '在浏览器里设计标签：文字、条码、二维码、图片、表格，逐点看打印机会印成什么样，不用登录。',
      path: `/${alias}/tools/design-${id}.html`,
      // What somebody shares with friends, or keeps for himself, is nobody's to find.
      ...(source.own || c.deps.share !== undefined ? { noindex: true } : {}),
    },
  };
};
