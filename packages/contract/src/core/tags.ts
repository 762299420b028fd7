/** Kinds of content that invalidate cached pages. Every page depends on `content`. */
export type ContentKind =
  | 'content'
  | 'software'
  | 'download'
  | 'template'
  /** Templates that members share by link. */
  | 'template-shared'
  | 'article'
  /** Printer models and what members report about them. */
  | 'printer-model'
  | 'product'
  | 'dictionary'
  /** Everything in every forum. */
  | 'forum'
  /** Lists across all forums. */
  | 'forum-posts'
  /** Pages that show titles of other questions; raised when one is removed. */
  | 'forum-removed'
  /** Pages without counts; raised when a question is added, or changes in more than its counts. */
  | 'forum-words';

/** What a write invalidates: a kind of content, the forum of a software, or one question. */
export type ContentTag = ContentKind | `forum:${string}` | `post:${number}`;

/** `article` → `article`, `forum:shop` → `forum:`, `post:7` → `post:`. */
export type TagKind = ContentKind | 'forum:' | 'post:';

/**
 * Content a call shows. A write that invalidates it makes pages that used the call stale.
 * `own-forum`: the forum of the named software, or the lists across all forums outside of one.
 * `post:id`: the question named by the input `id`.
 */
export type ShownContent<Field extends string = string> =
  | ContentKind
  | 'own-forum'
  | `post:${Field}`;

/**
 * Number of buckets into which questions fall. Bounded, because every process reads all generations
 * each second.
 */
const POST_BUCKETS = 512;

/** Tag of one forum. Case-insensitive, as names of software are. */
export const getForumCacheTag = (name: string): `forum:${string}` =>
  `forum:${name.trim().toLowerCase()}`;

/**
 * Tag of the bucket that a question falls into. All questions of a bucket are invalidated together.
 */
export const getPostBucketTag = (id: number | string): `post:${number}` =>
  `post:${Math.trunc(Number(id)) % POST_BUCKETS}`;

/** Tag of what a call showed. `alias`: its software, '' outside of one. */
export const toContentTag = (
  content: ShownContent,
  { alias, input }: { alias: string; input: Readonly<Record<string, unknown>> },
): ContentTag => {
  if (content === 'own-forum') return alias ? getForumCacheTag(alias) : 'forum-posts';
  if (!content.startsWith('post:')) return content as ContentKind;
  return getPostBucketTag(String(input[content.slice('post:'.length)] ?? ''));
};
