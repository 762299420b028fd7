import {
  common,
  curSoftware,
  dictList,
  downloadDetail,
  downloadList,
  siteIndex,
} from '@yunbiao/services';
import type { Handlers } from '../handler.ts';

export const softwareHandlers: Pick<
  Handlers,
  'curSoftware' | 'siteIndex' | 'common' | 'downloadList' | 'downloadDetail' | 'dictList'
> = {
  curSoftware: ({ ctx, caller }) =>
    curSoftware({ ctx, software: caller.software, memberId: caller.signedIn?.member.id ?? null }),
  siteIndex: ({ ctx, input }) => siteIndex({ ctx, input }),
  common: ({ ctx, input }) => common({ ctx, input }),
  downloadList: ({ ctx, input }) => downloadList({ ctx, input }),
  downloadDetail: ({ ctx, input }) => downloadDetail({ ctx, input }),
  dictList: ({ ctx, input, caller }) => dictList({ ctx, input, known: caller.software }),
};
