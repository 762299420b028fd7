import {
  passkeyAdd,
  passkeyAddStart,
  passkeyList,
  passkeyLogin,
  passkeyRemove,
  passkeyRename,
  passkeyStart,
} from '@yunbiao/services';
import type { Handlers, MemberCaller } from '../handler.ts';

const getPerson = ({ signedIn, address, site }: MemberCaller) => ({
  signedIn,
  site,
  address: address ?? '',
});

export const passkeyHandlers: Pick<
  Handlers,
  | 'passkeyStart'
  | 'passkeyLogin'
  | 'passkeyList'
  | 'passkeyAddStart'
  | 'passkeyAdd'
  | 'passkeyRename'
  | 'passkeyRemove'
> = {
  passkeyStart: async ({ ctx, caller }) => {
    const { browser, ...reply } = await passkeyStart({ ctx, site: caller.site });
    caller.keepPasskeyBrowser(browser);
    return reply;
  },
  passkeyLogin: async ({ ctx, input, caller }) => {
    const { address, userAgent, device, site, passkeyBrowser: browser } = caller;
    const origin = { address: address ?? '', userAgent, device };
    const { device: kept, ...reply } = await passkeyLogin({ ctx, input, site, browser, origin });
    // The browser keeps its secret in a cookie: it is no part of the reply, which scripts read.
    caller.keepDevice(kept);
    return reply;
  },
  passkeyList: ({ ctx, caller }) => passkeyList({ ctx, memberId: caller.signedIn.member.id }),
  passkeyAddStart: ({ ctx, input: { password }, caller }) =>
    passkeyAddStart({ ctx, password, ...getPerson(caller) }),
  passkeyAdd: ({ ctx, input, caller }) =>
    passkeyAdd({ ctx, input, userAgent: caller.userAgent, ...getPerson(caller) }),
  passkeyRename: async ({ ctx, input: { id, name }, caller }) => {
    await passkeyRename({ ctx, memberId: caller.signedIn.member.id, id: Number(id), name });
    return {};
  },
  passkeyRemove: async ({ ctx, input: { id, password }, caller }) => {
    await passkeyRemove({ ctx, id: Number(id), password, ...getPerson(caller) });
    return {};
  },
};
