import {
  addPasskey,
  startPasskeyRegistration,
  listOwnPasskeys,
  signInWithPasskey,
  removePasskey,
  renamePasskey,
  startPasskeySignIn,
} from '@yunbiao/services';
import type { AreaHandlers, MemberCaller } from '../../handler.ts';

const getSessionSiteAndAddress = ({ signedIn, address, site }: MemberCaller) => ({
  signedIn,
  site,
  address: address ?? '',
});

export const passkeyHandlers: AreaHandlers<'passkey'> = {
  passkeyStart: async ({ ctx, caller }) => {
    const { browser, ...reply } = await startPasskeySignIn({ ctx, site: caller.site });
    caller.storePasskeyBrowser(browser);
    return reply;
  },
  passkeyLogin: async ({ ctx, input, caller }) => {
    const { address, userAgent, device, site, passkeyBrowser } = caller;
    const origin = { address: address ?? '', userAgent, device };
    const { device: deviceSecret, ...reply } = await signInWithPasskey({
      ctx,
      input,
      site,
      browser: passkeyBrowser,
      origin,
    });
    // The device secret goes to an HttpOnly cookie, not to the reply, which scripts can read.
    caller.storeDeviceSecret(deviceSecret);
    return reply;
  },
  passkeyList: ({ ctx, caller }) => listOwnPasskeys({ ctx, memberId: caller.signedIn.member.id }),
  passkeyAddStart: ({ ctx, input: { password }, caller }) =>
    startPasskeyRegistration({ ctx, password, ...getSessionSiteAndAddress(caller) }),
  passkeyAdd: ({ ctx, input, caller }) =>
    addPasskey({ ctx, input, userAgent: caller.userAgent, ...getSessionSiteAndAddress(caller) }),
  passkeyRename: async ({ ctx, input: { id, name }, caller }) => {
    await renamePasskey({ ctx, memberId: caller.signedIn.member.id, id: Number(id), name });
    return {};
  },
  passkeyRemove: async ({ ctx, input: { id, password }, caller }) => {
    await removePasskey({ ctx, id: Number(id), password, ...getSessionSiteAndAddress(caller) });
    return {};
  },
};
