import {
  changePassword,
  getVip,
  login,
  logout,
  type Origin,
  presentUser,
  register,
} from '@yunbiao/services';
import type { Caller, Handlers } from '../handler.ts';
import { requireSoftware } from './require-software.ts';

const originOf = ({ address, userAgent }: Caller): Origin => ({
  address: address ?? '',
  userAgent,
});

export const accountHandlers: Pick<
  Handlers,
  'register' | 'login' | 'logout' | 'getInfo' | 'changePwd' | 'getVip'
> = {
  register: ({ ctx, input, caller }) => register({ ctx, input, origin: originOf(caller) }),
  login: ({ ctx, input, caller }) => login({ ctx, input, origin: originOf(caller) }),
  logout: async ({ ctx, caller }) => {
    await logout({ ctx, sessionId: caller.signedIn.sessionId });
    return {};
  },
  getInfo: ({ caller }) => Promise.resolve(presentUser(caller.signedIn.member)),
  changePwd: async ({ ctx, input, caller }) => {
    const { address } = originOf(caller);
    await changePassword({ ctx, signedIn: caller.signedIn, input, address });
    return {};
  },
  getVip: ({ ctx, caller }) =>
    getVip({
      ctx,
      memberId: caller.signedIn.member.id,
      softwareId: requireSoftware(caller).id,
    }),
};
