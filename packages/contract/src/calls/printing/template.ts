import { z } from 'zod';
import { defineCall } from '../../core/define.ts';
import {
  defineClearableTextField,
  defineBoolField,
  emptyOutput,
  defineIdField,
  defineInstantField,
  defineIntField,
  softwareFields,
  emptyInput,
  pageFields,
  definePageSchema,
  defineTextField,
  defineTimeZoneField,
} from '../../core/fields.ts';
import { QUERY_LENGTH } from '../../limits/input.ts';
import { MAX_LABELS, ROW_COPIES } from '../../limits/print.ts';
import {
  SHARE_CODE_LENGTH,
  TEMPLATE_CATEGORY_LENGTH,
  TEMPLATE_DEPTH,
  TEMPLATE_FORM_BYTES,
  TEMPLATE_NAME_LENGTH,
  TEMPLATE_VALUES,
} from '../../limits/template.ts';
import { templateContent, writtenTemplate } from '../../printing/template.ts';

const member = { audience: 'member' } as const;

/** Width classes of labels. A label belongs to the first class it fits in. */
export const TEMPLATE_WIDTHS = ['to40', 'to60', 'to80', 'over80'] as const;
export type TemplateWidth = (typeof TEMPLATE_WIDTHS)[number];
/** `usual`: by category, in the order they were added. */
export const TEMPLATE_SORTS = ['usual', 'newest', 'name', 'size'] as const;

const defineNameField = () => defineTextField('模板名称', TEMPLATE_NAME_LENGTH, 1);
const defineCategoryField = () => defineTextField('分类', TEMPLATE_CATEGORY_LENGTH);
const defineClearableCategoryField = () =>
  defineClearableTextField('分类', TEMPLATE_CATEGORY_LENGTH);
const defineVersionField = () => defineIntField('版本', { min: 1, max: 1_000_000_000 });

/** A template as lists return it. */
const row = z.object({
  id: z.string(),
  name: z.string(),
  category: z.string(),
  widthMm: z.number(),
  heightMm: z.number(),
  /**
   * Same-origin URL of an SVG drawn with sample values at 203 dpi. Null for a member's own
   * template, and when it cannot be drawn.
   */
  picture: z.string().nullable(),
});

/** A template as the designer opens it. */
const openedTemplate = row.pick({ id: true, name: true, category: true }).extend({
  own: z.boolean(),
  /** Version of the content. A save sends the version it is based on (optimistic lock). */
  version: z.number(),
  content: templateContent,
  updatedAt: defineInstantField(),
});

/** Consecutive serial numbers of one field as printed. `from` equals `to` for a single number. */
const serialRun = z.object({
  field: z.string(),
  /** Period after which the serial number resets: a day, a month, a year; '' for no reset. */
  period: z.string(),
  from: z.string(),
  to: z.string(),
  count: z.number(),
  batchNo: z.string(),
});

const savedVersion = z.object({
  version: z.number(),
  savedAt: defineInstantField(),
  /** Size of the JSON, bytes. */
  bytes: z.number(),
  elements: z.number(),
  /** The version that is printed. */
  isCurrent: z.boolean(),
});

