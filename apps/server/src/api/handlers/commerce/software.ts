import {
  loadSiteFrame,
  getCurrentSoftware,
  listEnabledDictRows,
  getDownloadDetail,
  listDownloadsByVersion,
  loadSiteIndex,
} from '@yunbiao/services';
import type { AreaHandlers } from '../../handler.ts';

export const softwareHandlers: AreaHandlers<'software'> = {
  curSoftware: ({ ctx, caller }) =>
    getCurrentSoftware({
      ctx,
      software: caller.software,
      memberId: caller.signedIn?.member.id ?? null,
    }),
  siteIndex: ({ ctx, software }) => loadSiteIndex({ ctx, software }),
  common: ({ ctx, software }) => loadSiteFrame({ ctx, software }),
  downloadList: ({ ctx, software, input }) =>
    listDownloadsByVersion({ ctx, software, platform: input.platform }),
  downloadDetail: ({ ctx, software, input }) => getDownloadDetail({ ctx, software, id: input.id }),
  dictList: ({ ctx, input, caller }) =>
    listEnabledDictRows({ ctx, input, currentSoftware: caller.software }),
};
