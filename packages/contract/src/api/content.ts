import { PROGRAM_TARGETS } from '../gateway/programs.ts';
import { z } from 'zod';
import { artType } from '../calls/community/article.ts';
import { platform } from '../calls/commerce/software.ts';
import { defineIntField, defineRawTextField, defineTextField } from '../core/fields.ts';
import {
  ARTICLE_TITLE_LENGTH,
  FILE_TITLE_LENGTH,
  SLOGAN_LENGTH,
  SOFTWARE_NAME_LENGTH,
  VERSION_LENGTH,
} from '../limits/content.ts';
import { TEMPLATE_CATEGORY_LENGTH, TEMPLATE_NAME_LENGTH } from '../limits/template.ts';
import { collectFieldMessages } from './messages.ts';
import { hasNul } from '../core/nul.ts';
import { canBeAlias } from '../core/reserved.ts';
import { writtenTemplate } from '../printing/template.ts';

/** Site content an operator edits: the shapes visitors receive, with their limits. */

const HOST = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/;
const HREF = /^(https?:\/\/|mailto:|tel:|\/(?![/\\]))/i;

const alias = z
  .string()
  .refine(canBeAlias, {
    error: ({ input }) => `${String(input)} 不能做别名：它是网站自己的地址，或者有不能用的字符`,
  })
  .meta({ title: '别名' });

const domain = z
  .string()
  .trim()
  .toLowerCase()
  .refine((host) => host === '' || HOST.test(host), {
    error: ({ input }) => `${String(input)} 不是域名`,
  })
  .meta({ title: '域名' });

const href = z
  .string()
  .max(300)
  .regex(HREF, '链接要以 https://、mailto:、tel: 或 / 开头')
  .nullable()
  .default(null)
  .meta({ title: '链接' });

const system = platform.exclude(['any'], {
  error: '系统只能是 windows、macos、linux、android 或 browser',
});

export const softwareInput = z.object({
  alias,
  domain,
  name: defineTextField('名称', SOFTWARE_NAME_LENGTH, 1),
  slogan: defineTextField('口号', SLOGAN_LENGTH),
  summary: defineTextField('简介', 300),
  /** Markdown. */
  description: defineTextField('说明', 20_000),
  /** Public templates of the product that the software gets. */
  templates: z
    .enum(['label', 'waybill', 'none'], { error: '模板要写成 label、waybill 或 none' })
    .meta({ title: '自带模板' }),
  themeColor: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, '颜色要写成 #1A5FB4 这样')
    .meta({ title: '主题色' }),
  sort: defineIntField('排序', { min: 0, max: 999_999 }),
  features: z
    .array(
      z.strictObject({
        title: defineTextField('标题', 40, 1),
        text: defineTextField('内容', 300, 1),
      }),
    )
    .max(24)
    .meta({ title: '功能' }),
  facts: z
    .array(
      z.strictObject({
        label: defineTextField('项目', 20, 1),
        value: defineTextField('内容', 100, 1),
      }),
    )
    .max(12)
    .meta({ title: '要点' }),
  uses: z
    .array(
      z.strictObject({
        who: defineTextField('谁', 30, 1),
        what: defineTextField('用来', 120, 1),
        paper: defineTextField('纸', 60),
      }),
    )
    .max(12)
    .meta({ title: '用途' }),
  faqs: z
    .array(
      z.strictObject({
        question: defineTextField('问题', 80, 1),
        answer: defineTextField('回答', 500, 1),
      }),
    )
    .max(24)
    .meta({ title: '常见问题' }),
  contacts: z
    .array(
      z.strictObject({
        label: defineTextField('名称', 40, 1),
        value: defineTextField('内容', 100, 1),
        href,
      }),
    )
    .max(8)
    .meta({ title: '联系方式' }),
  platforms: z.array(system).max(8).meta({ title: '系统' }),
  seo: z
    .strictObject({ title: defineTextField('标题', 80), description: defineTextField('描述', 300) })
    .meta({ title: '搜索信息' }),
});

export type SoftwareInput = z.output<typeof softwareInput>;

const DICT_WORDS = 32;

/** A dictionary row: `value` is stored, `label` is displayed. */
export const dictInput = z.object({
  type: z
    .string()
    .regex(/^[a-z][a-z0-9_]{1,31}$/, '类型用 2–32 个小写字母、数字、_，字母开头，例如 detail_color')
    .meta({ title: '类型' }),
  value: defineTextField('值', DICT_WORDS, 1),
  label: defineTextField('名称', DICT_WORDS, 1),
  sort: defineIntField('次序', { min: 0, max: 9_999 }).optional(),
});

