export { askDeletion } from './ask.ts';
export {
  cancelDeletion,
  withdrawDeletion as getCancelDeletion,
  type PendingDeletion,
  pendingDeletions,
} from './cancel.ts';
export { exportData } from './export.ts';
export { deletionInfo } from './info.ts';
export { sweepDeletions } from './sweep.ts';
