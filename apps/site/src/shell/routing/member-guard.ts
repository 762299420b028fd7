import { redirect } from '@tanstack/react-router';
import { isServer } from '@tanstack/router-core/isServer';
import type { SiteContext } from '../../kit/site/context.ts';
import { ensureDictionary } from './dictionary.ts';
import { recordAccessCheck } from './access-checks.ts';

type GuardContext = { context: SiteContext; location: { href: string; pathname?: string } };

/** Cache lifetime of the member status and the software status, ms. */
const MEMBER_STATUS_TTL_MS = 60_000;
const memberStatuses = new WeakMap<object, { key: string; at: number }>();

/** Returns whether this member is denied access. Null when the request failed. */
export const isAccessDenied = async (
  context: SiteContext,
  alias: string,
): Promise<boolean | null> => {
  const reply = await context.createApi(alias).call('curSoftware', {});
  if (reply.state === 'fail') return null;
  return reply.data.suspended !== null || reply.data.state === 'offline';
};

/**
 * Redirects to the denied page when the member is suspended or the software is offline. A failed
 * check lets the member in. Data of public pages is the same for everyone and lacks this status.
 */
const redirectWhenAccessDenied = async (
  { context, location }: GuardContext,
  alias: string,
): Promise<void> => {
  const key = `${alias} ${context.stores.session.get().userInfo?.id ?? ''}`;
  const knownStanding = memberStatuses.get(context.stores);
  if (knownStanding?.key === key && Date.now() - knownStanding.at < MEMBER_STATUS_TTL_MS) return;
  const isDenied = await isAccessDenied(context, alias);
  if (isDenied) throw redirect({ to: '/$soft/denied', params: { soft: alias }, statusCode: 302 });
  if (isDenied !== false) return;
  memberStatuses.set(context.stores, { key, at: Date.now() });
  if (isServer === false) recordAccessCheck(context.stores, location.pathname ?? '');
};

/**
 * Guard of the user area: redirects to the sign-in without a valid token, or to the denied page;
 * otherwise loads the dictionaries.
 */
export const requireMember = async (c: GuardContext, alias: string): Promise<void> => {
  if (!(await c.context.session.ensureSession())) {
    // An expired session redirects home with the dialog open, even if a click interrupts that
    // navigation.
    if (c.context.stores.session.get().showReLogin) throw redirect({ to: '/', statusCode: 302 });
    throw redirect({
      to: '/$soft',
      params: { soft: alias },
      search: { login: '1', to: c.location.href },
      statusCode: 302,
    });
  }
  await Promise.all([redirectWhenAccessDenied(c, alias), ensureDictionary(c.context, alias)]);
};
