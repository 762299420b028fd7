export { requestAccountDeletion } from './request-deletion.ts';
export {
  cancelDeletion,
  cancelDeletionAsOperator,
  type PendingDeletion,
  listPendingDeletions,
} from './cancel-deletion.ts';
export { exportData } from './export.ts';
export { getDeletionInfo } from './deletion-info.ts';
export { deleteDueAccounts } from './delete-due-accounts.ts';
