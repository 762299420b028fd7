import { type Row, rowTrouble } from '@yunbiao/label/stock';
import { z } from 'zod';
import { defineCall } from '../define.ts';
import { type Language, LANGUAGES, PRINTER_STATES } from '../evidence.ts';
import { bool, decimal, done, id, instant, int, none, text } from '../fields.ts';
import { CONFIG_NAME_LENGTH, CONFIG_RANGES, rangesOf } from '../limits/print-config.ts';

export const language = z.enum(LANGUAGES).meta({ title: '打印语言' });

const configFields = {
  name: text('配置名称', CONFIG_NAME_LENGTH, 1),
  clientId: id('客户端'),
  printerId: id('打印机'),
  language,
  widthMm: decimal('标签宽', CONFIG_RANGES.widthMm),
  heightMm: decimal('标签高', CONFIG_RANGES.heightMm),
  gapMm: decimal('间距', CONFIG_RANGES.gapMm).default(2),
  columns: int('列数', CONFIG_RANGES.columns).default(1),
  columnGapMm: decimal('列间距', CONFIG_RANGES.columnGapMm).default(0),
  dpi: z
    .preprocess(
      (v) => (typeof v === 'string' ? Number(v) : v),
      z.union([z.literal(203), z.literal(300), z.literal(600)]),
    )
    .meta({ title: '分辨率' }),
  offsetXMm: decimal('横向偏移', CONFIG_RANGES.offsetXMm).default(0),
  offsetYMm: decimal('纵向偏移', CONFIG_RANGES.offsetYMm).default(0),
  pitchScale: decimal('走纸比例', CONFIG_RANGES.pitchScale).default(100),
  rotation: z
    .preprocess(
      (v) => (typeof v === 'string' ? Number(v) : v),
      z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
    )
    .default(0)
    .meta({ title: '旋转' }),
  barReduction: int('条码收窄', CONFIG_RANGES.barReduction).default(0),
  darkness: int('浓度', CONFIG_RANGES.darkness).default(15),
  speed: int('速度', CONFIG_RANGES.speed).default(4),
  copies: int('每张份数', CONFIG_RANGES.copies).default(1),
  isDefault: bool('默认').default(false),
  enabled: bool('启用').default(true),
};

export const printConfig = z.object({
  id: z.string(),
  ...configFields,
  clientName: z.string(),
  printerName: z.string(),
  printerState: z.enum(PRINTER_STATES),
  printerStateText: z.string(),
  createdAt: instant(),
  updatedAt: instant(),
});

type Settings = { language: Language } & Row & Record<keyof ReturnType<typeof rangesOf>, number>;

/** What can be set depends on what the printer speaks. */
const settableIn = (config: Settings, context: z.RefinementCtx): void => {
  for (const [field, { min, max }] of Object.entries(rangesOf(config.language))) {
    const input = config[field as keyof ReturnType<typeof rangesOf>];
    const at = { path: [field], origin: 'number', inclusive: true, input };
    if (input < min) context.addIssue({ ...at, code: 'too_small', minimum: min });
    if (input > max) context.addIssue({ ...at, code: 'too_big', maximum: max });
  }
  const message = rowTrouble(config, rangesOf(config.language).widthMm.max);
  if (message !== '') context.addIssue({ code: 'custom', path: ['columns'], message });
};

const member = { audience: 'member' } as const;

/** Printer configurations. */
export const printConfigCalls = {
  printConfigList: defineCall({
    ...member,
    method: 'GET',
    path: '/np/api/uc/printConfigList',
    summary: '打印机配置',
    input: none,
    output: z.object({ list: z.array(printConfig) }),
  }),
  savePrintConfig: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/savePrintConfig',
    summary: '新建或保存打印机配置',
    input: z.object({ id: id().optional(), ...configFields }).superRefine(settableIn),
    output: printConfig,
  }),
  deletePrintConfig: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/deletePrintConfig',
    summary: '删除打印机配置',
    input: z.object({ id: id() }),
    output: done,
  }),
};
