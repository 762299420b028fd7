import { getArticleDetail, listArticlePage } from '@yunbiao/services';
import type { AreaHandlers } from '../../handler.ts';

export const articleHandlers: AreaHandlers<'article'> = {
  articleList: ({ ctx, software, input }) => listArticlePage({ ctx, software, input }),
  articleDetail: ({ ctx, software, input }) => getArticleDetail({ ctx, software, id: input.id }),
};
