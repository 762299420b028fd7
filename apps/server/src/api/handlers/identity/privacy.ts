import {
  requestAccountDeletion,
  cancelDeletion,
  CHINA,
  getCalendarDay,
  getDeletionInfo,
  exportData,
} from '@yunbiao/services';
import type { AreaHandlers, MemberCaller } from '../../handler.ts';

/** Path of the member's profile in the software of the page. */
const buildProfilePath = ({ software }: MemberCaller): string =>
  software ? `/${software.alias}/user/profile` : '';

export const privacyHandlers: AreaHandlers<'privacy'> = {
  dataExport: async ({ ctx, caller }) => ({
    fileName: `yunbiao-data-${getCalendarDay(ctx.now(), CHINA)}.json`,
    contentType: 'application/json; charset=utf-8',
    stream: await exportData({
      ctx,
      memberId: caller.signedIn.member.id,
      address: caller.address ?? '',
    }),
  }),
  deletionInfo: ({ ctx, caller }) => getDeletionInfo({ ctx, signedIn: caller.signedIn }),
  deletionAsk: ({ ctx, input, caller }) =>
    requestAccountDeletion({
      ctx,
      signedIn: caller.signedIn,
      input,
      address: caller.address ?? '',
      path: buildProfilePath(caller),
    }),
  deletionCancel: ({ ctx, caller }) =>
    cancelDeletion({
      ctx,
      memberId: caller.signedIn.member.id,
      address: caller.address ?? '',
    }),
};
