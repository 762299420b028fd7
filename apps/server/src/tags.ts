import {
  type Call,
  type CallName,
  calls,
  type ContentKind,
  type ContentTag,
  tagOfShown,
} from '@yunbiao/contract';

/** What is shown by other means than calls: by every page, and by what stands beside the pages. */
export const SHOWN = {
  /** For changes that say nothing narrower. */
  page: ['content'],
  robots: ['content', 'software'],
  siteMap: ['content', 'software', 'download', 'article', 'forum-removed', 'forum-words'],
  feed: ['content', 'software', 'article'],
  picture: ['content', 'software', 'template'],
  hostNames: ['content', 'software'],
} as const satisfies Record<string, readonly ContentKind[]>;

/** Whether what shows these is stale. */
export const isStale = (shown: readonly ContentKind[], raised: readonly string[]): boolean =>
  raised.some((tag) => shown.some((one) => one === tag));

/** Of calls that say nothing: those for members, whose pages are not kept, and those that show nothing. */
const UNSAID = ['software'] as const;

/**
 * Which content a call of the API shows: what its definition says. A page carries the tags of the calls its render made; a
 * write raises the tags it touched. `input` and `domain` as the page's client was given them.
 */
export const tagsOfCall = (name: CallName, input: object, domain: string): ContentTag[] => {
  const given = input as Record<string, unknown>;
  const text = (key: string): string => String(given[key] ?? '');
  // Softwares are found whatever the case of a name.
  const alias = (text('alias') || text('domain') || domain).trim().toLowerCase();
  const { shows = UNSAID }: Call = calls[name];
  return [...SHOWN.page, ...shows.map((shown) => tagOfShown(shown, { alias, input: given }))];
};
