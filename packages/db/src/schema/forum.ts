import type { Generated } from 'kysely';

/** A category of a software's forum. */
export type ForumGroupTable = {
  id: Generated<number>;
  software_id: number;
  name: string;
  description: string;
  sort: number;
  /** `on` or `off`. */
  state: string;
  /** Visible questions, and those with an accepted answer. */
  post_count: number;
  solved_count: number;
};

/** `visible`, `review` (waits for staff), `hidden` (by staff) or `deleted` (by its author). */
type PostState = string;

/** A question. */
export type PostTable = {
  id: Generated<number>;
  software_id: number;
  group_id: number;
  member_id: number;
  title: string;
  /** Markdown. */
  content: string;
  /** Beginning of the text, plain text, for lists. */
  excerpt: string;
  /** SHA-256 of the normalized title and text, hex; detects duplicates. */
  content_hash: string;
  state: PostState;
  pinned: number;
  /** Visible replies. */
  reply_count: number;
  like_count: number;
  accepted_reply_id: number | null;
  /**
   * Grows with replies, likes and creation time, so `hot` lists sort by it without recomputation.
   */
  hot: number;
  created_at: number;
  edited_at: number | null;
  active_at: number;
};

export type ReplyTable = {
  id: Generated<number>;
  post_id: number;
  member_id: number;
  /** The reply this one answers. */
  parent_id: number | null;
  /** Markdown. */
  content: string;
  content_hash: string;
  state: PostState;
  like_count: number;
  created_at: number;
  edited_at: number | null;
};

/** `target_kind` is `post` or `reply`. */
export type ForumLikeTable = {
  id: Generated<number>;
  member_id: number;
  target_kind: string;
  target_id: number;
  created_at: number;
};

export type ForumFollowTable = {
  id: Generated<number>;
  member_id: number;
  post_id: number;
  created_at: number;
};

export type ForumReportTable = {
  id: Generated<number>;
  member_id: number;
  target_kind: string;
  target_id: number;
  reason: string;
  detail: string;
  /** `open` or `closed`. */
  state: string;
  created_at: number;
};

/** A word that sends a post to review. */
export type ForumWordTable = { id: Generated<number>; word: string; created_at: number };

export type NoticeTable = {
  id: Generated<number>;
  member_id: number;
  kind: string;
  title: string;
  text: string;
  /** Own-site path the notice is about. */
  path: string;
  created_at: number;
  read_at: number | null;
};

/** An uploaded picture after re-encoding. */
export type UploadTable = {
  id: Generated<number>;
  /** Null: used in the site's own content. */
  member_id: number | null;
  /** `avatar`, `post`, `cover`, or `library` and `library-thumb`. */
  usage: string;
  /** Key in the file store; its last part is the public file name. */
  file_key: string;
  type: string;
  width: number;
  height: number;
  /** Bytes. */
  size: number;
  sha256: string;
  created_at: number;
  /** Time since which no content uses it; null while in use. */
  unused_since: Generated<number | null>;
  /** 1: being removed; content may no longer reference it. */
  going: Generated<number>;
};

/**
 * A use of a picture by a `post`, `reply`, `avatar` or `cover` (of a member), `article`, `software`,
 * or a `picture` of a library.
 */
export type UploadUseTable = {
  id: Generated<number>;
  upload_id: number;
  target_kind: string;
  target_id: number;
};
