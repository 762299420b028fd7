import {
  listDiscoveredPrinters,
  probeDiscoveredPrinter,
  movePrinterToDiscovered,
  discoverPrinters,
  suggestAddress,
  addDiscoveredPrinter,
  printDiscoveryTestLabel,
} from '@yunbiao/services';
import type { AreaHandlers } from '../../handler.ts';

export const discoveryHandlers: AreaHandlers<'discovery'> = {
  foundList: ({ ctx, caller }) =>
    listDiscoveredPrinters({ ctx, memberId: caller.signedIn.member.id }),
  foundSearch: async ({ ctx, input, caller }) => {
    await discoverPrinters({ ctx, memberId: caller.signedIn.member.id, input });
    return {};
  },
  foundLook: ({ ctx, input, caller }) =>
    probeDiscoveredPrinter({ ctx, memberId: caller.signedIn.member.id, input }),
  foundTest: ({ ctx, input, caller }) =>
    printDiscoveryTestLabel({ ctx, memberId: caller.signedIn.member.id, input }),
  foundTake: ({ ctx, input, caller }) =>
    addDiscoveredPrinter({ ctx, memberId: caller.signedIn.member.id, input }),
  foundMove: async ({ ctx, input, caller }) => {
    await movePrinterToDiscovered({ ctx, memberId: caller.signedIn.member.id, input });
    return {};
  },
  foundAddress: ({ ctx, input, caller }) =>
    suggestAddress({ ctx, memberId: caller.signedIn.member.id, input }),
};
