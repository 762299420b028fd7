import { deleteKit, getKit, listKits, renameKit, saveKit } from '@yunbiao/services';
import type { AreaHandlers } from '../../handler.ts';

export const kitHandlers: AreaHandlers<'kit'> = {
  kitList: ({ ctx, caller }) => listKits({ ctx, memberId: caller.signedIn.member.id }),
  getKit: ({ ctx, caller, input }) =>
    getKit({ ctx, memberId: caller.signedIn.member.id, ...input }),
  saveKit: ({ ctx, caller, input }) => saveKit({ ctx, memberId: caller.signedIn.member.id, input }),
  renameKit: async ({ ctx, caller, input }) => {
    await renameKit({ ctx, memberId: caller.signedIn.member.id, ...input });
    return {};
  },
  deleteKit: async ({ ctx, caller, input }) => {
    await deleteKit({ ctx, memberId: caller.signedIn.member.id, ...input });
    return {};
  },
};
