import { pollPairing, startPairing } from '@yunbiao/services';
import type { AreaHandlers } from '../../handler.ts';

export const agentHandlers: AreaHandlers<'agent'> = {
  agentPair: ({ ctx, input, caller }) =>
    startPairing({ ctx, input, address: caller.address ?? '', software: caller.software }),
  agentPairPoll: ({ ctx, input }) => pollPairing({ ctx, input }),
};
