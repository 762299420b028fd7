import type { CallOutput } from '@yunbiao/contract';
import type { Client } from '@yunbiao/contract/client';
import type { Envelope } from '@yunbiao/contract/envelope';

export type KeyData = CallOutput<'apiKeyList'>;
export type ApiKey = KeyData['list'][number];
export type IpData = CallOutput<'ipRuleList'>;
export type IpRule = IpData['list'][number];
export type Refused = IpData['refused'][number];

export const loadKeys = (api: Client): Promise<Envelope<KeyData>> => api.call('apiKeyList', {});

export const loadIpRules = (api: Client): Promise<Envelope<IpData>> => api.call('ipRuleList', {});
