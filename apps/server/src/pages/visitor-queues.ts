import type { SignedIn } from '@yunbiao/services';
import { formatCallerQueueKey } from '../api/run-heavy-call.ts';

/** Maximum number of remembered tokens. */
const MAX_TOKENS = 10_000;

type QueueVisitor = { token: string; address: string };

/**
 * Chooses the render queue of a visitor without a database query, because queries of a burst would
 * run before it is queued. Tokens can be made up, so a token counts as a member only after an
 * earlier page verified it. The mapping grants no access.
 */
export const createVisitorQueueKeys = () => {
  const memberIds = new Map<string, number>();
  return {
    findMemberId: ({ token }: QueueVisitor): number | undefined =>
      token ? memberIds.get(token) : undefined,
    getQueueKey: ({ token, address }: QueueVisitor): string =>
      formatCallerQueueKey({ address, memberId: token ? memberIds.get(token) : undefined }),
    recordSignIn: (token: string, signedIn: SignedIn | null): void => {
      memberIds.delete(token);
      if (!signedIn) return;
      memberIds.set(token, signedIn.member.id);
      const oldest = memberIds.size > MAX_TOKENS ? memberIds.keys().next().value : undefined;
      if (oldest !== undefined) memberIds.delete(oldest);
    },
  };
};
