import { askSimilar, search } from '@yunbiao/services';
import type { Handlers } from '../handler.ts';

export const searchHandlers: Pick<Handlers, 'search' | 'askSimilar'> = {
  search: ({ ctx, input }) => search({ ctx, input }),
  askSimilar: ({ ctx, input }) => askSimilar({ ctx, input }),
};
