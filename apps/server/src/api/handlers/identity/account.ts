import {
  updateProfile,
  changePassword,
  endOtherSessions,
  endSession,
  type SignInResult,
  getPlanAndUsage,
  login,
  logout,
  presentUser,
  register,
  listOwnSessions,
  setPassword,
} from '@yunbiao/services';
import type { AreaHandlers, Caller, MemberCaller } from '../../handler.ts';
import { toRequestOrigin } from '../read-origin.ts';
import { requireSoftware } from '../require-software.ts';

/** Returns the caller's session and address, which session functions need. */
const getSessionAndAddress = ({ signedIn, address }: MemberCaller) => ({
  signedIn,
  address: address ?? '',
});

/**
 * Moves the device secret to an HttpOnly cookie. It must not be in the reply, which scripts can
 * read.
 */
const moveDeviceSecretToCookie = (caller: Caller, { device, ...reply }: SignInResult) => {
  caller.storeDeviceSecret(device);
  return reply;
};

export const accountHandlers: AreaHandlers<'account'> = {
  register: async ({ ctx, input, caller }) =>
    moveDeviceSecretToCookie(
      caller,
      await register({ ctx, input, origin: toRequestOrigin(caller) }),
    ),
  login: async ({ ctx, input, caller }) =>
    moveDeviceSecretToCookie(caller, await login({ ctx, input, origin: toRequestOrigin(caller) })),
  logout: async ({ ctx, caller }) => {
    await logout({ ctx, ...getSessionAndAddress(caller) });
    return {};
  },
  getInfo: ({ ctx, caller }) => Promise.resolve(presentUser(caller.signedIn.member, ctx.now())),
  changeInfo: ({ ctx, input, caller }) =>
    updateProfile({ ctx, memberId: caller.signedIn.member.id, input }),
  changePwd: async ({ ctx, input, caller }) => {
    await changePassword({ ctx, input, ...getSessionAndAddress(caller) });
    return {};
  },
  setPassword: async ({ ctx, input: { password }, caller }) => {
    await setPassword({ ctx, password, ...getSessionAndAddress(caller) });
    return {};
  },
  sessionList: ({ ctx, caller }) => listOwnSessions({ ctx, signedIn: caller.signedIn }),
  sessionEnd: async ({ ctx, input, caller }) => {
    await endSession({ ctx, id: Number(input.id), ...getSessionAndAddress(caller) });
    return {};
  },
  sessionEndOthers: ({ ctx, caller }) => endOtherSessions({ ctx, ...getSessionAndAddress(caller) }),
  getVip: ({ ctx, caller }) =>
    getPlanAndUsage({
      ctx,
      memberId: caller.signedIn.member.id,
      softwareId: requireSoftware(caller).id,
    }),
};
