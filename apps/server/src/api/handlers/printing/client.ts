import {
  authStat,
  clientList,
  confirmPairing,
  pairInfo,
  revokeClient,
  setClientValue,
  updateClient,
} from '@yunbiao/services';
import type { AreaHandlers } from '../../handler.ts';
import { requireSoftware, requireUsableSoftware } from '../require-software.ts';

export const clientHandlers: AreaHandlers<'client'> = {
  authStat: ({ ctx, caller }) =>
    authStat({ ctx, memberId: caller.signedIn.member.id, softwareId: requireSoftware(caller).id }),
  clientList: ({ ctx, caller }) => clientList({ ctx, memberId: caller.signedIn.member.id }),
  authValueSet: ({ ctx, input, caller }) =>
    setClientValue({ ctx, memberId: caller.signedIn.member.id, input }),
  clientUpdate: ({ ctx, input, caller }) =>
    updateClient({ ctx, memberId: caller.signedIn.member.id, id: Number(input.id) }),
  clientRevoke: async ({ ctx, input, caller }) => {
    await revokeClient({ ctx, memberId: caller.signedIn.member.id, id: Number(input.id) });
    return {};
  },
  pairInfo: ({ ctx, input, caller }) =>
    pairInfo({ ctx, memberId: caller.signedIn.member.id, input }),
  pairConfirm: async ({ ctx, input, caller }) => {
    const { id: softwareId } = await requireUsableSoftware(ctx, caller);
    return confirmPairing({ ctx, memberId: caller.signedIn.member.id, softwareId, input });
  },
};