/** Public templates and a member's own templates. */
export const templateCalls = {
  templateLibrary: defineCall({
    method: 'GET',
    path: '/np/api/template/list',
    audience: 'public',
    summary: '公共模板：分类、搜索名称或尺寸',
    shows: ['software', 'template'],
    showsSoftware: 'one',
    input: z.object({
      ...softwareFields,
      category: defineCategoryField().optional(),
      /** Part of a name, a size such as `40×30`, or one side. */
      q: defineTextField('搜索', QUERY_LENGTH).optional(),
      width: z.enum(TEMPLATE_WIDTHS).optional().meta({ title: '宽度' }),
      sort: z.enum(TEMPLATE_SORTS).default('usual').meta({ title: '排序' }),
      ...pageFields,
    }),
    output: definePageSchema(row).extend({
      /** Categories of all matches, independent of the `category` filter. */
      categories: z.array(z.object({ name: z.string(), count: z.number() })),
    }),
    limit: { max: 240, windowS: 60, by: 'address' },
  }),
  templateGet: defineCall({
    method: 'GET',
    path: '/np/api/template/get',
    audience: 'public',
    summary: '一个模板和它的内容：公共的，或者自己的',
    shows: ['software', 'template'],
    showsSoftware: 'one',
    input: z.object({ ...softwareFields, id: defineIdField('模板') }),
    output: openedTemplate.extend({ picture: row.shape.picture }),
  }),
  sharedTemplate: defineCall({
    method: 'GET',
    path: '/np/api/template/shared',
    audience: 'public',
    summary: '别人用链接分享的模板',
    shows: ['software', 'template-shared'],
    showsSoftware: 'one',
    input: z.object({ ...softwareFields, code: defineTextField('分享码', SHARE_CODE_LENGTH, 1) }),
    output: openedTemplate.pick({ name: true, category: true, content: true }),
    limit: { max: 30, windowS: 60, by: 'address', guessed: 'code', isDurable: true },
  }),
  templateList: defineCall({
    ...member,
    method: 'GET',
    path: '/np/api/uc/templateList',
    isInSoftware: true,
    summary: '本软件能用的模板：刚打印过的在前，然后是自己的、公共的',
    input: emptyInput,
    output: z.object({
      list: z.array(
        row.extend({
          own: z.boolean(),
          version: z.number(),
          /** The template's share link is active. */
          isShared: z.boolean(),
          /** When the member last printed with it, among the newest batches. */
          printedAt: defineInstantField().nullable(),
          updatedAt: defineInstantField(),
        }),
      ),
      /** Maximum number of own templates. */
      most: z.number(),
    }),
  }),
  printTemplate: defineCall({
    ...member,
    method: 'GET',
    path: '/np/api/uc/printTemplate',
    isInSoftware: true,
    summary: '要打印的模板：内容，流水号下一个是几',
    input: z.object({ id: defineIdField('模板'), tz: defineTimeZoneField() }),
    output: openedTemplate.extend({
      widthMm: z.number(),
      heightMm: z.number(),
      /** Next number of each serial field. Another batch may take it first. */
      serials: z.array(z.object({ field: z.string(), next: z.number() })),
    }),
  }),
  serialReport: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/serialReport',
    isInSoftware: true,
    summary: '一个模板的流水号：最近每一批用了哪些号，哪些号没有打印出来，导出的文件占用了哪些',
    input: z.object({ id: defineIdField('模板') }),
    output: z.object({
      /** Number ranges of the newest batches, newest first. */
      ranges: z.array(serialRun.extend({ at: defineInstantField() })),
      /**
       * `waiting`: may still be printed. `uncertain`: a person has to check. `lost`: will not be
       * printed unless it is reprinted.
       */
      gaps: z.array(serialRun.extend({ state: z.enum(['waiting', 'uncertain', 'lost']) })),
      /** Number ranges that were reserved for files, newest first. */
      reserved: z.array(serialRun.omit({ batchNo: true }).extend({ at: defineInstantField() })),
      /** True when the list contains every gap. */
      isWhole: z.boolean(),
    }),
    limit: { max: 60, windowS: 60, by: 'member' },
  }),
  reserveSerials: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/reserveSerials',
    isInSoftware: true,
    summary: '占用一个模板的流水号，用在导出的文件里：占用了就不再给别的标签，也不退回',
    input: z.object({
      id: defineIdField('模板'),
      /** Version of the template that the file is made from; 409 when another one is saved. */
      version: defineVersionField(),
      rows: defineIntField('行数', { min: 1, max: MAX_LABELS }),
      /** Copies of each row. */
      copies: defineIntField('份数', ROW_COPIES).default(1),
      /**
       * A repeat with the same key and body returns the same numbers; a different body fails with
       * 409.
       */
      idempotencyKey: defineTextField('幂等键', 128, 8),
      /** Time zone that decides the period of numbers that begin again. */
      tz: defineTimeZoneField(),
    }),
    output: z.object({
      /** Local date and time of the reservation, such as `2026-11-23T14:05:09`; for formulas. */
      localTime: z.string(),
      /** One range for each serial field; none for a template without one. */
      ranges: z.array(serialRun.omit({ batchNo: true }).extend({ first: z.number() })),
    }),
    limit: { max: 30, windowS: 60, by: 'member' },
  }),
  saveTemplate: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/saveTemplate',
    isInSoftware: true,
    summary: '新建模板，或保存自己的模板；原来的内容留作旧版本',
    input: z.object({
      /** Omitted to create a new template. */
      id: defineIdField('模板').optional(),
      /** Version the change is based on; required together with `id`. */
      version: defineVersionField().optional(),
      name: defineNameField(),
      /** When omitted, an existing template keeps its category and a new one has none. */
      category: defineClearableCategoryField().optional(),
      content: writtenTemplate.meta({ title: '模板' }),
    }),
    output: z.object({ id: z.string(), version: z.number() }),
    limit: { max: 120, windowS: 60, by: 'member' },
    limits: { bytes: TEMPLATE_FORM_BYTES, items: TEMPLATE_VALUES, depth: TEMPLATE_DEPTH },
    whole: ['content'],
  }),
  renameTemplate: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/renameTemplate',
    isInSoftware: true,
    summary: '给自己的模板换名称、换分类',
    input: z.object({
      id: defineIdField('模板'),
      name: defineNameField(),
      /** When omitted, the category stays. */
      category: defineClearableCategoryField().optional(),
    }),
    output: emptyOutput,
  }),
  copyTemplate: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/copyTemplate',
    isInSoftware: true,
    summary: '把公共的或自己的模板另存为副本',
    input: z.object({ id: defineIdField('模板'), name: defineNameField() }),
    output: z.object({ id: z.string(), version: z.number() }),
    limit: { max: 120, windowS: 60, by: 'member' },
  }),
  templateVersions: defineCall({
    ...member,
    method: 'GET',
    path: '/np/api/uc/templateVersions',
    isInSoftware: true,
    summary: '自己的模板现在和以前的版本，新的在前',
    input: z.object({ id: defineIdField('模板') }),
    output: z.object({ list: z.array(savedVersion) }),
  }),
  templateVersion: defineCall({
    ...member,
    method: 'GET',
    path: '/np/api/uc/templateVersion',
    isInSoftware: true,
    summary: '自己的模板的一个版本',
    input: z.object({ id: defineIdField('模板'), version: defineVersionField() }),
    output: savedVersion.extend({ content: templateContent }),
  }),
  shareTemplate: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/shareTemplate',
    isInSoftware: true,
    summary: '分享自己的模板，或停止分享：有分享码的人能看到内容',
    input: z.object({ id: defineIdField('模板'), isShared: defineBoolField('分享') }),
    output: z.object({ code: z.string().nullable() }),
  }),
  deleteTemplate: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/deleteTemplate',
    isInSoftware: true,
    summary: '删除自己的模板和它的旧版本；已经提交的标签照常打印',
    input: z.object({ id: defineIdField('模板') }),
    output: emptyOutput,
  }),
};
