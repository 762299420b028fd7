import {
  addApiKey,
  addIpRule,
  apiKeyList,
  deleteIpRule,
  ipRuleList,
  renameApiKey,
  revokeApiKey,
} from '@yunbiao/services';
import type { Handlers, MemberCaller } from '../handler.ts';

type Integration =
  | 'apiKeyList'
  | 'apiKeyAdd'
  | 'apiKeyRename'
  | 'apiKeyRevoke'
  | 'ipRuleList'
  | 'ipRuleAdd'
  | 'ipRuleDelete';

const memberOf = (caller: MemberCaller): number => caller.signedIn.member.id;

export const integrationHandlers: Pick<Handlers, Integration> = {
  apiKeyList: ({ ctx, caller }) => apiKeyList({ ctx, memberId: memberOf(caller) }),
  apiKeyAdd: ({ ctx, input, caller }) => addApiKey({ ctx, memberId: memberOf(caller), input }),
  apiKeyRename: ({ ctx, input, caller }) =>
    renameApiKey({ ctx, memberId: memberOf(caller), id: Number(input.id), name: input.name }),
  apiKeyRevoke: ({ ctx, input, caller }) =>
    revokeApiKey({ ctx, memberId: memberOf(caller), id: Number(input.id) }),
  ipRuleList: ({ ctx, caller }) =>
    ipRuleList({ ctx, memberId: memberOf(caller), address: caller.address ?? '' }),
  ipRuleAdd: ({ ctx, input, caller }) => addIpRule({ ctx, memberId: memberOf(caller), input }),
  ipRuleDelete: async ({ ctx, input, caller }) => {
    await deleteIpRule({ ctx, memberId: memberOf(caller), id: Number(input.id) });
    return {};
  },
};
