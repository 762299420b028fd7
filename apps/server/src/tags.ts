import {
  type Call,
  type CallName,
  calls,
  type ContentKind,
  type ContentTag,
  toContentTag,
} from '@yunbiao/contract';

/**
 * Tags of content that is shown without API calls: on every page, and in files next to the pages.
 */
export const CONTENT_TAGS = {
  /** For changes without a more specific tag. */
  page: ['content'],
  robots: ['content', 'software'],
  llms: ['content', 'software'],
  manifest: ['content', 'software'],
  siteMap: ['content', 'software', 'download', 'article', 'forum-removed', 'forum-words'],
  feed: ['content', 'software', 'article'],
  picture: ['content', 'software', 'template'],
  hostNames: ['content', 'software'],
} as const satisfies Record<string, readonly ContentKind[]>;

/** Whether one of the tags invalidates content of these kinds. */
export const isContentInvalidated = (
  shownKinds: readonly ContentKind[],
  invalidatedTags: readonly string[],
): boolean => invalidatedTags.some((tag) => shownKinds.some((kind) => kind === tag));

/**
 * Default for calls that declare no tags: member calls, whose pages are not cached, and calls that
 * show no content.
 */
const DEFAULT_TAGS = ['software'] as const;

/**
 * Tags of the content that a call shows, according to its definition. A page has the tags of all
 * calls of its render; a write invalidates the tags it changed. `input` and `domain` are those
 * given to the page's client.
 */
export const listCallTags = (name: CallName, input: object, domain: string): ContentTag[] => {
  const fields = input as Record<string, unknown>;
  const readFieldText = (key: string): string => String(fields[key] ?? '');
  // Software names are case-insensitive.
  const alias = (readFieldText('alias') || readFieldText('domain') || domain).trim().toLowerCase();
  const { shows = DEFAULT_TAGS }: Call = calls[name];
  return [
    ...CONTENT_TAGS.page,
    ...shows.map((content) => toContentTag(content, { alias, input: fields })),
  ];
};
