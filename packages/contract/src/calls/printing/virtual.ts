import { z } from 'zod';
import { defineCall } from '../../core/define.ts';
import { defineBoolField, defineIdField, defineIntField } from '../../core/fields.ts';
import { ROLL_SWITCHES, rollPart, rollState } from '../../gateway/virtual-host.ts';
import { client } from './client.ts';

const member = { audience: 'member', method: 'POST' } as const;

/** Virtual printer: a print client that the site runs for a member, with a paper roll on screen. */
export const virtualCalls = {
  virtualOpen: defineCall({
    ...member,
    path: '/np/api/uc/virtualOpen',
    isInSoftware: true,
    summary: '虚拟打印机：没有就建一台，休眠的就唤醒',
    input: z.object({
      /** A new configuration gets paper of this template's size; without it, of the first one. */
      templateId: defineIdField('模板').optional(),
    }),
    output: z.object({
      client,
      /** A configuration that prints on it; null when the plan allows no further configuration. */
      printConfigId: z.string().nullable(),
    }),
    limit: { max: 60, windowS: 600, by: 'member' },
  }),
  virtualRoll: defineCall({
    ...member,
    path: '/np/api/uc/virtualRoll',
    summary: '虚拟打印机的开关，和第 after 张之后打印出来的标签',
    input: z.object({
      id: defineIdField('客户端'),
      after: defineIntField('之后', { min: 0, max: 1_000_000_000_000 }).default(0),
    }),
    output: rollPart,
    limit: { max: 3_000, windowS: 600, by: 'member' },
  }),
  virtualSwitch: defineCall({
    ...member,
    path: '/np/api/uc/virtualSwitch',
    summary: '虚拟打印机：抽走纸、打开盖子、放慢、拔掉网线，和复原',
    input: z.object({
      id: defineIdField('客户端'),
      name: z.enum(ROLL_SWITCHES).meta({ title: '开关' }),
      on: defineBoolField('开'),
    }),
    output: rollState,
    limit: { max: 600, windowS: 600, by: 'member' },
  }),
};
