import { z } from 'zod';
import { defineCall } from '../../core/define.ts';
import {
  defineBoolField,
  emptyOutput,
  defineIdField,
  defineInstantField,
  defineIntField,
  emptyInput,
  defineTextField,
} from '../../core/fields.ts';
import {
  GROUP_DELAY_MINUTES,
  PRINTER_GROUP_NAME_LENGTH,
  GROUP_PRINTERS,
} from '../../limits/print-config.ts';

/** How a group chooses the printer for a batch and for moved labels. */
export const GROUP_RULES = ['in-order', 'least-busy'] as const;

const groupFields = {
  name: defineTextField('打印机组的名称', PRINTER_GROUP_NAME_LENGTH, 1),
  rule: z.enum(GROUP_RULES).meta({ title: '规则' }),
  /** Minutes a printer may be unable to print before its labels are moved. */
  delayMinutes: defineIntField('等几分钟', GROUP_DELAY_MINUTES),
  /** Labels are moved only after the member confirms, not automatically. */
  asks: defineBoolField('先问我').default(false),
  /** In order of preference. */
  printConfigIds: z
    .array(defineIdField('打印机配置'))
    .min(GROUP_PRINTERS.min, `一个组至少 ${GROUP_PRINTERS.min} 台打印机`)
    .max(GROUP_PRINTERS.max, `一个组最多 ${GROUP_PRINTERS.max} 台打印机`)
    .meta({ title: '打印机配置' }),
};

export const printerGroup = z.object({
  id: z.string(),
  ...groupFields,
  createdAt: defineInstantField(),
  updatedAt: defineInstantField(),
});

const member = { audience: 'member' } as const;

/** Printer groups with failover. */
export const printerGroupCalls = {
  printerGroupList: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/printerGroupList',
    summary: '打印机组',
    input: emptyInput,
    output: z.object({ list: z.array(printerGroup) }),
  }),
  savePrinterGroup: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/savePrinterGroup',
    summary: '新建或保存打印机组',
    input: z.object({ id: defineIdField().optional(), ...groupFields }),
    output: printerGroup,
  }),
  deletePrinterGroup: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/deletePrinterGroup',
    summary: '删除打印机组；它的标签留在现在的打印机上',
    input: z.object({ id: defineIdField() }),
    output: emptyOutput,
  }),
};
