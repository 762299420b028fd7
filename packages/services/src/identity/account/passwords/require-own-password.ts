import type { Context } from '../../../platform/context.ts';
import { createInvalidInputError } from '../../../platform/errors.ts';
import { verifyOwnPassword } from './verify-own-password.ts';
import type { SignedIn } from '../session.ts';

const kinds = { refused: 'password.refused', paused: 'password.paused' } as const;

/**
 * Checks the member's own password. @throws 400 for a wrong `password`, 429 after too many wrong
 * ones
 */
export const requireOwnPassword = async (request: {
  ctx: Context;
  signedIn: SignedIn;
  password: string;
  /** Network address the request came from. */
  address: string;
}): Promise<void> => {
  if (!(await verifyOwnPassword({ ...request, kinds })))
    throw createInvalidInputError({ password: '现在的密码不对' });
};
