import type { Generated } from 'kysely';

/** A picture of a member's library. Its bytes are an upload, which labels in print may use longer. */
export type PictureTable = {
  id: Generated<number>;
  member_id: number;
  /** Folder path with `/`; '' outside folders. */
  folder: string;
  name: string;
  /** Folder and name as they are compared; `stem_key` is the name without its extension. */
  folder_key: string;
  name_key: string;
  stem_key: string;
  /** `line` or `photo`. */
  tone: string;
  /** The picture as printed, and a small one for lists. */
  upload_id: number;
  thumb_id: number;
  created_at: number;
  updated_at: number;
};
