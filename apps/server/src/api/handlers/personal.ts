import {
  askDeletion,
  cancelDeletion,
  CHINA,
  getDay,
  deletionInfo,
  exportData,
} from '@yunbiao/services';
import type { Handlers, MemberCaller } from '../handler.ts';

/** Where the member finds the account, in the software the page is of. */
const getPath = ({ software }: MemberCaller): string =>
  software ? `/${software.alias}/user/profile` : '';

export const personalHandlers: Pick<
  Handlers,
  'dataExport' | 'deletionInfo' | 'deletionAsk' | 'deletionCancel'
> = {
  dataExport: async ({ ctx, caller }) => ({
    fileName: `yunbiao-data-${getDay(ctx.now(), CHINA)}.json`,
    contentType: 'application/json; charset=utf-8',
    stream: await exportData({
      ctx,
      memberId: caller.signedIn.member.id,
      address: caller.address ?? '',
    }),
  }),
  deletionInfo: ({ ctx, caller }) => deletionInfo({ ctx, signedIn: caller.signedIn }),
  deletionAsk: ({ ctx, input, caller }) =>
    askDeletion({
      ctx,
      signedIn: caller.signedIn,
      input,
      address: caller.address ?? '',
      path: getPath(caller),
    }),
  deletionCancel: ({ ctx, caller }) =>
    cancelDeletion({
      ctx,
      memberId: caller.signedIn.member.id,
      address: caller.address ?? '',
    }),
};
