import type { Actor } from '@yunbiao/contract';
import type { Context } from './context.ts';

export const VISITOR: Actor = { kind: 'visitor' };
export const SYSTEM: Actor = { kind: 'system' };

/** What rows of the audit and of the security log name somebody by. */
export const actorName = (actor: Actor): string => {
  switch (actor.kind) {
    case 'member':
      return `member:${actor.id}`;
    case 'key':
      return `key:${actor.id}`;
    case 'agent':
      return `client:${actor.clientId}`;
    case 'operator':
      return 'admin';
    case 'visitor':
    case 'system':
      return actor.kind;
  }
};

/** The people who run the site: what they change is in the security log too, with who it was and why. */
export const runsTheSite = (actor: Actor): { by?: string; why?: string } | null => {
  switch (actor.kind) {
    case 'operator': {
      const { user, why } = actor;
      return { ...(user ? { by: user } : {}), ...(why ? { why } : {}) };
    }
    case 'visitor':
    case 'member':
    case 'key':
    case 'agent':
    case 'system':
      return null;
  }
};

/** The same site, with somebody else acting. */
export const actingAs = <C extends Context, A extends Actor>(
  ctx: C,
  actor: A,
): C & { actor: A } => ({
  ...ctx,
  actor,
});

/** What follows by itself from what somebody did is the site's doing. */
export const bySystem = <C extends Context>(ctx: C): C => actingAs(ctx, SYSTEM);
