export { requestAccountDeletion } from './request-deletion.ts';
export {
  cancelDeletion,
  withdrawDeletion,
  type PendingDeletion,
  listPendingDeletions,
} from './cancel-deletion.ts';
export { exportData } from './export.ts';
export { deletionInfo } from './deletion-info.ts';
export { deleteDueAccounts } from './delete-due-accounts.ts';
