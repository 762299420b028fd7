import {
  addApiKey,
  addIpRule,
  listApiKeys,
  deleteIpRule,
  listIpRules,
  renameApiKey,
  revokeApiKey,
} from '@yunbiao/services';
import type { AreaHandlers, MemberCaller } from '../../handler.ts';

const getCallerMemberId = (caller: MemberCaller): number => caller.signedIn.member.id;

export const integrationHandlers: AreaHandlers<'integration'> = {
  apiKeyList: ({ ctx, caller }) => listApiKeys({ ctx, memberId: getCallerMemberId(caller) }),
  apiKeyAdd: ({ ctx, input, caller }) =>
    addApiKey({ ctx, memberId: getCallerMemberId(caller), input }),
  apiKeyRename: ({ ctx, input, caller }) =>
    renameApiKey({
      ctx,
      memberId: getCallerMemberId(caller),
      id: Number(input.id),
      name: input.name,
    }),
  apiKeyRevoke: ({ ctx, input, caller }) =>
    revokeApiKey({ ctx, memberId: getCallerMemberId(caller), id: Number(input.id) }),
  ipRuleList: ({ ctx, caller }) =>
    listIpRules({ ctx, memberId: getCallerMemberId(caller), address: caller.address ?? '' }),
  ipRuleAdd: ({ ctx, input, caller }) =>
    addIpRule({ ctx, memberId: getCallerMemberId(caller), input }),
  ipRuleDelete: async ({ ctx, input, caller }) => {
    await deleteIpRule({ ctx, memberId: getCallerMemberId(caller), id: Number(input.id) });
    return {};
  },
};
