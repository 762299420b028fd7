export {
  type Database,
  getDatabaseFile,
  type DatabaseOptions,
  type DialectName,
  getDialect,
  openDatabase,
} from './database.ts';
export { isSqliteBusyError, isDatabaseUnavailableError, isUniqueViolation } from './errors.ts';
export {
  type LockedBatch,
  lockBatchRows,
  lockDetailProgress,
  lockDetailRows,
  type LockedDetail,
  lockDiscountCode,
  lockMemberRow,
  lockContentRow,
  lockUnusedUploads,
  lockUploads,
  runMemberTransaction,
} from './locks.ts';
export type { DatabaseMonitor, PoolState } from './monitor.ts';
export {
  checkIntegrity,
  countRowsByTable,
  isDatabaseWithoutTables,
  type IntegrityReport,
} from './integrity.ts';
export {
  isNewerMigration,
  listExecutedMigrations,
  migrate,
  readSchemaState,
  type SchemaState,
} from './migrate.ts';
export {
  type ColumnValues,
  overwriteMemberRows,
  hasMemberRowMatchingValues,
  type OwnedRow,
  type Owner,
  type RowPosition,
  readMemberRows,
  deleteMemberRows,
  type TableName,
} from './owned-rows.ts';
export { inspectSqliteFile } from './inspect-file.ts';
export { createQueryCompiledOnce, type PreparedValue } from './prepared.ts';
export { buildContainsCondition, buildLikePattern } from './search.ts';
export {
  removeFromSearchIndex,
  type FoundDoc,
  listNewestDocs,
  listNewestIds,
  addToSearchIndex,
  type SearchMatch,
  listWordsWithPrefix,
  listWordsOfShapes,
} from './search-index.ts';
export { withScratchDatabase } from './scratch-database.ts';
export { acquireServerLock, type ServerLock, type ServerLockOptions } from './server-lock.ts';
export {
  MAX_NOTIFICATION_BYTES,
  type NodeRow,
  type NodeSession,
  type NodeState,
  openNodeSession,
} from './node-session.ts';
export { runConsistentRead, withSnapshot } from './snapshot.ts';
export {
  type Executor,
  runAsyncCommitTransaction,
  onCommit,
  runTransaction,
  type Tx,
  createTransactionDatabase,
} from './transaction.ts';
export type { Schema } from './schema/index.ts';
export type * from './schema/account.ts';
export type * from './schema/batch.ts';
export type * from './schema/client.ts';
export type * from './schema/contact.ts';
export type * from './schema/detail.ts';
export type * from './schema/forum.ts';
export type * from './schema/integration.ts';
export type * from './schema/money.ts';
export type * from './schema/node.ts';
export type * from './schema/passkey.ts';
export type * from './schema/payment.ts';
export type * from './schema/print-config.ts';
export type * from './schema/printer-model.ts';
export type * from './schema/search.ts';
export type * from './schema/security.ts';
export type * from './schema/serial-number.ts';
export type * from './schema/software.ts';
export type * from './schema/template.ts';
export type * from './schema/wechat.ts';
export type * from './schema/site-build.ts';
export type * from './schema/picture.ts';
export type * from './schema/kit.ts';
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
