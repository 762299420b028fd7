import { z } from 'zod';
import { defineCall } from '../define.ts';
import { bool, id, int, none } from '../fields.ts';
import { ROLL_SWITCHES, rollPart, rollState } from '../virtual-host.ts';
import { client } from './client.ts';

const member = { audience: 'member', method: 'POST' } as const;

/** The virtual printer of the page: a print client the site runs for a member, with a paper roll to look at. */
export const virtualCalls = {
  virtualOpen: defineCall({
    ...member,
    path: '/np/api/uc/virtualOpen',
    isInSoftware: true,
    summary: '虚拟打印机：没有就建一台，休息着就叫醒',
    input: none,
    output: z.object({
      client,
      /** A configuration that prints on it; null when the plan has room for none. */
      printConfigId: z.string().nullable(),
    }),
    limit: { max: 60, windowS: 600, by: 'member' },
  }),
  virtualRoll: defineCall({
    ...member,
    path: '/np/api/uc/virtualRoll',
    summary: '虚拟打印机的开关，和第 after 张之后印出来的标签',
    input: z.object({
      id: id('客户端'),
      after: int('之后', { min: 0, max: 1_000_000_000_000 }).default(0),
    }),
    output: rollPart,
    limit: { max: 3_000, windowS: 600, by: 'member' },
  }),
  virtualSwitch: defineCall({
    ...member,
    path: '/np/api/uc/virtualSwitch',
    summary: '虚拟打印机：抽走纸、打开盖子、放慢、拔掉网线，和复原',
    input: z.object({
      id: id('客户端'),
      name: z.enum(ROLL_SWITCHES).meta({ title: '开关' }),
      on: bool('开'),
    }),
    output: rollState,
    limit: { max: 600, windowS: 600, by: 'member' },
  }),
};
