import { z } from 'zod';
import { defineCall } from '../../core/define.ts';
import { defineInstantField, defineTextField } from '../../core/fields.ts';
import {
  AGENT_VERSION_LENGTH,
  MACHINE_NAME_LENGTH,
  SYSTEM_NAME_LENGTH,
} from '../../limits/client.ts';

export const agentCalls = {
  agentPair: defineCall({
    method: 'POST',
    path: '/np/api/agent/pair',
    audience: 'public',
    summary: '打印客户端要一个配对码',
    input: z.object({
      machineName: defineTextField('电脑名', MACHINE_NAME_LENGTH, 1),
      system: defineTextField('系统', SYSTEM_NAME_LENGTH, 1),
      version: defineTextField('版本', AGENT_VERSION_LENGTH, 1),
    }),
    output: z.object({
      /** 8 characters without look-alikes, for people to type. */
      code: z.string(),
      /** Known only to this agent, which collects its key with it. */
      secret: z.string(),
      /** Page on which a member confirms the pairing. */
      url: z.string(),
      expiresAt: defineInstantField(),
    }),
    limit: { max: 20, windowS: 600, by: 'address', isDurable: true },
  }),
  agentPairPoll: defineCall({
    method: 'POST',
    path: '/np/api/agent/pairPoll',
    audience: 'public',
    summary: '打印客户端问配对成了没有；密钥只给一次',
    input: z.object({ secret: defineTextField('口令', 128, 16) }),
    output: z.object({
      state: z.enum(['waiting', 'confirmed', 'expired']),
      clientId: z.string().nullable(),
      key: z.string().nullable(),
    }),
    limit: { max: 900, windowS: 600, by: 'address' },
  }),
};
