import {
  foundList,
  lookFound,
  moveToFound,
  searchFound,
  suggestAddress,
  takeFound,
  testFound,
} from '@yunbiao/services';
import type { Handlers } from '../handler.ts';

export const foundHandlers: Pick<
  Handlers,
  | ('foundList' | 'foundSearch' | 'foundLook' | 'foundTest')
  | ('foundTake' | 'foundMove' | 'foundAddress')
> = {
  foundList: ({ ctx, caller }) => foundList({ ctx, memberId: caller.signedIn.member.id }),
  foundSearch: async ({ ctx, input, caller }) => {
    await searchFound({ ctx, memberId: caller.signedIn.member.id, input });
    return {};
  },
  foundLook: ({ ctx, input, caller }) =>
    lookFound({ ctx, memberId: caller.signedIn.member.id, input }),
  foundTest: ({ ctx, input, caller }) =>
    testFound({ ctx, memberId: caller.signedIn.member.id, input }),
  foundTake: ({ ctx, input, caller }) =>
    takeFound({ ctx, memberId: caller.signedIn.member.id, input }),
  foundMove: async ({ ctx, input, caller }) => {
    await moveToFound({ ctx, memberId: caller.signedIn.member.id, input });
    return {};
  },
  foundAddress: ({ ctx, input, caller }) =>
    suggestAddress({ ctx, memberId: caller.signedIn.member.id, input }),
};
