export { askDeletion } from './ask.ts';
export {
  cancelDeletion,
  cancelDeletionOf,
  type PendingDeletion,
  pendingDeletions,
} from './cancel.ts';
export { exportData } from './export.ts';
export { deletionInfo } from './info.ts';
export { sweepDeletions } from './sweep.ts';
