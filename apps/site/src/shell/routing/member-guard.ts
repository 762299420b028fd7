import { redirect } from '@tanstack/react-router';
import { isServer } from '@tanstack/router-core/isServer';
import type { SiteContext } from '../../kit/site/context.ts';
import { ensureDictionary } from './dictionary.ts';
import { noteStanding } from './standings.ts';

type Place = { context: SiteContext; location: { href: string; pathname?: string } };

/** A member's standing in a software, and whether it is online, is asked for again after this. */
const STANDING_MS = 60_000;
const standings = new WeakMap<object, { key: string; at: number }>();

/** Whether this member may not use this software now. Null: it could not be asked. */
export const isShutOut = async (context: SiteContext, alias: string): Promise<boolean | null> => {
  const reply = await context.api(alias).call('curSoftware', {});
  if (reply.state === 'fail') return null;
  return reply.data.suspended !== null || reply.data.state === 'offline';
};

/** The public pages' data is the same for everyone; whether this member is suspended is asked for here. */
const requireStanding = async ({ context, location }: Place, alias: string): Promise<void> => {
  const key = `${alias} ${context.stores.session.get().userInfo?.id ?? ''}`;
  const known = standings.get(context.stores);
  if (known?.key === key && Date.now() - known.at < STANDING_MS) return;
  const shutOut = await isShutOut(context, alias);
  if (shutOut) throw redirect({ to: '/$soft/denied', params: { soft: alias }, statusCode: 302 });
  if (shutOut !== false) return;
  standings.set(context.stores, { key, at: Date.now() });
  if (isServer === false) noteStanding(context.stores, location.pathname ?? '');
};

/** The user area: a valid token first, the dictionaries only then. */
export const requireMember = async (c: Place, alias: string): Promise<void> => {
  if (!(await c.context.session.ensure())) {
    // An expired session leads home with its dialog open, also when a click overtakes the way there.
    if (c.context.stores.session.get().showReLogin) throw redirect({ to: '/', statusCode: 302 });
    throw redirect({
      to: '/$soft',
      params: { soft: alias },
      search: { login: '1', to: c.location.href },
      statusCode: 302,
    });
  }
  await Promise.all([requireStanding(c, alias), ensureDictionary(c.context, alias)]);
};
