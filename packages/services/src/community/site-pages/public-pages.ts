import { type SitePage, splitSearchPhrases } from './site-page.ts';
import { PUBLIC_WORDS } from './words/public-words.ts';

/** Pages that no feature describes, or that several share. */
export const PUBLIC_PAGES: readonly SitePage[] = [
  {
    kind: 'tool',
    title: '工具',
    summary: '标签设计器、模板库、ZPL 预览、条码手册、GIF 工具',
    also: splitSearchPhrases(PUBLIC_WORDS.tools),
    href: '/{soft}/tools',
  },
  {
    kind: 'handbook',
    title: '条码与元素手册',
    summary: '哪种码用在哪、放得下什么、最小多大',
    also: splitSearchPhrases(PUBLIC_WORDS.codes),
    href: '/{soft}/tools/codes',
  },
  {
    kind: 'updateLog',
    title: '更新日志',
    summary: '每一版改了什么',
    also: splitSearchPhrases(PUBLIC_WORDS.updateLog),
    href: '/{soft}/updateLog',
  },
  {
    kind: 'qa',
    title: '提问题',
    summary: '写上纸的尺寸和打印机型号，答得更快',
    also: splitSearchPhrases(PUBLIC_WORDS.ask),
    href: '/{soft}/qa/ask',
  },
  {
    kind: 'member',
    title: '个人资料',
    summary: '昵称、密码、手机号、邮箱和登录方式',
    also: splitSearchPhrases(PUBLIC_WORDS.profile),
    href: '/{soft}/user/profile',
  },
  {
    kind: 'member',
    title: '概览',
    summary: '额度还剩多少、最近打印了什么、客户端在不在线',
    also: splitSearchPhrases(PUBLIC_WORDS.overview),
    href: '/{soft}/user',
  },
  {
    kind: 'member',
    title: 'API 密钥',
    summary: '给自己的系统建密钥，查用在哪里，更换或停用',
    also: splitSearchPhrases(PUBLIC_WORDS.apiKey),
    href: '/{soft}/user/apiKey',
  },
  {
    kind: 'docs',
    title: 'Webhook 说明',
    summary: '回调的内容、签名和重发',
    also: splitSearchPhrases(PUBLIC_WORDS.webhookGuide),
    href: '/np/docs#webhook-guide',
  },
];
