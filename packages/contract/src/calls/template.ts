import { z } from 'zod';
import { defineCall } from '../define.ts';
import {
  clearableText,
  bool,
  done,
  id,
  instant,
  int,
  named,
  none,
  page,
  getPage,
  text,
  timeZone,
} from '../fields.ts';
import { QUERY_LENGTH } from '../limits/input.ts';
import {
  SHARE_CODE_LENGTH,
  TEMPLATE_CATEGORY_LENGTH,
  TEMPLATE_DEPTH,
  TEMPLATE_FORM_BYTES,
  TEMPLATE_NAME_LENGTH,
  TEMPLATE_VALUES,
} from '../limits/template.ts';
import { templateContent, writtenTemplate } from '../template.ts';

const member = { audience: 'member' } as const;

/** How wide a label is, from the first that is wide enough. */
export const TEMPLATE_WIDTHS = ['to40', 'to60', 'to80', 'over80'] as const;
export type TemplateWidth = (typeof TEMPLATE_WIDTHS)[number];
/** `usual`: by category, as they were added. */
export const TEMPLATE_SORTS = ['usual', 'newest', 'name', 'size'] as const;

const name = () => text('模板名称', TEMPLATE_NAME_LENGTH, 1);
const category = () => text('分类', TEMPLATE_CATEGORY_LENGTH);
const ownCategory = () => clearableText('分类', TEMPLATE_CATEGORY_LENGTH);
const version = () => int('版本', { min: 1, max: 1_000_000_000 });

/** A template as lists show it. */
const row = z.object({
  id: z.string(),
  name: z.string(),
  category: z.string(),
  widthMm: z.number(),
  heightMm: z.number(),
  /** Own-origin address of an SVG drawn with its samples at 203 dpi; null for a member's own, and where none can be drawn. */
  picture: z.string().nullable(),
});

/** A template as the designer opens it. */
const opened = row.pick({ id: true, name: true, category: true }).extend({
  own: z.boolean(),
  /** Of its content; saving names the one it was made from. */
  version: z.number(),
  content: templateContent,
  updatedAt: instant(),
});

/** Numbers on end of one field, as the labels show them; `from` and `to` are the same when it is one. */
const serialRun = z.object({
  field: z.string(),
  /** What its reset counts: a day, a month, a year, or '' for all time. */
  period: z.string(),
  from: z.string(),
  to: z.string(),
  count: z.number(),
  batchNo: z.string(),
});

const savedVersion = z.object({
  version: z.number(),
  savedAt: instant(),
  /** Of its JSON. */
  bytes: z.number(),
  elements: z.number(),
  /** The one that is printed. */
  isCurrent: z.boolean(),
});

