/** Content that changes, and is made anew on pages, as a whole. `content` is behind every page. */
export type ContentKind =
  | 'content'
  | 'software'
  | 'download'
  | 'template'
  /** Templates members share by their link. */
  | 'template-shared'
  | 'article'
  | 'product'
  | 'dictionary'
  /** Everything of every forum. */
  | 'forum'
  /** The lists over all forums. */
  | 'forum-posts'
  /** What names other questions: one was taken away. */
  | 'forum-removed'
  /** What shows no figures of questions: one came, or changed in more than figures. */
  | 'forum-words';

/** What a write raises: content of a kind, one forum by a name of its software, one question. */
export type ContentTag = ContentKind | `forum:${string}` | `post:${number}`;

/** `article` → `article`, `forum:shop` → `forum:`, `post:7` → `post:`. */
export type TagKind = ContentKind | 'forum:' | 'post:';

/**
 * What a call shows, by which pages made with it become stale. `own-forum`: the forum of the software it names or is made
 * in, outside of one the lists over all. `post:id`: the question its input `id` names.
 */
export type Shown<Field extends string = string> = ContentKind | 'own-forum' | `post:${Field}`;

/** The tags of all questions together: every process reads all generations each second, however many are asked. */
const POST_TAGS = 512;

/** What pages of one forum depend on. Softwares are found whatever the case of a name: so are their pages. */
export const forumTag = (name: string): `forum:${string}` => `forum:${name.trim().toLowerCase()}`;

/** What pages about one question depend on; a few others share it, and are made anew with it. */
export const postTag = (id: number | string): `post:${number}` =>
  `post:${Math.trunc(Number(id)) % POST_TAGS}`;

/** The tags of what a call showed: `alias` of its software, '' outside of one; its input. */
export const tagOfShown = (
  shown: Shown,
  { alias, input }: { alias: string; input: Readonly<Record<string, unknown>> },
): ContentTag => {
  if (shown === 'own-forum') return alias ? forumTag(alias) : 'forum-posts';
  if (!shown.startsWith('post:')) return shown as ContentKind;
  return postTag(String(input[shown.slice('post:'.length)] ?? ''));
};
