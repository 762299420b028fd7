import {
  deleteWebhook,
  readWebhookDelivery,
  listWebhookDeliveries,
  renewWebhookSecret,
  resendWebhookDelivery,
  saveWebhook,
  testWebhook,
  listWebhooksAndKeys,
} from '@yunbiao/services';
import type { AreaHandlers, MemberCaller } from '../../handler.ts';

const getCallerMemberId = (caller: MemberCaller): number => caller.signedIn.member.id;

export const webhookHandlers: AreaHandlers<'webhook'> = {
  webhookList: ({ ctx, caller }) =>
    listWebhooksAndKeys({ ctx, memberId: getCallerMemberId(caller) }),
  webhookSave: ({ ctx, input, caller }) =>
    saveWebhook({ ctx, memberId: getCallerMemberId(caller), input }),
  webhookDelete: async ({ ctx, input, caller }) => {
    await deleteWebhook({ ctx, memberId: getCallerMemberId(caller), id: Number(input.id) });
    return {};
  },
  webhookSecret: ({ ctx, input, caller }) =>
    renewWebhookSecret({ ctx, memberId: getCallerMemberId(caller), keyId: Number(input.keyId) }),
  webhookTest: ({ ctx, input, caller }) =>
    testWebhook({ ctx, memberId: getCallerMemberId(caller), id: Number(input.id) }),
  webhookDeliveryList: ({ ctx, input, caller }) =>
    listWebhookDeliveries({ ctx, memberId: getCallerMemberId(caller), input }),
  webhookDelivery: ({ ctx, input, caller }) =>
    readWebhookDelivery({ ctx, memberId: getCallerMemberId(caller), id: Number(input.id) }),
  webhookResend: ({ ctx, input, caller }) =>
    resendWebhookDelivery({ ctx, memberId: getCallerMemberId(caller), id: Number(input.id) }),
};
