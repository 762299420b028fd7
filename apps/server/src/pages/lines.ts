import type { SignedIn } from '@yunbiao/services';
import { whoIs } from '../api/admit.ts';

/** Tokens remembered at most. */
const MOST = 10_000;

type Visitor = { token: string; address: string };

/**
 * In whose line a page waits, without asking the database: there a crowd would do its damage before it waits. Anybody
 * can make a token up, so one counts as a member's only when it was good for a page before; it opens nothing.
 */
export const createLines = () => {
  const known = new Map<string, number>();
  return {
    getMember: ({ token }: Visitor): number | undefined => (token ? known.get(token) : undefined),
    of: ({ token, address }: Visitor): string =>
      whoIs({ address, memberId: token ? known.get(token) : undefined }),
    learn: (token: string, signedIn: SignedIn | null): void => {
      known.delete(token);
      if (!signedIn) return;
      known.set(token, signedIn.member.id);
      const oldest = known.size > MOST ? known.keys().next().value : undefined;
      if (oldest !== undefined) known.delete(oldest);
    },
  };
};
