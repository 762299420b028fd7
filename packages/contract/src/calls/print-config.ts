import { FINISHINGS, MEDIA_KINDS } from '@yunbiao/label/language/language';
import { type Row, rowTrouble } from '@yunbiao/label/stock';
import { z } from 'zod';
import { defineCall } from '../define.ts';
import { LANGUAGES, PRINTER_STATES } from '../evidence.ts';
import { bool, decimal, done, id, instant, int, none, text } from '../fields.ts';
import { BATCH_NO_LENGTH } from '../limits/input.ts';
import { LANGUAGE_FACTS } from '../language-facts.ts';
import {
  CONFIG_NAME_LENGTH,
  CONFIG_RANGES,
  FINISHING_WORDS,
  MEASURED_MM,
  MEDIA_WORDS,
  mediaAndFinishing,
  listRanges,
  SHIFT_MM,
  shiftRange,
  takesVectors,
} from '../limits/print-config.ts';

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
  /** Pages as vectors, which the printer or its driver draws; otherwise as the printer's own dots. */
  vector: bool('矢量出图').default(false),
  darkness: int('浓度', CONFIG_RANGES.darkness).default(15),
  speed: int('速度', CONFIG_RANGES.speed).default(4),
  copies: int('每张份数', CONFIG_RANGES.copies).default(1),
  cutEach: int('每几张切一次', CONFIG_RANGES.cutEach).default(1),
  /** Null: the printer's own setting. */
  shiftMm: z
    .preprocess((value) => (value === '' ? null : value), decimal('打印起点', SHIFT_MM).nullable())
    .default(null)
    .meta({ title: '打印起点' }),
  isDefault: bool('默认').default(false),
  enabled: bool('启用').default(true),
};

const media = z.enum(MEDIA_KINDS).meta({ title: '纸的种类' });
const finishing = z.enum(FINISHINGS).meta({ title: '出纸方式' });

const correction = z.object({
  offsetXMm: z.number(),
  offsetYMm: z.number(),
  /** Per cent. */
  pitchScale: z.number(),
});

export const printConfig = z.object({
  id: z.string(),
  ...configFields,
  media,
  finishing,
  /** What its offset and feed correction were before they were measured; null: nothing to take back. */
  calibratedFrom: correction.nullable(),
  clientName: z.string(),
  printerName: z.string(),
  printerState: z.enum(PRINTER_STATES),
  printerStateText: z.string(),
  /** RFC 8011 printer-state-reasons. */
  printerReasons: z.array(z.string()),
  createdAt: instant(),
  updatedAt: instant(),
});

const saved = z.object({
  id: id().optional(),
  ...configFields,
  /** Left out: a gap where there is one; and what is usual in the language. */
  media: media.optional(),
  finishing: finishing.optional(),
});
type Settings = z.output<typeof saved>;

type Told = (field: keyof Settings, message: string) => void;

/** What the language has no word for. */
const checkWords = (config: Settings, tell: Told): void => {
  const { language, gapMm } = config;
  const { media, finishing } = mediaAndFinishing(config);
  const { name, ...facts } = LANGUAGE_FACTS[language];
  const list = <T extends string>(
    kinds: readonly T[],
    words: Readonly<Record<T, string>>,
  ): string => kinds.map((kind) => words[kind]).join('、');
  if (!facts.media.includes(media))
    tell('media', `${name} 说不了${MEDIA_WORDS[media]}，只能选${list(facts.media, MEDIA_WORDS)}`);
  else if (media !== 'continuous' && gapMm <= 0)
    tell('gapMm', media === 'gap' ? '间隙要大于 0；没有间隙的选连续纸' : '黑标高要大于 0');
  if (!facts.finishing.includes(finishing))
    tell(
      'finishing',
      `${name} 不能设成${FINISHING_WORDS[finishing]}，只能选${list(facts.finishing, FINISHING_WORDS)}`,
    );
};

const checkShift = ({ language, dpi, shiftMm }: Settings, tell: Told): void => {
  const { min, max } = shiftRange(language, dpi);
  if (shiftMm === null || (shiftMm >= min && shiftMm <= max)) return;
  const { name } = LANGUAGE_FACTS[language];
  if (max === 0) tell('shiftMm', `${name} 没有打印起点可设，用纵向偏移`);
  else tell('shiftMm', `${name} 在 ${dpi} dpi 下打印起点在 ${min} 到 ${max} mm 之间`);
};

/** What can be set depends on what the printer speaks. */
const settableIn = (config: Settings, context: z.RefinementCtx): void => {
  const ranges = listRanges(config.language);
  for (const [field, { min, max }] of Object.entries(ranges)) {
    const input = config[field as keyof typeof ranges];
    const at = { path: [field], origin: 'number', inclusive: true, input };
    if (input < min) context.addIssue({ ...at, code: 'too_small', minimum: min });
    if (input > max) context.addIssue({ ...at, code: 'too_big', maximum: max });
  }
  const tell: Told = (field, message) =>
    context.addIssue({ code: 'custom', path: [field], message });
  checkWords(config, tell);
  if (config.vector && !takesVectors(config))
    tell('vector', '只有 600 dpi、经系统驱动或 IPP 打印的打印机能用矢量出图');
  checkShift(config, tell);
  const row: Row = config;
  const message = rowTrouble(row, ranges.widthMm.max);
  if (message !== '') tell('columns', message);
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
    input: saved.superRefine(settableIn),
    output: printConfig,
  }),
  calibratePrint: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/calibratePrint',
    summary: '用一个配置打一张校准标签：一个框和两边的尺子',
    input: z.object({ id: id(), idempotencyKey: text('幂等键', 128, 8) }),
    output: z.object({
      batchNo: z.string(),
      /** Where its frame should be, mm. */
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
      id: id(),
      batchNo: text('批次号', BATCH_NO_LENGTH, 1),
      leftMm: decimal('左边到框', MEASURED_MM.leftMm),
      topMm: decimal('上边到框', MEASURED_MM.topMm),
      /** Left out: as it should be. */
      spanMm: decimal('框高', MEASURED_MM.spanMm).optional(),
    }),
    output: printConfig,
  }),
  calibrateUndo: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/calibrateUndo',
    summary: '撤回校准：偏移和走纸比例回到量之前',
    input: z.object({ id: id() }),
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
