import type { CallName } from '@yunbiao/contract';
import {
  addArticle,
  addDownload,
  addForumGroup,
  saveReply,
  savePost,
  getSoftware,
  setTemplateShared,
} from '@yunbiao/services';
import { addMember, addSoftware, addTemplate, type TestContext } from '@yunbiao/services/testing';

export const FILE = 'setup.zip';

export type ContentIds = {
  postId: string;
  articleId: string;
  downloadId: string;
  productId: string;
  templateId: string;
  code: string;
};
export type ContentRow = (ids: ContentIds) => Record<string, string>;

/** Adds a software with one of everything that visitors see; every text contains `word`. */
export const addContent = async (
  ctx: TestContext,
  alias: string,
  word: string,
): Promise<{ ids: ContentIds; token: string }> => {
  const softwareId = await addSoftware(ctx, alias);
  const software = await getSoftware(ctx, { alias });
  const group = { name: `${word} 打印机`, description: '' };
  const { id: gid } = await addForumGroup({ ctx, alias, ...group });
  const asker = await addMember(ctx, `asker-${alias}`);
  const member = { id: asker.id, created_at: 0 };
  const input = { gid, title: `${word} 打印机不走纸`, content: word };
  const { id: postId } = await savePost({ ctx, software, member, input });
  ctx.pass(60_000);
  await saveReply({ ctx, software, member, input: { postId, content: word } });
  const article = await addArticle({
    ctx,
    alias,
    input: { artType: 'help', title: `${word} 怎么装`, content: word },
  });
  const file = await addDownload({
    ctx,
    alias,
    input: { version: '1.0', platform: 'windows', title: word, fileName: FILE },
    content: new Blob(['bytes']).stream(),
  });
  const product = await ctx.db.kysely
    .selectFrom('product')
    .select('id')
    .where('software_id', '=', softwareId)
    .executeTakeFirstOrThrow();
  const shared = await addTemplate(ctx, softwareId, asker.id);
  const mine = { ctx, memberId: asker.id, softwareId };
  const { code } = await setTemplateShared({ ...mine, id: shared, isShared: true });
  const ids = {
    postId,
    articleId: article.id,
    downloadId: file.id,
    productId: String(product.id),
    templateId: String(await addTemplate(ctx, softwareId)),
    code: code ?? '',
  };
  return { ids, token: asker.token };
};

/** Inputs of the public calls that show a software's content, without the software itself. */
export const addPublicContent = (word: string): Partial<Record<CallName, ContentRow>> => ({
  siteIndex: () => ({}),
  downloadList: () => ({}),
  downloadDetail: ({ downloadId }) => ({ id: downloadId }),
  articleList: () => ({}),
  articleDetail: ({ articleId }) => ({ id: articleId }),
  guideList: () => ({}),
  guideDetail: () => ({ name: 'first-label' }),
  handbook: () => ({}),
  handbookEntry: () => ({ name: 'ean13' }),
  printerModels: () => ({}),
  printerBrand: () => ({ name: 'zebra' }),
  templateLibrary: () => ({}),
  templateGet: ({ templateId }) => ({ id: templateId }),
  sharedTemplate: ({ code }) => ({ code }),
  askIndex: () => ({}),
  askGroupList: () => ({}),
  askPostList: () => ({}),
  askPostDetails: ({ postId }) => ({ id: postId }),
  askPostReplyList: ({ postId }) => ({ postId }),
  askSimilar: () => ({ title: `${word} 打印机不走纸` }),
  search: () => ({ q: word }),
  productList: () => ({}),
  productPrice: ({ productId }) => ({ productId, num: '1' }),
});
