import {
  contactBind,
  contactCode,
  contactCodeState,
  contactUnbind,
  resetCode,
  resetPasswordByCode,
} from '@yunbiao/services';
import type { Handlers, MemberCaller } from '../handler.ts';
import { readOrigin } from './read-origin.ts';

const readAsker = ({ signedIn, address }: MemberCaller) => ({ signedIn, address: address ?? '' });

export const contactHandlers: Pick<
  Handlers,
  | 'contactCode'
  | 'contactCodeState'
  | 'contactBind'
  | 'contactUnbind'
  | 'resetCode'
  | 'resetPassword'
> = {
  contactCode: ({ ctx, input, caller }) => contactCode({ ctx, input, ...readAsker(caller) }),
  contactCodeState: ({ ctx, input: { ticket }, caller }) =>
    contactCodeState({ ctx, memberId: caller.signedIn.member.id, ticket }),
  contactBind: ({ ctx, input, caller }) =>
    contactBind({
      ctx,
      memberId: caller.signedIn.member.id,
      input,
      address: caller.address ?? '',
    }),
  contactUnbind: ({ ctx, input, caller }) => contactUnbind({ ctx, input, ...readAsker(caller) }),
  resetCode: ({ ctx, input: { account }, caller }) =>
    resetCode({ ctx, account, origin: readOrigin(caller) }),
  resetPassword: async ({ ctx, input, caller }) => {
    const { device: kept, ...reply } = await resetPasswordByCode({
      ctx,
      input,
      origin: readOrigin(caller),
    });
    // The browser keeps its secret in a cookie: it is no part of the reply, which scripts read.
    caller.keepDevice(kept);
    return reply;
  },
};
