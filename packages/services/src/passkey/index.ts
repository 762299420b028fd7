export { passkeyAdd, passkeyAddStart } from './add.ts';
export { sweepPasskeys } from './challenge.ts';
export { passkeyLogin, passkeyStart } from './log-in.ts';
export { passkeyList, passkeyRemove, passkeyRename } from './passkeys.ts';
