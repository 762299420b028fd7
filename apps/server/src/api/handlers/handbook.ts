import { handbookEntry, handbookOf } from '@yunbiao/services';
import type { Handlers } from '../handler.ts';
import { requirePublicSoftware } from './require-software.ts';

/** It is the same for every software, and goes offline with each. */
export const handbookHandlers: Pick<Handlers, 'handbook' | 'handbookEntry'> = {
  handbook: async ({ ctx, input, caller }) => {
    await requirePublicSoftware(ctx, input, caller);
    return handbookOf();
  },
  handbookEntry: async ({ ctx, input, caller }) => {
    await requirePublicSoftware(ctx, input, caller);
    return handbookEntry(input.name);
  },
};
