export {
  type Database,
  databaseFile,
  type DatabaseOptions,
  type DialectName,
  getDialect,
  openDatabase,
} from './database.ts';
export { isBusy, isUnavailable, isUniqueViolation } from './errors.ts';
export {
  lockBatches,
  lockDetails,
  lockDiscountCode,
  lockMember,
  lockRow,
  lockUnusedUploads,
  lockUploads,
} from './locks.ts';
export { migrate, readSchemaState, type SchemaState } from './migrate.ts';
export {
  type Among,
  blankOwned,
  hasOwned,
  type OwnedRow,
  type Owner,
  type Place,
  readOwned,
  removeOwned,
  type TableName,
} from './owned-rows.ts';
export { prepared, type PreparedValue } from './prepared.ts';
export { holds, getPart } from './search.ts';
export {
  dropTokens,
  type FoundDoc,
  newestDocs,
  newestIds,
  putTokens,
  type SearchMatch,
  wordsFrom,
  wordsOfShapes,
} from './search-index.ts';
export { lockServer, type ServerLock, type ServerLockOptions } from './server-lock.ts';
export { atOneInstant, withSnapshot } from './snapshot.ts';
export {
  type Executor,
  lazyTransaction,
  onCommit,
  transaction,
  type Tx,
  within,
} from './transaction.ts';
export type { Schema } from './schema/index.ts';
export type * from './schema/account.ts';
export type * from './schema/contact.ts';
export type * from './schema/forum.ts';
export type * from './schema/integration.ts';
export type * from './schema/money.ts';
export type * from './schema/passkey.ts';
export type * from './schema/payment.ts';
export type * from './schema/printing.ts';
export type * from './schema/search.ts';
export type * from './schema/security.ts';
export type * from './schema/software.ts';
export type * from './schema/wechat.ts';
export { sql } from 'kysely';
export type {
  ExpressionBuilder,
  ExpressionWrapper,
  Insertable,
  Selectable,
  SqlBool,
  Updateable,
  UpdateObject,
} from 'kysely';
