import { pollPairing, startPairing } from '@yunbiao/services';
import type { Handlers } from '../handler.ts';

export const agentHandlers: Pick<Handlers, 'agentPair' | 'agentPairPoll'> = {
  agentPair: ({ ctx, input, caller }) =>
    startPairing({ ctx, input, address: caller.address ?? '', software: caller.software }),
  agentPairPoll: ({ ctx, input }) => pollPairing({ ctx, input }),
};
