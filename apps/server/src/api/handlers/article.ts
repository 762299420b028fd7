import { articleDetail, articleList } from '@yunbiao/services';
import type { Handlers } from '../handler.ts';

export const articleHandlers: Pick<Handlers, 'articleList' | 'articleDetail'> = {
  articleList: ({ ctx, input }) => articleList({ ctx, input }),
  articleDetail: ({ ctx, input }) => articleDetail({ ctx, input }),
};
