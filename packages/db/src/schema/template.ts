import type { Generated } from 'kysely';

export type TemplateTable = {
  id: Generated<number>;
  software_id: number;
  /** Null: public. */
  member_id: number | null;
  name: string;
  category: string;
  width: number;
  height: number;
  /** JSON, `templateContent` of the contract. */
  content: string;
  /** Version of the content; saving compares it (optimistic lock). */
  version: Generated<number>;
  /** Code of the share link, which grants read access; null when not shared. */
  share_code: Generated<string | null>;
  /** File of packages/label/templates that a public template came from, also when changed since. */
  shipped_file: Generated<string | null>;
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
};

/** Former version of a member's template. */
export type TemplateVersionTable = {
  id: Generated<number>;
  template_id: number;
  version: number;
  content: string;
  /** Bytes of the content. */
  bytes: number;
  elements: number;
  saved_at: number;
};
