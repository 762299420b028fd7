import { FINISHINGS, MEDIA_KINDS } from '@yunbiao/label/language/language';
import { type Row, describeRowTooWide } from '@yunbiao/label/stock';
import { z } from 'zod';
import { defineCall } from '../../core/define.ts';
import { LANGUAGES, PRINTER_STATES } from '../../evidence.ts';
import {
  defineBoolField,
  defineDecimalField,
  emptyOutput,
  defineIdField,
  defineInstantField,
  defineIntField,
  emptyInput,
  defineTextField,
} from '../../core/fields.ts';
import { BATCH_NO_LENGTH } from '../../limits/input.ts';
import { LANGUAGE_FACTS } from '../../language-facts.ts';
import {
  CONFIG_NAME_LENGTH,
  CONFIG_RANGES,
  FINISHING_LABELS,
  CALIBRATION_MEASUREMENTS_MM,
  MEDIA_LABELS,
  resolveMediaAndFinishing,
  listSettingRanges,
  SHIFT_MM,
  getPrintShiftRange,
  supportsVectors,
} from '../../limits/print-config.ts';

export const language = z.enum(LANGUAGES).meta({ title: '打印语言' });

const configFields = {
  name: defineTextField('配置名称', CONFIG_NAME_LENGTH, 1),
  clientId: defineIdField('客户端'),
  printerId: defineIdField('打印机'),
  language,
  widthMm: defineDecimalField('标签宽', CONFIG_RANGES.widthMm),
  heightMm: defineDecimalField('标签高', CONFIG_RANGES.heightMm),
  gapMm: defineDecimalField('间距', CONFIG_RANGES.gapMm).default(2),
  columns: defineIntField('列数', CONFIG_RANGES.columns).default(1),
  columnGapMm: defineDecimalField('列间距', CONFIG_RANGES.columnGapMm).default(0),
  dpi: z
    .preprocess(
      (v) => (typeof v === 'string' ? Number(v) : v),
      z.union([z.literal(203), z.literal(300), z.literal(600)]),
    )
    .meta({ title: '分辨率' }),
  offsetXMm: defineDecimalField('横向偏移', CONFIG_RANGES.offsetXMm).default(0),
  offsetYMm: defineDecimalField('纵向偏移', CONFIG_RANGES.offsetYMm).default(0),
  pitchScale: defineDecimalField('走纸比例', CONFIG_RANGES.pitchScale).default(100),
  rotation: z
    .preprocess(
      (v) => (typeof v === 'string' ? Number(v) : v),
      z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
    )
    .default(0)
    .meta({ title: '旋转' }),
  barReduction: defineIntField('条码收窄', CONFIG_RANGES.barReduction).default(0),
  /**
   * Pages as vectors, rasterized by the printer or its driver. False: pages as a bitmap in the
   * printer's dots.
   */
  vector: defineBoolField('矢量出图').default(false),
  darkness: defineIntField('打印浓度', CONFIG_RANGES.darkness).default(15),
  speed: defineIntField('打印速度', CONFIG_RANGES.speed).default(4),
  copies: defineIntField('每张份数', CONFIG_RANGES.copies).default(1),
  cutEach: defineIntField('每几张切一次', CONFIG_RANGES.cutEach).default(1),
  /** Null: keep the printer's own setting. */
  shiftMm: z
    .preprocess(
      (value) => (value === '' ? null : value),
      defineDecimalField('打印起点', SHIFT_MM).nullable(),
    )
    .default(null)
    .meta({ title: '打印起点' }),
  isDefault: defineBoolField('默认').default(false),
  enabled: defineBoolField('启用').default(true),
};

const media = z.enum(MEDIA_KINDS).meta({ title: '纸的种类' });
const finishing = z.enum(FINISHINGS).meta({ title: '出纸方式' });

const correction = z.object({
  offsetXMm: z.number(),
  offsetYMm: z.number(),
  /** Percent. */
  pitchScale: z.number(),
});

export const printConfig = z.object({
  id: z.string(),
  ...configFields,
  media,
  finishing,
  /** Offset and feed correction before calibration; null when there is nothing to undo. */
  calibratedFrom: correction.nullable(),
  clientName: z.string(),
  printerName: z.string(),
  printerState: z.enum(PRINTER_STATES),
  printerStateText: z.string(),
  /** RFC 8011 printer-state-reasons. */
  printerReasons: z.array(z.string()),
  /** The client is a virtual one, which sleeps until labels wait for it. */
  virtual: z.boolean(),
  createdAt: defineInstantField(),
  updatedAt: defineInstantField(),
});

const printConfigInput = z.object({
  id: defineIdField().optional(),
  ...configFields,
  /** When omitted: `gap` if the gap is above 0, and the language's default finishing. */
  media: media.optional(),
  finishing: finishing.optional(),
});
type Settings = z.output<typeof printConfigInput>;

type ReportIssue = (field: keyof Settings, message: string) => void;

