import { handbookEntry, getHandbook } from '@yunbiao/services';
import type { Handlers } from '../handler.ts';

/** It is the same for every software, and goes offline with each. */
export const handbookHandlers: Pick<Handlers, 'handbook' | 'handbookEntry'> = {
  handbook: async () => getHandbook(),
  handbookEntry: async ({ input }) => handbookEntry(input.name),
};
