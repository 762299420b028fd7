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
  /** Visible questions in it, and those of them with an accepted answer. */
  post_count: number;
  solved_count: number;
};

/** `visible`, `review` (held for staff), `hidden` (by staff) or `deleted` (by its author). */
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
  /** First words of the text, plain, for lists. */
  excerpt: string;
  /** SHA-256 of the normalised title and text, hex: finds what was sent twice. */
  content_hash: string;
  state: PostState;
  pinned: number;
  /** Visible replies. */
  reply_count: number;
  like_count: number;
  accepted_reply_id: number | null;
  /** Rises with replies and likes, and with the time it was asked: sorts `hot` without ever being recomputed. */
  hot: number;
  created_at: number;
  edited_at: number | null;
  active_at: number;
};

export type ReplyTable = {
  id: Generated<number>;
  post_id: number;
  member_id: number;
  /** The reply it answers. */
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

/** A word that holds a post for review. */
export type ForumWordTable = { id: Generated<number>; word: string; created_at: number };

export type NoticeTable = {
  id: Generated<number>;
  member_id: number;
  kind: string;
  title: string;
  text: string;
  /** Own path it is about. */
  path: string;
  created_at: number;
  read_at: number | null;
};

/** An uploaded picture, as it was re-encoded. */
export type UploadTable = {
  id: Generated<number>;
  /** Null: of the site's own texts. */
  member_id: number | null;
  /** `avatar`, `post` or `cover`. */
  usage: string;
  /** Key in the file store; the last part is the public name. */
  file_key: string;
  type: string;
  width: number;
  height: number;
  /** Bytes. */
  size: number;
  sha256: string;
  created_at: number;
  /** Since when nothing shows it; null while something does. */
  unused_since: Generated<number | null>;
  /** 1: being removed, no text may show it any more. */
  going: Generated<number>;
};

/** That something shows a picture: `post`, `reply`, `avatar` or `cover` (of a member), `article`, `software`. */
export type UploadUseTable = {
  id: Generated<number>;
  upload_id: number;
  target_kind: string;
  target_id: number;
};
