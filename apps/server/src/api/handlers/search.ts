import { askSimilar, search } from '@yunbiao/services';
import type { Handlers } from '../handler.ts';

export const searchHandlers: Pick<Handlers, 'search' | 'askSimilar'> = {
  search: ({ ctx, software, input }) => search({ ctx, software, input }),
  askSimilar: ({ ctx, software, input }) =>
    askSimilar({ ctx, softwareId: software.id, title: input.title }),
};
