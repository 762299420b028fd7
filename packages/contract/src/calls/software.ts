import { z } from 'zod';
import { defineCall } from '../define.ts';
import { id, instant, named, none, text } from '../fields.ts';
import { ALIAS_LENGTH } from '../limits/input.ts';
import { templateContent } from '../template.ts';
import { articleRow } from './article.ts';
import { postRow } from './ask-shapes.ts';
import { product } from './money.ts';
import { CONTACT_WAYS } from '../contact.ts';
import { WECHAT_WAYS } from '../wechat.ts';

export const contact = z.object({
  label: z.string(),
  value: z.string(),
  href: z.string().nullable(),
});

export const software = z.object({
  id: z.string(),
  alias: z.string(),
  /** Own host name, when it has one. */
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
  /** What it is for, who uses it, on which paper: the rows of the site index. */
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  /** Who uses it for what, on which paper. */
  uses: z.array(z.object({ who: z.string(), what: z.string(), paper: z.string() })),
  /** Common questions, shown beside the prices; answers are plain text. */
  faqs: z.array(z.object({ question: z.string(), answer: z.string() })),
  themeColor: z.string(),
  seo: z.object({ title: z.string(), description: z.string() }),
  state: z.enum(['online', 'offline']),
  /** Offline: why, in words for visitors. */
  offlineReason: z.string(),
  sort: z.number(),
});

/** The systems a file is for; `any` when it is for none in particular. */
export const platform = z.enum(['windows', 'macos', 'linux', 'android', 'browser', 'any'], {
  error: '系统只能是 windows、macos、linux、android、browser 或 any',
});

export const downloadFile = z.object({
  id: z.string(),
  version: z.string(),
  platform,
  arch: z.string(),
  /** Name people see, 例如 “x64 安装版”. */
  title: z.string(),
  fileName: z.string(),
  /** Bytes. */
  size: z.number(),
  sha256: z.string(),
  /** What changed in this version, one plain text line a change. */
  notes: z.string(),
  requirement: z.string(),
  releasedAt: instant(),
  count: z.number(),
  /** Own-origin address of the bytes. */
  url: z.string(),
  /** The system it is the print client to install for; '' for every other file. */
  target: z.string(),
});

const dotRect = z.object({ x0: z.number(), y0: z.number(), x1: z.number(), y1: z.number() });

/** A label as the engine drew it. One unit of the SVG is one dot of the print head. */
const drawing = z.object({
  /** Uses the `glyphs` of the answer by their ids. */
  svg: z.string(),
  dpi: z.number(),
  widthDots: z.number(),
  heightDots: z.number(),
  /** The codes on it, in drawing order. */
  symbols: z.array(
    z.object({
      elementId: z.string(),
      kind: z.enum(['bars', 'matrix']),
      /** Dots of the narrowest bar, or of one side of a module. */
      moduleDots: z.number(),
      /** Modules along the longer side of a matrix; 0 for bars. */
      modules: z.number(),
      /** What is black of it, in dots. */
      box: dotRect,
    }),
  ),
  /** What each element blackens, in dots. */
  boxes: z.array(z.object({ elementId: z.string(), box: dotRect })),
});

const template = z.object({
  id: z.string(),
  softwareAlias: z.string(),
  name: z.string(),
  category: z.string(),
  widthMm: z.number(),
  heightMm: z.number(),
  /** Label template, JSON of `@yunbiao/label`. */
  content: templateContent,
  /** Drawn with its sample values at 203 dpi, so that a page shows it without loading the engine. */
  drawing,
  /** The same with its further samples, so that figures show labels that differ. */
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
    input: none,
    output: software.extend({
      /** Set when the signed-in member is suspended here: why. */
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
    input: z.object(named),
    output: z.object({
      softwares: z.array(software),
      /** The software asked for; null on the site index. */
      software: software.nullable(),
      /** Newest files; of this software, or the newest few of each. */
      downloads: z.array(
        downloadFile.extend({ softwareAlias: z.string(), softwareName: z.string() }),
      ),
      /** Outlines the drawings use: id → SVG path data. */
      glyphs: z.record(z.string(), z.string()),
      /** The first public templates of each software, to draw the page's labels from. */
      templates: z.array(template),
      /** Public templates there are, of this software or of all. */
      templateCount: z.number(),
      /** Plans on sale of this software; of every software on the site index. */
      plans: z.array(product.extend({ softwareAlias: z.string() })),
      /** Questions answered last; of this software, or of all. */
      posts: z.array(postRow),
      /** Newest update logs and help, newest first; of this software, or of all. */
      articles: z.array(articleRow),
      /** Figures the forum can prove: questions asked, questions with an accepted answer. */
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
    input: z.object(named),
    output: z.object({
      /** Every online software, for the switcher. */
      softwares: z.array(
        z.object({ alias: z.string(), name: z.string(), domain: z.string().nullable() }),
      ),
      contacts: z.array(contact),
      legal: z.object({ termsId: z.string().nullable(), privacyId: z.string().nullable() }),
      icpNo: z.string().nullable(),
      psbNo: z.string().nullable(),
      switches: z.object({
        register: z.boolean(),
        /** Ways to sign in with WeChat; none: it is not open. */
        wechat: z.array(z.enum(WECHAT_WAYS)),
        /** Whether e-mail addresses and telephones can be bound. */
        email: z.enum(CONTACT_WAYS),
        phone: z.enum(CONTACT_WAYS),
        /** Who posts in public must have bound a telephone. */
        phoneToPost: z.boolean(),
      }),
      /** Address of the site's own host, for links that leave a software's own host. */
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
      ...named,
      platform: platform.optional().meta({ title: '系统' }),
    }),
    output: z.object({
      versions: z.array(
        z.object({
          version: z.string(),
          releasedAt: instant(),
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
    input: z.object({ ...named, id: id() }),
    output: downloadFile.extend({
      /** The other files of this version. */
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
    input: z.object({ prefix: text('产品', ALIAS_LENGTH).optional() }),
    output: z.array(
      z.object({ dictType: z.string(), dictLabel: z.string(), dictValue: z.string() }),
    ),
  }),
};
