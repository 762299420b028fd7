import {
  getClientSummary,
  listOwnClients,
  confirmPairing,
  getPairingInfo,
  revokeClient,
  setClientField,
  requestClientUpdate,
} from '@yunbiao/services';
import type { AreaHandlers } from '../../handler.ts';
import { requireSoftware, requireUsableSoftware } from '../require-software.ts';

export const clientHandlers: AreaHandlers<'client'> = {
  authStat: ({ ctx, caller }) =>
    getClientSummary({
      ctx,
      memberId: caller.signedIn.member.id,
      softwareId: requireSoftware(caller).id,
    }),
  clientList: ({ ctx, caller }) => listOwnClients({ ctx, memberId: caller.signedIn.member.id }),
  authValueSet: ({ ctx, input, caller }) =>
    setClientField({ ctx, memberId: caller.signedIn.member.id, input }),
  clientUpdate: ({ ctx, input, caller }) =>
    requestClientUpdate({ ctx, memberId: caller.signedIn.member.id, id: Number(input.id) }),
  clientRevoke: async ({ ctx, input, caller }) => {
    await revokeClient({ ctx, memberId: caller.signedIn.member.id, id: Number(input.id) });
    return {};
  },
  pairInfo: ({ ctx, input, caller }) =>
    getPairingInfo({ ctx, memberId: caller.signedIn.member.id, input }),
  pairConfirm: async ({ ctx, input, caller }) => {
    const { id: softwareId } = await requireUsableSoftware(ctx, caller);
    return confirmPairing({ ctx, memberId: caller.signedIn.member.id, softwareId, input });
  },
};
