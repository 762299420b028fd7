import { z } from 'zod';
import { defineCall } from '../../core/define.ts';
import {
  defineIdField,
  defineInstantField,
  defineTextField,
  softwareFields,
} from '../../core/fields.ts';
import { EVIDENCES, LANGUAGES } from '../../evidence.ts';

/** Maximum length of a brand's or model's name in an address. */
export const PRINTER_NAME_LENGTH = 60;

/**
 * How a model can be used, in the order of all pages: what works first. `language`: its source
 * names a language of ours · `queue`: through a driver in a CUPS queue · `unknown`: its source names
 * none · `no`: its source names other languages only.
 */
export const PRINTER_USES = ['language', 'queue', 'unknown', 'no'] as const;
export type PrinterUse = (typeof PRINTER_USES)[number];

const brand = z.object({
  name: z.string(),
  /** The usual name. */
  title: z.string(),
  latin: z.string(),
  /** Other names. */
  also: z.array(z.string()),
});

const model = z.object({
  name: z.string(),
  title: z.string(),
  use: z.enum(PRINTER_USES),
  /** Members who reported that it printed their label. */
  reports: z.number(),
});

/** What the member has reported, newest first. */
const reports = z.object({
  list: z.array(
    z.object({
      /** `name` of the model. */
      model: z.string(),
      /** Brand and model, as people say it. */
      title: z.string(),
      /** The printer it was reported for. */
      printerName: z.string(),
      createdAt: defineInstantField(),
    }),
  ),
});

/** Models that a printer can be, judged by the label it printed last. */
const choices = z.object({
  /** Language of that label; null when the printer has printed none, and no model is left out. */
  language: z.enum(LANGUAGES).nullable(),
  brands: z.array(
    brand.pick({ name: true, title: true, latin: true }).extend({
      models: z.array(model.pick({ name: true, title: true })),
      /** Number of models left out, because they do not know the language. */
      leftOut: z.number(),
    }),
  ),
});

const modelName = defineTextField('型号', PRINTER_NAME_LENGTH, 1);
const member = { audience: 'member' } as const;
const REPORT_LIMIT = { max: 30, windowS: 3600, by: 'member' } as const;

export const printerModelCalls = {
  printerModels: defineCall({
    method: 'GET',
    path: '/np/api/printerModels',
    audience: 'public',
    summary: '打印机型号：哪些牌子、哪些型号能用',
    shows: ['software', 'printer-model'],
    showsSoftware: 'one',
    input: z.object(softwareFields),
    output: z.object({ brands: z.array(brand.extend({ models: z.array(model) })) }),
  }),
  printerBrand: defineCall({
    method: 'GET',
    path: '/np/api/printerModels/brand',
    audience: 'public',
    summary: '一个牌子的打印机型号：语言、接口、能给什么凭据、怎么设、谁试过',
    shows: ['software', 'printer-model'],
    showsSoftware: 'one',
    input: z.object({ ...softwareFields, name: defineTextField('牌子', PRINTER_NAME_LENGTH, 1) }),
    output: brand.extend({
      models: z.array(
        model.extend({
          /** As the source names them, with the name of an emulation: `ZPL（GZPL）`. */
          languages: z.array(z.string()),
          /** Resolutions; empty when unknown. */
          dpi: z.array(z.number()),
          /** Greatest print width, mm; null when unknown. */
          widthMm: z.number().nullable(),
          /** `direct`: thermal paper · `transfer`: ribbon; empty when unknown. */
          heat: z.array(z.enum(['direct', 'transfer'])),
          /** `USB`, `网线`, `串口`, `Wi-Fi`, `蓝牙`; empty when unknown. */
          connections: z.array(z.string()),
          /** Language to choose in the configuration; null when it cannot be used. */
          language: z.enum(LANGUAGES).nullable(),
          /** What it can prove about a label at most; empty when it cannot be used. */
          evidence: z.array(z.enum(EVIDENCES)),
          /** How to set it up, or why it cannot be used. */
          advice: z.array(z.string()),
          source: z.object({ title: z.string(), url: z.string() }),
        }),
      ),
      previous: brand.pick({ name: true, title: true }).nullable(),
      next: brand.pick({ name: true, title: true }).nullable(),
    }),
  }),
  printerReports: defineCall({
    ...member,
    method: 'GET',
    path: '/np/api/uc/printerReports',
    summary: '我报过能用的打印机型号；给配置编号时，另有它的打印机可能是哪些型号',
    input: z.object({ id: defineIdField('配置编号').optional() }),
    output: reports.extend({
      /** Null without a configuration. */
      choices: choices.nullable(),
    }),
  }),
  reportPrinter: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/reportPrinter',
    summary: '这台能用：报告一个配置的打印机是哪个型号，用它打印成过标签才能报',
    input: z.object({ id: defineIdField('配置编号'), model: modelName }),
    output: reports,
    limit: REPORT_LIMIT,
  }),
  withdrawPrinterReport: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/withdrawPrinterReport',
    summary: '撤回报过能用的型号',
    input: z.object({ model: modelName }),
    output: reports,
    limit: REPORT_LIMIT,
  }),
};
