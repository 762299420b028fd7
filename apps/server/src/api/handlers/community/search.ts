import { search } from '@yunbiao/services';
import type { AreaHandlers } from '../../handler.ts';

export const searchHandlers: AreaHandlers<'search'> = {
  search: ({ ctx, software, input }) => search({ ctx, software, input }),
};
