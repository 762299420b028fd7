import {
  bindContact,
  sendBindCode,
  getBindCodeState,
  unbindContact,
  sendResetCode,
  resetPasswordByCode,
} from '@yunbiao/services';
import type { AreaHandlers, MemberCaller } from '../../handler.ts';
import { toRequestOrigin } from '../read-origin.ts';

const getSessionAndAddress = ({ signedIn, address }: MemberCaller) => ({
  signedIn,
  address: address ?? '',
});

export const contactHandlers: AreaHandlers<'contact'> = {
  contactCode: ({ ctx, input, caller }) =>
    sendBindCode({ ctx, input, ...getSessionAndAddress(caller) }),
  contactCodeState: ({ ctx, input: { ticket }, caller }) =>
    getBindCodeState({ ctx, memberId: caller.signedIn.member.id, ticket }),
  contactBind: ({ ctx, input, caller }) =>
    bindContact({
      ctx,
      memberId: caller.signedIn.member.id,
      input,
      address: caller.address ?? '',
    }),
  contactUnbind: ({ ctx, input, caller }) =>
    unbindContact({ ctx, input, ...getSessionAndAddress(caller) }),
  resetCode: ({ ctx, input: { account }, caller }) =>
    sendResetCode({ ctx, account, origin: toRequestOrigin(caller) }),
  resetPassword: async ({ ctx, input, caller }) => {
    const { device: deviceSecret, ...reply } = await resetPasswordByCode({
      ctx,
      input,
      origin: toRequestOrigin(caller),
    });
    // The device secret goes to an HttpOnly cookie, not to the reply, which scripts can read.
    caller.storeDeviceSecret(deviceSecret);
    return reply;
  },
};
