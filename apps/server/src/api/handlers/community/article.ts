import { articleDetail, articleList } from '@yunbiao/services';
import type { AreaHandlers } from '../../handler.ts';

export const articleHandlers: AreaHandlers<'article'> = {
  articleList: ({ ctx, software, input }) => articleList({ ctx, software, input }),
  articleDetail: ({ ctx, software, input }) => articleDetail({ ctx, software, id: input.id }),
};
