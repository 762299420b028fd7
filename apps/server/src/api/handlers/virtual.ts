import { openVirtual, virtualRoll, virtualSwitch } from '@yunbiao/services';
import type { Handlers } from '../handler.ts';
import { requireUsableSoftware } from './require-software.ts';

export const virtualHandlers: Pick<Handlers, 'virtualOpen' | 'virtualRoll' | 'virtualSwitch'> = {
  virtualOpen: async ({ ctx, caller }) => {
    const { id: softwareId } = await requireUsableSoftware(ctx, caller);
    return openVirtual({ ctx, memberId: caller.signedIn.member.id, softwareId });
  },
  virtualRoll: ({ ctx, input, caller }) =>
    virtualRoll({ ctx, memberId: caller.signedIn.member.id, input }),
  virtualSwitch: ({ ctx, input, caller }) =>
    virtualSwitch({ ctx, memberId: caller.signedIn.member.id, input }),
};
