import { z } from 'zod';
import { defineCall } from '../../core/define.ts';
import {
  defineIdField,
  defineInstantField,
  softwareFields,
  emptyInput,
  defineTextField,
} from '../../core/fields.ts';
import { ALIAS_LENGTH } from '../../limits/input.ts';
import { templateContent } from '../../printing/template.ts';
import { articleRow } from '../community/article.ts';
import { postRow } from '../community/ask-shapes.ts';
import { product } from './order-shapes.ts';
import { CONTACT_WAYS } from '../../site/contact.ts';
import { WECHAT_WAYS } from '../../site/wechat.ts';

export const contact = z.object({
  label: z.string(),
  value: z.string(),
  href: z.string().nullable(),
});

export const software = z.object({
  id: z.string(),
  alias: z.string(),
  /** Custom domain, if it has one. */
  domain: z.string().nullable(),
  name: z.string(),
  slogan: z.string(),
  summary: z.string(),
  /** Markdown. */
  description: z.string(),
  icon: z.string().nullable(),
  screenshots: z.array(z.object({ url: z.string(), alt: z.string() })),
  features: z.array(z.object({ title: z.string(), text: z.string() })),
  platforms: z.array(z.string()),
  contacts: z.array(contact),
  /** Facts for the rows of the site index: purpose, users, paper. */
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  /** Who uses it for which purpose, on which paper. */
  uses: z.array(z.object({ who: z.string(), what: z.string(), paper: z.string() })),
  /** Frequently asked questions, shown beside the prices; answers are plain text. */
  faqs: z.array(z.object({ question: z.string(), answer: z.string() })),
  themeColor: z.string(),
  seo: z.object({ title: z.string(), description: z.string() }),
  state: z.enum(['online', 'offline']),
  /** Reason for visitors when the software is offline. */
  offlineReason: z.string(),
  sort: z.number(),
});

/** System a file is for; `any` when it does not depend on one. */
export const platform = z.enum(['windows', 'macos', 'linux', 'android', 'browser', 'any'], {
  error: '系统只能是 windows、macos、linux、android、browser 或 any',
});

export const downloadFile = z.object({
  id: z.string(),
  version: z.string(),
  platform,
  arch: z.string(),
  /** Display name, 例如 “x64 安装版”. */
  title: z.string(),
  fileName: z.string(),
  /** Bytes. */
  size: z.number(),
  sha256: z.string(),
  /** Changes in this version, plain text, one per line. */
  notes: z.string(),
  requirement: z.string(),
  releasedAt: defineInstantField(),
  count: z.number(),
  /** URL of the file on the same origin. */
  url: z.string(),
  /** System of the print client this file installs; '' for every other file. */
  target: z.string(),
});

const dotRect = z.object({ x0: z.number(), y0: z.number(), x1: z.number(), y1: z.number() });

/** A label drawn by the engine. One SVG unit is one dot of the print head. */
const drawing = z.object({
  /** References the answer's `glyphs` by id. */
  svg: z.string(),
  dpi: z.number(),
  widthDots: z.number(),
  heightDots: z.number(),
  /** Codes on the label, in drawing order. */
  symbols: z.array(
    z.object({
      elementId: z.string(),
      kind: z.enum(['bars', 'matrix']),
      /** Width of the narrowest bar (X-dimension) or side of a module, dots. */
      moduleDots: z.number(),
      /** Modules along the longer side of a matrix code; 0 for linear codes. */
      modules: z.number(),
      /** Bounds of the black dots. */
      box: dotRect,
    }),
  ),
  /** Bounds of the black dots of each element. */
  boxes: z.array(z.object({ elementId: z.string(), box: dotRect })),
});

const template = z.object({
  id: z.string(),
  softwareAlias: z.string(),
  name: z.string(),
  category: z.string(),
  widthMm: z.number(),
  heightMm: z.number(),
  /** Label template as JSON of `@yunbiao/label`. */
  content: templateContent,
  /**
   * Drawn with its sample values at 203 dpi, so that a page shows it without loading the engine.
   */
  drawing,
  /** Drawn with its other sample values. */
  moreDrawings: z.array(drawing),
});

