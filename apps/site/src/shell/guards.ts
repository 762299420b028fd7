import { redirect } from '@tanstack/react-router';
import type { SiteContext } from './context.ts';
import { ensureDictionary } from './dictionary.ts';
import type { Common, Software } from './stores.ts';

type Place = { context: SiteContext; location: { href: string } };

const NO_COMMON: Common = {
  softwares: [],
  contacts: [],
  legal: { termsId: null, privacyId: null },
  icpNo: null,
  psbNo: null,
  switches: { register: true, wechat: false },
  demo: false,
};

/** Header and footer data. A page is worth showing without them. */
export const loadCommon = async (context: SiteContext, alias: string): Promise<Common> => {
  const reply = await context.api(alias).call('common', alias ? { alias } : {});
  return reply.state === 'ok' ? reply.data : NO_COMMON;
};

/** The software of the first path segment. Unknown or not to be had: to `/`. Offline or suspended: to `denied`. */
export const loadSoftware = async (context: SiteContext, alias: string): Promise<Software> => {
  const { shared } = context.stores;
  const now = shared.get();
  const reply =
    now.domain === alias && now.software ? null : await context.api(alias).call('curSoftware', {});
  const software = reply === null ? now.software : reply.state === 'ok' ? reply.data : null;
  // The server answers for the software it was asked for; an empty answer is no software.
  if (!software?.id) throw redirect({ to: '/', statusCode: 302 });
  if (software.state === 'offline' || software.suspended)
    throw redirect({ to: '/$soft/denied', params: { soft: alias }, statusCode: 302 });
  return software;
};

/** A member's standing in a software, and whether it is online, is asked for again after this. */
const STANDING_MS = 60_000;
const standings = new WeakMap<object, { key: string; at: number }>();

/** The public pages' data is the same for everyone; whether this member is suspended is asked for here. */
const requireStanding = async ({ context }: Place, alias: string): Promise<void> => {
  const key = `${alias} ${context.stores.session.get().userInfo?.id ?? ''}`;
  const known = standings.get(context.stores);
  if (known?.key === key && Date.now() - known.at < STANDING_MS) return;
  const reply = await context.api(alias).call('curSoftware', {});
  if (reply.state === 'ok' && (reply.data.suspended || reply.data.state === 'offline')) {
    throw redirect({ to: '/$soft/denied', params: { soft: alias }, statusCode: 302 });
  }
  if (reply.state === 'ok') standings.set(context.stores, { key, at: Date.now() });
};

/** The user area: a valid token first, the dictionaries only then. */
export const requireMember = async (c: Place, alias: string): Promise<void> => {
  if (!(await c.context.session.ensure())) {
    throw redirect({
      to: '/$soft',
      params: { soft: alias },
      search: { login: '1', to: c.location.href },
      statusCode: 302,
    });
  }
  await Promise.all([requireStanding(c, alias), ensureDictionary(c.context, alias)]);
};

export type Denial = { alias: string; name: string; reason: string; contacts: Common['contacts'] };

/** Why the visitor may not use this software, and whom to ask. When nothing stands in the way: to its home. */
export const loadDenied = async (context: SiteContext, alias: string): Promise<Denial> => {
  const [reply, common] = await Promise.all([
    context.api(alias).call('curSoftware', {}),
    loadCommon(context, alias),
  ]);
  if (reply.state !== 'ok' || !reply.data.id) throw redirect({ to: '/', statusCode: 302 });
  const { name, state, offlineReason, suspended, contacts } = reply.data;
  if (state !== 'offline' && !suspended)
    throw redirect({ to: '/$soft', params: { soft: alias }, statusCode: 302 });
  const reason = suspended ? suspended.reason : offlineReason;
  return { alias, name, reason, contacts: contacts.length > 0 ? contacts : common.contacts };
};
