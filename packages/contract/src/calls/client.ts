import { z } from 'zod';
import { defineCall } from '../define.ts';
import { EVIDENCES, PRINTER_STATES } from '../evidence.ts';
import { CLEARED, clearableText, done, id, instant, none, secondsLeft, text } from '../fields.ts';
import { CLIENT_REMARK_LENGTH } from '../limits/client.ts';
import { UPDATE_STATES } from '../programs.ts';
import { entitlements, vipSpan } from './money.ts';
import { language } from './print-config.ts';

export const printer = z.object({
  id: z.string(),
  clientId: z.string(),
  name: z.string(),
  language,
  dpi: z.number(),
  state: z.enum(PRINTER_STATES),
  /** RFC 8011 printer-state-reasons, 例如 media-empty. */
  stateReasons: z.array(z.string()),
  /** The same for people, 例如 “打印机未应答：缺纸、缺碳带或开盖”. */
  stateText: z.string(),
  /** Labels the printer itself says it has printed; null when it does not count. */
  counter: z.number().nullable(),
  /** Evidence this printer can give, weakest first. */
  evidence: z.array(z.enum(EVIDENCES)),
  reportedAt: instant(),
});

export const client = z.object({
  id: z.string(),
  name: z.string(),
  remark: z.string(),
  groupName: z.string(),
  enabled: z.boolean(),
  online: z.boolean(),
  /** It runs on the site and prints on a paper roll on screen. */
  virtual: z.boolean(),
  system: z.string(),
  version: z.string(),
  address: z.string(),
  pairedAt: instant(),
  lastSeenAt: instant().nullable(),
  /** A newer program it can become, or is becoming; null when there is none, or it is run from source. */
  update: z
    .object({
      version: z.string(),
      /** Null while nobody has asked for it. */
      state: z.enum(UPDATE_STATES).nullable(),
      /** Its last words about it, for people. */
      note: z.string(),
    })
    .nullable(),
  /** Labels that wait because this version cannot draw them. */
  undrawn: z.number(),
  printers: z.array(printer),
});

const member = { audience: 'member' } as const;

/** Print clients (授权客户端), their printers, and pairing. */
export const clientCalls = {
  authStat: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/authStat',
    isInSoftware: true,
    summary: '授权概况：客户端数、在线数、打印机配置数、本月标签、VIP 到期',
    input: none,
    output: z.object({
      clientsAllowed: z.number(),
      clientsUsed: z.number(),
      clientsOnline: z.number(),
      /** Printer configurations, of those `entitlements.printers` allows. */
      printersUsed: z.number(),
      printersReady: z.number(),
      /** Clients with a printer that is stopped. */
      attention: z.number(),
      /** The site offers virtual printers. */
      virtualOffered: z.boolean(),
      labelsThisMonth: z.number(),
      labelsPerMonth: z.number(),
      /** What the plan in force allows, all of it. */
      entitlements,
      vipName: z.string(),
      vipExpiresAt: instant().nullable(),
      /** The plan that runs and those that follow it; none for the free one. */
      vipSpans: z.array(vipSpan),
    }),
  }),
  clientList: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/clientList',
    summary: '授权客户端和它们的打印机',
    input: none,
    output: z.object({
      list: z.array(client),
      /** The site offers virtual printers. */
      virtualOffered: z.boolean(),
    }),
  }),
  authValueSet: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/authValueSet',
    summary: '改客户端的备注、启用或分组；备注和分组写 - 清空，不写 value 也清空',
    input: z.object({
      id: id('客户端'),
      field: z.enum(['remark', 'enabled', 'groupName']).meta({ title: '字段' }),
      /** A remark or a group left out is taken away, as one that is cleared. */
      value: clearableText('备注或分组', CLIENT_REMARK_LENGTH)
        .default('')
        .meta({ title: '备注或分组', description: `写 ${CLEARED} 清空，不写也清空` }),
    }),
    output: client,
  }),
  clientUpdate: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/clientUpdate',
    summary: '让客户端更新到网站上的新版本，等手上的标签打完再换',
    input: z.object({ id: id('客户端') }),
    output: client,
  }),
  clientRevoke: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/clientRevoke',
    summary: '撤销客户端，它的钥匙当场作废',
    input: z.object({ id: id('客户端') }),
    output: done,
  }),
  pairInfo: defineCall({
    ...member,
    isHeavy: true,
    method: 'GET',
    path: '/np/api/uc/pairInfo',
    summary: '配对码所指的电脑，确认之前给人看',
    input: z.object({ code: text('配对码', 16, 1) }),
    output: z.object({
      code: z.string(),
      machineName: z.string(),
      system: z.string(),
      address: z.string(),
      leftS: secondsLeft(),
    }),
    limit: { max: 30, windowS: 600, by: 'member' },
  }),
  pairConfirm: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/pairConfirm',
    isInSoftware: true,
    summary: '确认配对，这台电脑成为打印客户端',
    input: z.object({
      code: text('配对码', 16, 1),
      remark: clearableText('备注', CLIENT_REMARK_LENGTH)
        .default('')
        .meta({ title: '备注', description: `写 ${CLEARED} 或不写，就没有备注` }),
    }),
    output: client,
    limit: { max: 30, windowS: 600, by: 'member' },
  }),
};