export const softwareCalls = {
  curSoftware: defineCall({
    method: 'GET',
    path: '/np/api/curSoftware',
    audience: 'public',
    isInSoftware: true,
    summary: '本域名或 X-Domain 所指的软件',
    shows: ['software'],
    input: emptyInput,
    output: software.extend({
      /** Reason why the signed-in member is suspended in this software; null when not suspended. */
      suspended: z.object({ reason: z.string() }).nullable(),
    }),
  }),
  siteIndex: defineCall({
    method: 'GET',
    path: '/np/api/index',
    audience: 'public',
    summary: '软件首页的内容；不带参数时是全站首页的内容',
    shows: ['software', 'download', 'template', 'article', 'product', 'forum', 'own-forum'],
    showsSoftware: 'site',
    isShared: true,
    input: z.object(softwareFields),
    output: z.object({
      softwares: z.array(software),
      /** The requested software; null on the site index. */
      software: software.nullable(),
      /** Newest files of this software, or the newest few of each software. */
      downloads: z.array(
        downloadFile.extend({ softwareAlias: z.string(), softwareName: z.string() }),
      ),
      /** Glyph outlines the drawings reference: id → SVG path data. */
      glyphs: z.record(z.string(), z.string()),
      /** First public templates of each software, shown on the page. */
      templates: z.array(template),
      /** Number of public templates of this software or of all. */
      templateCount: z.number(),
      /** Plans on sale of this software; of all software on the site index. */
      plans: z.array(product.extend({ softwareAlias: z.string() })),
      /** Questions with the latest replies, of this software or of all. */
      posts: z.array(postRow),
      /** Update logs and help articles, newest first, of this software or of all. */
      articles: z.array(articleRow),
      /** Number of questions and of questions with an accepted answer. */
      forum: z.object({ posts: z.number(), solved: z.number() }),
    }),
  }),
  common: defineCall({
    method: 'GET',
    path: '/np/api/common',
    audience: 'public',
    summary: '导航、页脚、联系方式、站点开关、协议文章编号',
    shows: ['software', 'article'],
    showsSoftware: 'frame',
    isShared: true,
    input: z.object(softwareFields),
    output: z.object({
      /** All online software, for the switcher. */
      softwares: z.array(
        z.object({ alias: z.string(), name: z.string(), domain: z.string().nullable() }),
      ),
      contacts: z.array(contact),
      legal: z.object({ termsId: z.string().nullable(), privacyId: z.string().nullable() }),
      icpNo: z.string().nullable(),
      psbNo: z.string().nullable(),
      switches: z.object({
        register: z.boolean(),
        /** Enabled WeChat sign-in methods; empty when WeChat sign-in is off. */
        wechat: z.array(z.enum(WECHAT_WAYS)),
        /** Whether members can bind an e-mail address or a phone number. */
        email: z.enum(CONTACT_WAYS),
        phone: z.enum(CONTACT_WAYS),
        /** A bound phone number is required to post in public. */
        phoneToPost: z.boolean(),
      }),
      /** Origin of the main site, for links from a custom domain. */
      mainOrigin: z.string(),
      demo: z.boolean(),
    }),
  }),
  downloadList: defineCall({
    method: 'GET',
    path: '/np/api/download/list',
    audience: 'public',
    summary: '软件的安装包，按版本分组，新的在前',
    shows: ['software', 'download'],
    showsSoftware: 'one',
    input: z.object({
      ...softwareFields,
      platform: platform.optional().meta({ title: '系统' }),
    }),
    output: z.object({
      versions: z.array(
        z.object({
          version: z.string(),
          releasedAt: defineInstantField(),
          notes: z.string(),
          files: z.array(downloadFile),
        }),
      ),
    }),
  }),
  downloadDetail: defineCall({
    method: 'GET',
    path: '/np/api/download/detail',
    audience: 'public',
    summary: '一个安装包的说明和校验值',
    shows: ['software', 'download'],
    showsSoftware: 'all',
    input: z.object({ ...softwareFields, id: defineIdField() }),
    output: downloadFile.extend({
      /** Other files of this version. */
      siblings: z.array(downloadFile),
      /** Earlier versions for the same platform. */
      earlier: z.array(downloadFile),
    }),
  }),
  dictList: defineCall({
    method: 'POST',
    path: '/np/api/uc/dictList',
    audience: 'public',
    summary: '字典；带 prefix 时是那款产品的字典',
    shows: ['dictionary'],
    isShared: true,
    query: ['prefix'],
    input: z.object({ prefix: defineTextField('产品', ALIAS_LENGTH).optional() }),
    output: z.array(
      z.object({ dictType: z.string(), dictLabel: z.string(), dictValue: z.string() }),
    ),
  }),
};
