import { copyContextWithActor, type Context } from '@yunbiao/services';

/** Context of a member, as in API calls. */
export const createMemberContext = (ctx: Context, id: number): Context =>
  copyContextWithActor(ctx, { kind: 'member', id });

/** Context of a print client, as in the gateway. */
export const createAgentContext = (ctx: Context, clientId: number): Context =>
  copyContextWithActor(ctx, { kind: 'agent', clientId });
