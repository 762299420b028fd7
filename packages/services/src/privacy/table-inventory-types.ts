import type { ColumnValues, Owner, Schema, TableName } from '@yunbiao/db';

type ColumnOf<T extends TableName> = keyof Schema[T] & string;

/**
 * How the export writes a column.
 * `id`: number as text · `plain`: unchanged · `time`: epoch ms as ISO 8601 · `flag`: 0/1 as
 * false/true · `json`: text as JSON value · `copy`: the same, or a reference when an earlier row of
 * the table has the value · `path`: path on this site as absolute URL · `key`: key of the file
 * store as URL.
 * Never exported: `secret`, a credential or a proof; `inner`, an internal detail.
 */
export type ExportFormat =
  | 'id'
  | 'plain'
  | 'time'
  | 'flag'
  | 'json'
  | 'copy'
  | 'path'
  | 'key'
  | 'secret'
  | 'inner';

/** Deletions with their own implementation. */
export type CustomErasure = 'account' | 'likes' | 'texts' | 'pictures';

/** How the rows are deleted with the account. */
type ErasureRule<C extends string> =
  /**
   * Rows are deleted. `withAccount`: together with the account, because they give access or public
   * pages count them; others in steps afterwards.
   */
  | { how: 'remove'; withAccount?: true }
  /**
   * Rows stay and are overwritten with `set`. Rows that match `except` wait until they no longer
   * match.
   */
  | {
      how: 'blank';
      set: { readonly [K in C]?: string | number | null };
      except?: ColumnValues & { column: C };
      why: string;
    }
  | { how: 'keep'; why: string }
  | { how: 'way'; way: CustomErasure };

type OwnerOf<C extends string> = Owner & ({ column: C } | { named: readonly C[] });

/** A table with data of members. Every column is listed. */
export type MemberTable<C extends string = string> = {
  /** Title for people. The export names the part after the table. */
  title: string;
  owner: OwnerOf<C>;
  /** Null: the export omits the table. */
  columns: { readonly [K in C]: ExportFormat } | null;
  /** Reason for the omission. */
  omissionReason?: string;
  /** Column that orders the rows; `created_at` when an index has it after the member. */
  by?: 'created_at';
  /** Rows per query, for large rows. */
  page?: number;
  erase: ErasureRule<C>;
};

/** A table of the site without personal data, or with public data. */
type SiteTable = { ofTheSite: string };

/**
 * All tables of the schema. A new table, or a new column in a table with member data, does not
 * compile until its owner, export and deletion are declared here.
 */
export type TableInventory = {
  readonly [T in TableName]: 'member_id' extends ColumnOf<T>
    ? MemberTable<ColumnOf<T>>
    : MemberTable<ColumnOf<T>> | SiteTable;
};
