export { passkeyAdd, passkeyAddStart } from './add.ts';
export { deleteExpiredChallenges } from './challenge.ts';
export { passkeyLogin, passkeyStart } from './log-in.ts';
export { passkeyList, passkeyRemove, passkeyRename } from './passkeys.ts';
