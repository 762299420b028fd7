export { addPasskey, startPasskeyRegistration } from './add.ts';
export { deleteExpiredChallenges } from './challenge.ts';
export { signInWithPasskey, startPasskeySignIn } from './log-in.ts';
export { listOwnPasskeys, removePasskey, renamePasskey } from './passkeys.ts';
