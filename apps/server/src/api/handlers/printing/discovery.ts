import {
  foundList,
  probeDiscoveredPrinter,
  movePrinterToDiscovered,
  discoverPrinters,
  suggestAddress,
  addDiscoveredPrinter,
  testDiscoveredPrinter,
} from '@yunbiao/services';
import type { AreaHandlers } from '../../handler.ts';

export const discoveryHandlers: AreaHandlers<'discovery'> = {
  foundList: ({ ctx, caller }) => foundList({ ctx, memberId: caller.signedIn.member.id }),
  foundSearch: async ({ ctx, input, caller }) => {
    await discoverPrinters({ ctx, memberId: caller.signedIn.member.id, input });
    return {};
  },
  foundLook: ({ ctx, input, caller }) =>
    probeDiscoveredPrinter({ ctx, memberId: caller.signedIn.member.id, input }),
  foundTest: ({ ctx, input, caller }) =>
    testDiscoveredPrinter({ ctx, memberId: caller.signedIn.member.id, input }),
  foundTake: ({ ctx, input, caller }) =>
    addDiscoveredPrinter({ ctx, memberId: caller.signedIn.member.id, input }),
  foundMove: async ({ ctx, input, caller }) => {
    await movePrinterToDiscovered({ ctx, memberId: caller.signedIn.member.id, input });
    return {};
  },
  foundAddress: ({ ctx, input, caller }) =>
    suggestAddress({ ctx, memberId: caller.signedIn.member.id, input }),
};