export type TemplateSet = SoftwareInput['templates'];

export const newSoftware = softwareInput
  .pick({ alias: true, name: true, templates: true })
  .partial({ templates: true });

export type NewSoftware = z.output<typeof newSoftware>;

const version = z
  .string()
  .trim()
  .max(VERSION_LENGTH)
  .regex(/^v?\d+(\.\d+){0,3}(-[0-9A-Za-z.-]+)?$/, '版本要写成 1.2.0 或 1.2.0-beta.1 这样')
  .meta({ title: '版本' });

/** A file to offer. Its size and hash are computed from its bytes. */
export const downloadInput = z.object({
  version,
  platform: platform.meta({ title: '系统' }),
  arch: defineTextField('架构', 20).default('通用'),
  title: defineTextField('名称', FILE_TITLE_LENGTH, 1),
  fileName: z
    .string()
    .min(1)
    .max(120)
    .regex(/^[^/\\:*?"<>|\p{C}]+$/u, '文件名里有不能用的字符')
    .meta({ title: '文件名' }),
  requirement: defineTextField('需要', 100).default(''),
  /** One change per line. */
  notes: defineTextField('说明', 2_000).default(''),
  target: z
    .enum(['', ...PROGRAM_TARGETS], `只有 ${PROGRAM_TARGETS.join('、')}`)
    .default('')
    .meta({ title: '打印客户端的系统' }),
});

export const templateInput = z.object({
  name: defineTextField('名称', TEMPLATE_NAME_LENGTH, 1),
  category: defineTextField('分类', TEMPLATE_CATEGORY_LENGTH, 1),
  template: writtenTemplate.meta({ title: '模板' }),
});

/** New content of a template; omitted fields stay unchanged. */
export const templateChange = templateInput.partial({ name: true, category: true });

/** A calendar day in China, optionally with a minute. */
const publishedAt = z
  .string()
  .trim()
  .regex(/^\d{4}-\d{2}-\d{2}( \d{2}:\d{2})?$/, '日期要写成 2026-11-21 或 2026-11-21 09:30 这样')
  .refine((value) => {
    // The pattern accepts days and hours that do not exist.
    const at = new Date(`${value.replace(' ', 'T')}Z`);
    return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value.slice(0, 10));
  }, '没有这一天')
  .meta({ title: '发布日期' });

/** Changes to an article; omitted fields stay unchanged. */
export const articleChange = z.object({
  title: defineTextField('标题', ARTICLE_TITLE_LENGTH, 1),
  /** Markdown. */
  content: defineRawTextField('正文', 200_000).refine((value) => value.trim() !== '', '请填写正文'),
  /** One or two plain sentences. When omitted, the beginning of the text is used. */
  summary: defineTextField('摘要', 300).optional(),
  version: version.optional(),
  publishedAt: publishedAt.optional(),
});

export type ArticleTexts = z.output<typeof articleChange>;

/** A new article. An update log requires a version. */
export const articleInput = articleChange
  .extend({ artType: artType.meta({ title: '文章类型' }) })
  .refine((article) => article.artType !== 'updateLog' || article.version !== undefined, {
    path: ['version'],
    error: '更新日志要写明版本',
  });

export type Checked<T> = { data: T } | { fields: Record<string, string> };

/** Returns the parsed value, or one Chinese message per invalid field. */
export const validateWithSchema = <S extends z.ZodType>(
  schema: S,
  value: unknown,
): Checked<z.output<S>> => {
  const parseResult = schema.safeParse(value);
  if (!parseResult.success)
    return { fields: collectFieldMessages(schema, parseResult.error, value) };
  return hasNul(parseResult.data)
    ? { fields: { _: '内容里有不能用的空字符' } }
    : { data: parseResult.data };
};

/** Checks one field of a software. */
export const validateSoftwareField = <K extends keyof SoftwareInput>(
  field: K,
  value: unknown,
): Checked<SoftwareInput[K]> => {
  const fieldSchema: z.ZodType<Record<string, unknown>> = z.object({
    [field]: softwareInput.shape[field],
  });
  const validation = validateWithSchema(fieldSchema, { [field]: value });
  return 'fields' in validation ? validation : { data: validation.data[field] as SoftwareInput[K] };
};
