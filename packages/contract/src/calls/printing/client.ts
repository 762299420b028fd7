import { z } from 'zod';
import { defineCall } from '../../core/define.ts';
import { EVIDENCES, PRINTER_STATES } from '../../evidence.ts';
import {
  CLEARED,
  defineClearableTextField,
  emptyOutput,
  defineIdField,
  defineInstantField,
  emptyInput,
  defineSecondsLeftField,
  defineTextField,
} from '../../core/fields.ts';
import { CLIENT_REMARK_LENGTH } from '../../limits/client.ts';
import { UPDATE_STATES } from '../../gateway/programs.ts';
import { entitlements, vipSpan } from '../commerce/order-shapes.ts';
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
  /** State as text for people, 例如 “打印机未应答：缺纸、缺碳带或开盖”. */
  stateText: z.string(),
  /** Label counter of the printer itself; null when it has none. */
  counter: z.number().nullable(),
  /** Kinds of evidence this printer can give, weakest first. */
  evidence: z.array(z.enum(EVIDENCES)),
  reportedAt: defineInstantField(),
});

export const client = z.object({
  id: z.string(),
  name: z.string(),
  remark: z.string(),
  groupName: z.string(),
  enabled: z.boolean(),
  online: z.boolean(),
  /** The client runs on the site and prints on a paper roll on screen. */
  virtual: z.boolean(),
  system: z.string(),
  version: z.string(),
  address: z.string(),
  pairedAt: defineInstantField(),
  lastSeenAt: defineInstantField().nullable(),
  /** Available or running update; null when there is none, or when the client runs from source. */
  update: z
    .object({
      version: z.string(),
      /** Null until an update is requested. */
      state: z.enum(UPDATE_STATES).nullable(),
      /** Last status text of the update, for people. */
      note: z.string(),
    })
    .nullable(),
  /** Labels that wait because this version of the client cannot draw them. */
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
    input: emptyInput,
    output: z.object({
      clientsAllowed: z.number(),
      clientsUsed: z.number(),
      clientsOnline: z.number(),
      /** Printer configurations in use, counted against `entitlements.printers`. */
      printersUsed: z.number(),
      printersReady: z.number(),
      /** Clients with at least one stopped printer. */
      attention: z.number(),
      /** The site offers virtual printers. */
      virtualOffered: z.boolean(),
      labelsThisMonth: z.number(),
      labelsPerMonth: z.number(),
      /** All entitlements of the plan in force. */
      entitlements,
      vipName: z.string(),
      vipExpiresAt: defineInstantField().nullable(),
      /** The active plan and the plans that follow it; empty on the free plan. */
      vipSpans: z.array(vipSpan),
    }),
  }),
  clientList: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/clientList',
    summary: '授权客户端和它们的打印机',
    input: emptyInput,
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
    summary: '修改客户端的备注、启用或分组；备注和分组写 - 清空，不写 value 也清空',
    input: z.object({
      id: defineIdField('客户端'),
      field: z.enum(['remark', 'enabled', 'groupName']).meta({ title: '字段' }),
      /** Leaving out a remark or a group clears it. */
      value: defineClearableTextField('备注或分组', CLIENT_REMARK_LENGTH)
        .default('')
        .meta({ title: '备注或分组', description: `写 ${CLEARED} 清空，不写也清空` }),
    }),
    output: client,
  }),
  clientUpdate: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/clientUpdate',
    summary: '让客户端更新到网站上的新版本，等正在处理的标签打印完再换',
    input: z.object({ id: defineIdField('客户端') }),
    output: client,
  }),
  clientRevoke: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/clientRevoke',
    summary: '撤销客户端，它的授权立即失效',
    input: z.object({ id: defineIdField('客户端') }),
    output: emptyOutput,
  }),
  pairInfo: defineCall({
    ...member,
    isHeavy: true,
    method: 'GET',
    path: '/np/api/uc/pairInfo',
    summary: '配对码所指的电脑，确认之前给人看',
    input: z.object({ code: defineTextField('配对码', 16, 1) }),
    output: z.object({
      code: z.string(),
      machineName: z.string(),
      system: z.string(),
      address: z.string(),
      leftS: defineSecondsLeftField(),
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
      code: defineTextField('配对码', 16, 1),
      remark: defineClearableTextField('备注', CLIENT_REMARK_LENGTH)
        .default('')
        .meta({ title: '备注', description: `写 ${CLEARED} 或不写，就没有备注` }),
    }),
    output: client,
    limit: { max: 30, windowS: 600, by: 'member' },
  }),
};