/** Templates: the library everybody sees, and a member's own. */
export const templateCalls = {
  templateLibrary: defineCall({
    method: 'GET',
    path: '/np/api/template/list',
    audience: 'public',
    summary: '公共模板：分类、搜索名称或尺寸',
    shows: ['software', 'template'],
    showsSoftware: 'one',
    input: z.object({
      ...named,
      category: category().optional(),
      /** A part of a name, a size such as `40×30`, or one side. */
      q: text('搜索', QUERY_LENGTH).optional(),
      width: z.enum(TEMPLATE_WIDTHS).optional().meta({ title: '宽度' }),
      sort: z.enum(TEMPLATE_SORTS).default('usual').meta({ title: '排序' }),
      ...page,
    }),
    output: getPage(row).extend({
      /** Of what matches, whatever category was asked for. */
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
    input: z.object({ ...named, id: id('模板') }),
    output: opened.extend({ picture: row.shape.picture }),
  }),
  sharedTemplate: defineCall({
    method: 'GET',
    path: '/np/api/template/shared',
    audience: 'public',
    summary: '别人用链接分享的模板',
    shows: ['software', 'template-shared'],
    showsSoftware: 'one',
    input: z.object({ ...named, code: text('分享码', SHARE_CODE_LENGTH, 1) }),
    output: opened.pick({ name: true, category: true, content: true }),
    limit: { max: 30, windowS: 60, by: 'address', guessed: 'code', isDurable: true },
  }),
  templateList: defineCall({
    ...member,
    method: 'GET',
    path: '/np/api/uc/templateList',
    isInSoftware: true,
    summary: '本软件能用的模板：刚打过的在前，然后是自己的、公共的',
    input: none,
    output: z.object({
      list: z.array(
        row.extend({
          own: z.boolean(),
          version: z.number(),
          /** Its link works. */
          isShared: z.boolean(),
          /** When the member last printed with it, of the newest batches. */
          printedAt: instant().nullable(),
          updatedAt: instant(),
        }),
      ),
      /** Own ones there may be. */
      most: z.number(),
    }),
  }),
  printTemplate: defineCall({
    ...member,
    method: 'GET',
    path: '/np/api/uc/printTemplate',
    isInSoftware: true,
    summary: '要打印的模板：内容，流水号下一个是几',
    input: z.object({ id: id('模板'), tz: timeZone() }),
    output: opened.extend({
      widthMm: z.number(),
      heightMm: z.number(),
      /** What each serial field would be given now; another batch may come first. */
      serials: z.array(z.object({ field: z.string(), next: z.number() })),
    }),
  }),
  serialReport: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/serialReport',
    isInSoftware: true,
    summary: '一个模板的流水号：最近每一批用了哪些号，哪些号没有印出来',
    input: z.object({ id: id('模板') }),
    output: z.object({
      /** Of the newest batches, the newest first. */
      ranges: z.array(serialRun.extend({ at: instant() })),
      /** `waiting`: may still come out. `uncertain`: somebody has to look. `lost`: it will not come out by itself. */
      gaps: z.array(serialRun.extend({ state: z.enum(['waiting', 'uncertain', 'lost']) })),
      /** Whether these are all gaps there are. */
      isWhole: z.boolean(),
    }),
    limit: { max: 60, windowS: 60, by: 'member' },
  }),
  saveTemplate: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/saveTemplate',
    isInSoftware: true,
    summary: '新建模板，或保存自己的模板；原来的内容留作旧版本',
    input: z.object({
      /** Left out: a new one. */
      id: id('模板').optional(),
      /** The version this was made from; with an id. */
      version: version().optional(),
      name: name(),
      /** Left out: a template that is there keeps its own, a new one has none. */
      category: ownCategory().optional(),
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
      id: id('模板'),
      name: name(),
      /** Left out: it stays where it is. */
      category: ownCategory().optional(),
    }),
    output: done,
  }),
  copyTemplate: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/copyTemplate',
    isInSoftware: true,
    summary: '把公共的或自己的模板另存一份',
    input: z.object({ id: id('模板'), name: name() }),
    output: z.object({ id: z.string(), version: z.number() }),
    limit: { max: 120, windowS: 60, by: 'member' },
  }),
  templateVersions: defineCall({
    ...member,
    method: 'GET',
    path: '/np/api/uc/templateVersions',
    isInSoftware: true,
    summary: '自己的模板现在和以前的版本，新的在前',
    input: z.object({ id: id('模板') }),
    output: z.object({ list: z.array(savedVersion) }),
  }),
  templateVersion: defineCall({
    ...member,
    method: 'GET',
    path: '/np/api/uc/templateVersion',
    isInSoftware: true,
    summary: '自己的模板的一个版本',
    input: z.object({ id: id('模板'), version: version() }),
    output: savedVersion.extend({ content: templateContent }),
  }),
  shareTemplate: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/shareTemplate',
    isInSoftware: true,
    summary: '分享自己的模板，或停止分享：有分享码的人能看到内容',
    input: z.object({ id: id('模板'), isShared: bool('分享') }),
    output: z.object({ code: z.string().nullable() }),
  }),
  deleteTemplate: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/deleteTemplate',
    isInSoftware: true,
    summary: '删除自己的模板和它的旧版本；已经提交的标签照印',
    input: z.object({ id: id('模板') }),
    output: done,
  }),
};
