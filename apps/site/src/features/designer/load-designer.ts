import { requireReplyData, createPageNotFound } from '../../kit/page/page-errors.ts';
import type { PageMeta } from '../../kit/page/head.ts';
import { getSoftwareName, type SoftwarePagePlace } from '../../kit/page/software-place.ts';
import { NEW_LABEL, NEW_SOURCE, type Opened } from './file/source.ts';

type Place = SoftwarePagePlace<{ id: string }> & { deps: { share: string | undefined } };

/** Loads the template of the URL: a stored one, a shared one as a copy, or an empty label. */
const loadTemplateFromUrl = async (c: Place): Promise<Opened> => {
  const { soft: alias, id } = c.params;
  const { share } = c.deps;
  const api = c.context.createApi(alias);
  if (id === 'new' && share === undefined) return NEW_LABEL;
  if (id === 'new') {
    const reply = await api.call('sharedTemplate', { alias, code: share ?? '' });
    // The link was revoked or mistyped: open an empty label with a message.
    if (reply.state === 'fail' && (reply.code === 404 || reply.code === 400))
      return { ...NEW_LABEL, isGone: true };
    const data = requireReplyData(reply, c);
    const { name, category, content } = data;
    return { name, template: content, source: { ...NEW_SOURCE, category } };
  }
  if (!/^[1-9]\d{0,15}$/.test(id)) throw createPageNotFound();
  const data = requireReplyData(await api.call('templateGet', { alias, id }), c);
  const { name, content, own, version, category, picture } = data;
  return { name, template: content, source: { id, own, version, category }, picture };
};

export const loadDesigner = async (c: Place): Promise<{ opened: Opened; meta: PageMeta }> => {
  const { soft: alias, id } = c.params;
  const openedTemplate = await loadTemplateFromUrl(c);
  const software = await getSoftwareName(c);
  const { name, source, template } = openedTemplate;
  const isNew = id === 'new';
  const size = `${template.widthMm} × ${template.heightMm} mm`;
  return {
    opened: openedTemplate,
    meta: {
      title: `${isNew && source === NEW_SOURCE ? '设计标签' : `${name} ${size}`} · ${software} · 云标`,
      description:
        '在浏览器里设计标签：文字、条码、二维码、图片、表格，按打印点预览打印效果，不用登录。',
      path: `/${alias}/tools/design-${id}.html`,
      // Private and shared templates must not be indexed.
      ...(source.own || c.deps.share !== undefined ? { noindex: true } : {}),
    },
  };
};
