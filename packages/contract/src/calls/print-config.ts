import { z } from 'zod';
import { defineCall } from '../define.ts';
import { LANGUAGES, PRINTER_STATES } from '../evidence.ts';
import { bool, decimal, done, id, instant, int, none, text } from '../fields.ts';

export const language = z.enum(LANGUAGES).meta({ title: '打印语言' });

const configFields = {
  name: text('配置名称', 60, 1),
  clientId: id('客户端'),
  printerId: id('打印机'),
  language,
  widthMm: decimal('标签宽', 5, 200),
  heightMm: decimal('标签高', 5, 300),
  gapMm: decimal('间距', 0, 30).default(2),
  columns: int('列数', 1, 1).default(1),
  dpi: z
    .preprocess(
      (v) => (typeof v === 'string' ? Number(v) : v),
      z.union([z.literal(203), z.literal(300), z.literal(600)]),
    )
    .meta({ title: '分辨率' }),
  offsetXMm: decimal('横向偏移', -30, 30).default(0),
  offsetYMm: decimal('纵向偏移', -30, 30).default(0),
  /** Feed correction, per cent; 100 leaves it alone. */
  pitchScale: decimal('走纸比例', 90, 110).default(100),
  rotation: z
    .preprocess(
      (v) => (typeof v === 'string' ? Number(v) : v),
      z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
    )
    .default(0)
    .meta({ title: '旋转' }),
  /** Absolute darkness, ZPL ~SD: 0–30. */
  darkness: int('浓度', 0, 30).default(15),
  /** Inches a second, ZPL ^PR. */
  speed: int('速度', 1, 14).default(4),
  copies: int('每张份数', 1, 100).default(1),
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

const member = { audience: 'member' } as const;

/** Printer configurations, and the templates there are to print. */
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
    input: z.object({ id: id().optional(), ...configFields }),
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
  templateList: defineCall({
    ...member,
    method: 'GET',
    path: '/np/api/uc/templateList',
    summary: '本软件能用的模板：公共的和自己的',
    input: none,
    output: z.object({
      list: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          category: z.string(),
          widthMm: z.number(),
          heightMm: z.number(),
          own: z.boolean(),
          content: z.unknown(),
          updatedAt: instant(),
        }),
      ),
    }),
  }),
};
