import { openVirtualPrinter, readVirtualRoll, setVirtualFault } from '@yunbiao/services';
import type { AreaHandlers } from '../../handler.ts';
import { requireUsableSoftware } from '../require-software.ts';

export const virtualHandlers: AreaHandlers<'virtual'> = {
  virtualOpen: async ({ ctx, input, caller }) => {
    const { id: softwareId } = await requireUsableSoftware(ctx, caller);
    return openVirtualPrinter({ ctx, memberId: caller.signedIn.member.id, softwareId, input });
  },
  virtualRoll: ({ ctx, input, caller }) =>
    readVirtualRoll({ ctx, memberId: caller.signedIn.member.id, input }),
  virtualSwitch: ({ ctx, input, caller }) =>
    setVirtualFault({ ctx, memberId: caller.signedIn.member.id, input }),
};
