import {
  bindShareCode,
  changePassword,
  endOtherSessions,
  endSession,
  type Entered,
  getUpUserInfo,
  getVip,
  login,
  logout,
  presentUser,
  register,
  sessionList,
  setPassword,
  shareStat,
} from '@yunbiao/services';
import type { Caller, Handlers, MemberCaller } from '../handler.ts';
import { readOrigin } from './read-origin.ts';
import { requireSoftware } from './require-software.ts';

/** What the session's own verbs go by. */
const getPerson = ({ signedIn, address }: MemberCaller) => ({ signedIn, address: address ?? '' });

/** The browser keeps its secret in a cookie: it is no part of the reply, which scripts read. */
const kept = (caller: Caller, { device, ...reply }: Entered) => {
  caller.keepDevice(device);
  return reply;
};

export const accountHandlers: Pick<
  Handlers,
  | 'register'
  | 'login'
  | 'logout'
  | 'getInfo'
  | 'changePwd'
  | 'bindShareCode'
  | 'getUpUserInfo'
  | 'shareStat'
  | 'setPassword'
  | 'sessionList'
  | 'sessionEnd'
  | 'sessionEndOthers'
  | 'getVip'
> = {
  register: async ({ ctx, input, caller }) =>
    kept(caller, await register({ ctx, input, origin: readOrigin(caller) })),
  login: async ({ ctx, input, caller }) =>
    kept(caller, await login({ ctx, input, origin: readOrigin(caller) })),
  logout: async ({ ctx, caller }) => {
    await logout({ ctx, ...getPerson(caller) });
    return {};
  },
  getInfo: ({ ctx, caller }) => Promise.resolve(presentUser(caller.signedIn.member, ctx.now())),
  changePwd: async ({ ctx, input, caller }) => {
    await changePassword({ ctx, input, ...getPerson(caller) });
    return {};
  },
  getUpUserInfo: ({ ctx, caller }) => getUpUserInfo({ ctx, memberId: caller.signedIn.member.id }),
  shareStat: ({ ctx, caller }) => shareStat({ ctx, memberId: caller.signedIn.member.id }),
  bindShareCode: ({ ctx, input: { shareCode }, caller }) =>
    bindShareCode({ ctx, memberId: caller.signedIn.member.id, shareCode }),
  setPassword: async ({ ctx, input: { password }, caller }) => {
    await setPassword({ ctx, password, ...getPerson(caller) });
    return {};
  },
  sessionList: ({ ctx, caller }) => sessionList({ ctx, signedIn: caller.signedIn }),
  sessionEnd: async ({ ctx, input, caller }) => {
    await endSession({ ctx, id: Number(input.id), ...getPerson(caller) });
    return {};
  },
  sessionEndOthers: ({ ctx, caller }) => endOtherSessions({ ctx, ...getPerson(caller) }),
  getVip: ({ ctx, caller }) =>
    getVip({
      ctx,
      memberId: caller.signedIn.member.id,
      softwareId: requireSoftware(caller).id,
    }),
};
