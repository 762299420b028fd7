import { getHandbookHelp, getHandbookTitle, HANDBOOK_NAMES } from '../handbook/names.ts';
import { type SitePage, splitSearchPhrases } from './site-page.ts';
import { HANDBOOK_WORDS } from './words/handbook-words.ts';

export const listHandbookPages = (): SitePage[] =>
  HANDBOOK_NAMES.map((name) => {
    const { also, use, about, holds, mistakes } = getHandbookHelp(name);
    return {
      kind: 'handbook',
      title: getHandbookTitle(name),
      summary: use,
      also: [...also, ...splitSearchPhrases(HANDBOOK_WORDS[name] ?? '')],
      body: [holds, ...about, ...mistakes.map(({ seen, mend }) => `${seen} ${mend}`)].join('\n'),
      href: `/{soft}/tools/codes/${name}.html`,
    };
  });
