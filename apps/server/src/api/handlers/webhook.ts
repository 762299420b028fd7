import {
  deleteWebhook,
  deliveryDetail,
  deliveryList,
  newWebhookSecret,
  resendDelivery,
  saveWebhook,
  testWebhook,
  webhookList,
} from '@yunbiao/services';
import type { Handlers, MemberCaller } from '../handler.ts';

type Webhook =
  | 'webhookList'
  | 'webhookSave'
  | 'webhookDelete'
  | 'webhookSecret'
  | 'webhookTest'
  | 'webhookDeliveryList'
  | 'webhookDelivery'
  | 'webhookResend';

const getMember = (caller: MemberCaller): number => caller.signedIn.member.id;

export const webhookHandlers: Pick<Handlers, Webhook> = {
  webhookList: ({ ctx, caller }) => webhookList({ ctx, memberId: getMember(caller) }),
  webhookSave: ({ ctx, input, caller }) => saveWebhook({ ctx, memberId: getMember(caller), input }),
  webhookDelete: async ({ ctx, input, caller }) => {
    await deleteWebhook({ ctx, memberId: getMember(caller), id: Number(input.id) });
    return {};
  },
  webhookSecret: ({ ctx, input, caller }) =>
    newWebhookSecret({ ctx, memberId: getMember(caller), keyId: Number(input.keyId) }),
  webhookTest: ({ ctx, input, caller }) =>
    testWebhook({ ctx, memberId: getMember(caller), id: Number(input.id) }),
  webhookDeliveryList: ({ ctx, input, caller }) =>
    deliveryList({ ctx, memberId: getMember(caller), input }),
  webhookDelivery: ({ ctx, input, caller }) =>
    deliveryDetail({ ctx, memberId: getMember(caller), id: Number(input.id) }),
  webhookResend: ({ ctx, input, caller }) =>
    resendDelivery({ ctx, memberId: getMember(caller), id: Number(input.id) }),
};
