import { FEATURES } from '@yunbiao/contract/features/feature-list';
import { type SitePage, splitSearchPhrases } from './site-page.ts';
import { FEATURE_WORDS } from './words/feature-words.ts';

/** Pages of the features that have words of their own. */
export const listFeaturePages = (): SitePage[] =>
  FEATURES.flatMap(({ id, name, description, page }): SitePage[] => {
    const words = FEATURE_WORDS[id];
    if (!words) return [];
    return [
      {
        kind: words.kind,
        title: name,
        summary: description,
        also: splitSearchPhrases(words.also),
        href: page,
      },
    ];
  });
