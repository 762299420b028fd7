import type { CallName } from '@yunbiao/contract';
import { SESSION_INVALID } from '@yunbiao/contract/envelope';
import { type Context, noteRefusal, ServiceError } from '@yunbiao/services';

/** Who asks, as far as that is known when the call is refused. */
export type Asking = { address: string | null; hasToken: boolean; memberId: number | null };

/** So many within an hour are a page left open, a plan that ended; from here on somebody tries doors. */
const FROM = 8;

/** Puts calls that were refused for want of a right into the security log, when they are many. */
export const noteRefusedCall = async (
  ctx: Context,
  { name, error, asking }: { name: CallName; error: unknown; asking: Asking },
): Promise<void> => {
  if (!(error instanceof ServiceError)) return;
  const isToken = error.code === SESSION_INVALID && asking.hasToken;
  if (!isToken && error.code !== 403) return;
  await noteRefusal({
    ...{ ctx, from: FROM, address: asking.address ?? '' },
    kind: isToken ? 'token.refused' : 'right.refused',
    actor: asking.memberId === null ? 'visitor' : `member:${asking.memberId}`,
    // Unknown tokens are one thing, whatever they are tried on.
    subject: isToken ? '' : `call:${name}`,
  });
};
