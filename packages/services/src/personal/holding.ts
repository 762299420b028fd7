import type { Among, Owner, Schema, TableName } from '@yunbiao/db';

type ColumnOf<T extends TableName> = keyof Schema[T] & string;

/**
 * How a column is written when a member takes the data along.
 * `id`: a number as text · `plain`: as it is · `time`: epoch ms as ISO 8601 · `flag`: 0/1 as false/true · `json`: text as
 * what it says · `copy`: the same, and where an earlier row of the table has it already only which · `path`: an own address,
 * whole · `key`: a key of the file store, as an address.
 * Never written: `secret`, which opens something or proves it; `inner`, which is only how we keep things.
 */
export type Shown =
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

/** What has a way of its own to go. */
export type Way = 'account' | 'likes' | 'texts' | 'pictures';

/** What becomes of the rows when the account is deleted. */
type Erase<C extends string> =
  /** They go. `atOnce`: with the account, as they are ways in; the others in pieces after it. */
  | { how: 'remove'; atOnce?: true }
  /** They stay, with this written over them: those `except` names only once they are no longer such. */
  | {
      how: 'blank';
      set: { readonly [K in C]?: string | number | null };
      except?: Among & { column: C };
      why: string;
    }
  | { how: 'keep'; why: string }
  | { how: 'way'; way: Way };

type OwnerOf<C extends string> = Owner & ({ column: C } | { named: readonly C[] });

/** A table that holds something of members, each column of it accounted for. */
export type Held<C extends string = string> = {
  /** What it is, for people; the name of its part of the export is the table's. */
  title: string;
  owner: OwnerOf<C>;
  /** Null: nothing of it is taken along, and why. */
  columns: { readonly [K in C]: Shown } | null;
  /** Where there are no columns to take along. */
  leftOut?: string;
  /** What rows are read by; `created_at` where that stands behind the member in an index. */
  by?: 'created_at';
  /** Rows read at once, where they are large. */
  page?: number;
  erase: Erase<C>;
};

/** A table of the site: nobody's, or of what everybody sees. */
type OfTheSite = { ofTheSite: string };

/**
 * Every table there is: a new one does not compile until it is said here whose it is, how its owner takes it along and what
 * becomes of it when the account goes; and so with a new column of what is a member's.
 */
export type Holdings = {
  readonly [T in TableName]: 'member_id' extends ColumnOf<T>
    ? Held<ColumnOf<T>>
    : Held<ColumnOf<T>> | OfTheSite;
};