/** Reports settings the language cannot express. */
const checkPrinterLanguageSupport = (config: Settings, reportIssue: ReportIssue): void => {
  const { language, gapMm } = config;
  const { media, finishing } = resolveMediaAndFinishing(config);
  const { name, ...facts } = LANGUAGE_FACTS[language];
  const joinKindLabels = <T extends string>(
    kinds: readonly T[],
    words: Readonly<Record<T, string>>,
  ): string => kinds.map((kind) => words[kind]).join('、');
  if (!facts.media.includes(media))
    reportIssue(
      'media',
      `${name} 说不了${MEDIA_LABELS[media]}，只能选${joinKindLabels(facts.media, MEDIA_LABELS)}`,
    );
  else if (media !== 'continuous' && gapMm <= 0)
    reportIssue('gapMm', media === 'gap' ? '间隙要大于 0；没有间隙的选连续纸' : '黑标高要大于 0');
  if (!facts.finishing.includes(finishing))
    reportIssue(
      'finishing',
      `${name} 不能设成${FINISHING_LABELS[finishing]}，只能选${joinKindLabels(facts.finishing, FINISHING_LABELS)}`,
    );
};

const checkShiftRange = ({ language, dpi, shiftMm }: Settings, reportIssue: ReportIssue): void => {
  const { min, max } = getPrintShiftRange(language, dpi);
  if (shiftMm === null || (shiftMm >= min && shiftMm <= max)) return;
  const { name } = LANGUAGE_FACTS[language];
  if (max === 0) reportIssue('shiftMm', `${name} 没有打印起点可设，用纵向偏移`);
  else reportIssue('shiftMm', `${name} 在 ${dpi} dpi 下打印起点在 ${min} 到 ${max} mm 之间`);
};

/** Checks the settings that depend on the printer's language. */
const checkPrintSettings = (config: Settings, context: z.RefinementCtx): void => {
  const ranges = listSettingRanges(config.language);
  for (const [field, { min, max }] of Object.entries(ranges)) {
    const input = config[field as keyof typeof ranges];
    const at = { path: [field], origin: 'number', inclusive: true, input };
    if (input < min) context.addIssue({ ...at, code: 'too_small', minimum: min });
    if (input > max) context.addIssue({ ...at, code: 'too_big', maximum: max });
  }
  const reportIssue: ReportIssue = (field, message) =>
    context.addIssue({ code: 'custom', path: [field], message });
  checkPrinterLanguageSupport(config, reportIssue);
  if (config.vector && !supportsVectors(config))
    reportIssue('vector', '只有 600 dpi、经系统驱动或 IPP 打印的打印机能用矢量出图');
  checkShiftRange(config, reportIssue);
  const row: Row = config;
  const message = describeRowTooWide(row, ranges.widthMm.max);
  if (message !== '') reportIssue('columns', message);
};

const member = { audience: 'member' } as const;

export const printConfigCalls = {
  printConfigList: defineCall({
    ...member,
    method: 'GET',
    path: '/np/api/uc/printConfigList',
    summary: '打印机配置',
    input: emptyInput,
    output: z.object({ list: z.array(printConfig) }),
  }),
  savePrintConfig: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/savePrintConfig',
    summary: '新建或保存打印机配置',
    input: printConfigInput.superRefine(checkPrintSettings),
    output: printConfig,
  }),
  calibratePrint: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/calibratePrint',
    summary: '用一个配置打印一张校准标签：一个框和两边的尺子',
    input: z.object({ id: defineIdField(), idempotencyKey: defineTextField('幂等键', 128, 8) }),
    output: z.object({
      batchNo: z.string(),
      /** Expected position and size of the frame, mm. */
      marks: z.object({ leftMm: z.number(), topMm: z.number(), spanMm: z.number() }),
    }),
    limit: { max: 60, windowS: 600, by: 'member' },
  }),
  calibrate: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/calibrate',
    summary: '按量出来的数改配置的偏移和走纸比例',
    input: z.object({
      id: defineIdField(),
      batchNo: defineTextField('批次号', BATCH_NO_LENGTH, 1),
      leftMm: defineDecimalField('左边到框', CALIBRATION_MEASUREMENTS_MM.leftMm),
      topMm: defineDecimalField('上边到框', CALIBRATION_MEASUREMENTS_MM.topMm),
      /** When omitted, the frame height is taken as correct. */
      spanMm: defineDecimalField('框高', CALIBRATION_MEASUREMENTS_MM.spanMm).optional(),
    }),
    output: printConfig,
  }),
  calibrateUndo: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/calibrateUndo',
    summary: '撤回校准：偏移和走纸比例回到量之前',
    input: z.object({ id: defineIdField() }),
    output: printConfig,
  }),
  deletePrintConfig: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/deletePrintConfig',
    summary: '删除打印机配置',
    input: z.object({ id: defineIdField() }),
    output: emptyOutput,
  }),
};
