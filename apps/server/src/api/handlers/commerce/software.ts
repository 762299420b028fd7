import {
  common,
  curSoftware,
  dictList,
  downloadDetail,
  downloadList,
  siteIndex,
} from '@yunbiao/services';
import type { AreaHandlers } from '../../handler.ts';

export const softwareHandlers: AreaHandlers<'software'> = {
  curSoftware: ({ ctx, caller }) =>
    curSoftware({ ctx, software: caller.software, memberId: caller.signedIn?.member.id ?? null }),
  siteIndex: ({ ctx, software }) => siteIndex({ ctx, software }),
  common: ({ ctx, software }) => common({ ctx, software }),
  downloadList: ({ ctx, software, input }) =>
    downloadList({ ctx, software, platform: input.platform }),
  downloadDetail: ({ ctx, software, input }) => downloadDetail({ ctx, software, id: input.id }),
  dictList: ({ ctx, input, caller }) => dictList({ ctx, input, currentSoftware: caller.software }),
};
