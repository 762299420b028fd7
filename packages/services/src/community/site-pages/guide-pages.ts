import { listGuideTexts } from '../guides/index.ts';
import { type SitePage, splitSearchPhrases } from './site-page.ts';
import { GUIDE_INDEX_WORDS, GUIDE_WORDS } from './words/guide-words.ts';

/** Each guide, and the index of all. */
export const listGuidePages = (): SitePage[] => [
  ...listGuideTexts().map(({ name, title, summary, also, sections }): SitePage => ({
    kind: 'guide',
    title,
    summary,
    also: [...also, ...splitSearchPhrases(GUIDE_WORDS[name])],
    body: sections.map(({ heading, text }) => `${heading}\n${text}`).join('\n'),
    href: `/{soft}/guide/${name}.html`,
  })),
  {
    kind: 'guide',
    title: '操作指南',
    summary: '从第一张标签到批量打印、出了问题怎么办',
    also: splitSearchPhrases(GUIDE_INDEX_WORDS),
    href: '/{soft}/guide',
  },
];
