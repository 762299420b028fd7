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

const getMember = (caller: MemberCaller): number => caller.signedIn.member.id;

export const integrationHandlers: Pick<Handlers, Integration> = {
  apiKeyList: ({ ctx, caller }) => apiKeyList({ ctx, memberId: getMember(caller) }),
  apiKeyAdd: ({ ctx, input, caller }) => addApiKey({ ctx, memberId: getMember(caller), input }),
  apiKeyRename: ({ ctx, input, caller }) =>
    renameApiKey({ ctx, memberId: getMember(caller), id: Number(input.id), name: input.name }),
  apiKeyRevoke: ({ ctx, input, caller }) =>
    revokeApiKey({ ctx, memberId: getMember(caller), id: Number(input.id) }),
  ipRuleList: ({ ctx, caller }) =>
    ipRuleList({ ctx, memberId: getMember(caller), address: caller.address ?? '' }),
  ipRuleAdd: ({ ctx, input, caller }) => addIpRule({ ctx, memberId: getMember(caller), input }),
  ipRuleDelete: async ({ ctx, input, caller }) => {
    await deleteIpRule({ ctx, memberId: getMember(caller), id: Number(input.id) });
    return {};
  },
};
