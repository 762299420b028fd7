import type { Actor } from '@yunbiao/contract';
import type { Context } from '../platform/context.ts';

export const VISITOR: Actor = { kind: 'visitor' };
export const SYSTEM: Actor = { kind: 'system' };

/** Actor name for rows of the audit log and the security log. */
export const formatActorName = (actor: Actor): string => {
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

/** Details of the operator who acts: user and reason. Null for any other actor. */
export const getOperatorDetails = (actor: Actor): { by?: string; why?: string } | null => {
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

/** Returns the context with another actor. */
export const copyContextWithActor = <C extends Context, A extends Actor>(
  ctx: C,
  actor: A,
): C & { actor: A } => ({
  ...ctx,
  actor,
});

/** For automatic consequences of a member's action: audit rows name the system as the actor. */
export const copyContextWithSystemActor = <C extends Context>(ctx: C): C =>
  copyContextWithActor(ctx, SYSTEM);
