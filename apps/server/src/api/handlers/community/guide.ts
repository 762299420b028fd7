import { getGuide, getGuideList } from '@yunbiao/services';
import type { AreaHandlers } from '../../handler.ts';

/** Guides are the same for every software. They are not available in one that is offline. */
export const guideHandlers: AreaHandlers<'guide'> = {
  guideList: async () => getGuideList(),
  guideDetail: async ({ input }) => getGuide(input.name),
};
