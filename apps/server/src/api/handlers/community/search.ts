import { searchContent } from '@yunbiao/services';
import type { AreaHandlers } from '../../handler.ts';

export const searchHandlers: AreaHandlers<'search'> = {
  search: ({ ctx, software, input }) => searchContent({ ctx, software, input }),
};
