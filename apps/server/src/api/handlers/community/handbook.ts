import { getHandbookEntry, getHandbook } from '@yunbiao/services';
import type { AreaHandlers } from '../../handler.ts';

/**
 * The handbook is the same for every software. It is not available in a software that is offline.
 */
export const handbookHandlers: AreaHandlers<'handbook'> = {
  handbook: async () => getHandbook(),
  handbookEntry: async ({ input }) => getHandbookEntry(input.name),
};
