import { articleDetail, articleList } from '@yunbiao/services';
import type { Handlers } from '../handler.ts';

export const articleHandlers: Pick<Handlers, 'articleList' | 'articleDetail'> = {
  articleList: ({ ctx, software, input }) => articleList({ ctx, software, input }),
  articleDetail: ({ ctx, software, input }) => articleDetail({ ctx, software, id: input.id }),
};
