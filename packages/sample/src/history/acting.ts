import { actingAs, type Context } from '@yunbiao/services';

/** The same site with a member acting, as the API has it. */
export const asMember = (ctx: Context, id: number): Context =>
  actingAs(ctx, { kind: 'member', id });

/** The same site with a print client acting, as the gateway has it. */
export const asAgent = (ctx: Context, clientId: number): Context =>
  actingAs(ctx, { kind: 'agent', clientId });
