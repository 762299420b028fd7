import type { Generated } from 'kysely';

/** A kit of a member's own: elements with their fields and pictures, to be added to templates. */
export type KitTable = {
  id: Generated<number>;
  member_id: number;
  /** Different for each kit of a member. */
  name: string;
  /** JSON of a template, of which only elements, fields and pictures count. */
  content: string;
  /** Length of `content` in UTF-8, and its elements. */
  bytes: number;
  elements: number;
  created_at: number;
};
