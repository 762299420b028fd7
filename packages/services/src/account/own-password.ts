import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import { confirmPassword } from './confirm-password.ts';
import type { SignedIn } from './session.ts';

const kinds = { refused: 'password.refused', paused: 'password.paused' } as const;

/** Makes sure that it is the owner who asks. @throws 400 for a wrong `password`, 429 after too many */
export const requireOwnPassword = async (asked: {
  ctx: Context;
  signedIn: SignedIn;
  password: string;
  /** Network address the request came from. */
  address: string;
}): Promise<void> => {
  if (!(await confirmPassword({ ...asked, kinds }))) throw invalid({ password: '现在的密码不对' });
};
