import type { CallOutput } from '@yunbiao/contract';
import type { Client } from '@yunbiao/contract/api/client';
import type { Envelope } from '@yunbiao/contract/core/envelope';
import { DELIVERY_STATES, type DeliveryState } from '@yunbiao/contract/site/webhook-events';

export type KeyData = CallOutput<'apiKeyList'>;
export type ApiKey = KeyData['list'][number];
export type IpData = CallOutput<'ipRuleList'>;
export type IpRule = IpData['list'][number];
export type RefusedCall = IpData['refused'][number];

export const loadApiKeys = (api: Client): Promise<Envelope<KeyData>> => api.call('apiKeyList', {});

export const loadIpRules = (api: Client): Promise<Envelope<IpData>> => api.call('ipRuleList', {});

export type HookList = CallOutput<'webhookList'>;
export type Hook = HookList['list'][number];
export type HookKey = HookList['keys'][number];
export type Delivery = CallOutput<'webhookDeliveryList'>['list'][number];
export type HookData = {
  hooks: HookList;
  sent: CallOutput<'webhookDeliveryList'>;
  state: DeliveryState | undefined;
};

/** Parses the state of the address; undefined when it is invalid. */
export const parseDeliveryState = (text: string | undefined): DeliveryState | undefined =>
  DELIVERY_STATES.find((state) => state === text);

export const loadWebhooks = async (
  api: Client,
  state: DeliveryState | undefined,
): Promise<Envelope<HookData>> => {
  const [hooks, deliveries] = await Promise.all([
    api.call('webhookList', {}),
    api.call('webhookDeliveryList', state ? { state } : {}),
  ]);
  if (hooks.state === 'fail') return hooks;
  if (deliveries.state === 'fail') return deliveries;
  return { ...hooks, data: { hooks: hooks.data, sent: deliveries.data, state } };
};
