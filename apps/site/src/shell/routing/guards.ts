import { redirect } from '@tanstack/react-router';
import { isServer } from '@tanstack/router-core/isServer';
import type { CallOutput } from '@yunbiao/contract';
import { NETWORK_FAILED } from '@yunbiao/contract/client';
import type { SiteContext } from '../../kit/site/context.ts';
import { PageError } from '../../kit/page/page-errors.ts';
import type { Common, Software } from '../../kit/site/stores.ts';

const NO_COMMON: Common = {
  softwares: [],
  contacts: [],
  legal: { termsId: null, privacyId: null },
  icpNo: null,
  psbNo: null,
  switches: { register: true, wechat: [], email: 'off', phone: 'off', phoneToPost: false },
  mainOrigin: '',
  demo: false,
};

/** Header and footer data. A page is worth showing without them, or with those it had. */
export const loadCommon = async (
  context: SiteContext,
  alias: string,
  held: Common = NO_COMMON,
): Promise<Common> => {
  const reply = await context.api(alias).call('common', alias ? { alias } : {});
  return reply.state === 'ok' ? reply.data : held;
};

/** On a software's own host `/` is its home: sending there would go round for ever. */
const noSoftware = (context: SiteContext): unknown =>
  context.ownAlias
    ? new PageError('服务暂时不可用，请稍后再试', 503)
    : redirect({ to: '/', statusCode: 302 });

/** Its texts are as long as a page: they are sent with the pages that show them, not with every one. */
const framePart = (software: CallOutput<'curSoftware'>): Software => {
  // In the browser nothing is sent on.
  if (isServer === false) return software;
  const { id, alias, domain, name, state, suspended } = software;
  return { id, alias, domain, name, state, suspended };
};

/**
 * The software of the first path segment. Unknown or not to be had: to `/`. Offline or suspended: to `denied`. A page
 * that has its software in memory keeps it while the server cannot be reached.
 */
export const loadSoftware = async (
  context: SiteContext,
  alias: string,
  held?: Software,
): Promise<Software> => {
  const { shared } = context.stores;
  const now = shared.get();
  const reply =
    now.domain === alias && now.software ? null : await context.api(alias).call('curSoftware', {});
  const software =
    reply === null ? now.software : reply.state === 'ok' ? framePart(reply.data) : held;
  // Nobody has said that there is no such software.
  if (!software && reply?.state === 'fail' && reply.msg === NETWORK_FAILED)
    throw new PageError(NETWORK_FAILED);
  // The server answers for the software it was asked for; an empty answer is no software.
  if (!software?.id) throw noSoftware(context);
  if (software.state === 'offline' || software.suspended)
    throw redirect({ to: '/$soft/denied', params: { soft: alias }, statusCode: 302 });
  return software;
};

export type Denial = {
  alias: string;
  name: string;
  /** What stands in the way; null when nothing does. */
  cause: 'suspended' | 'offline' | null;
  reason: string;
  contacts: Common['contacts'];
};

/** Why the visitor may not use this software and whom to ask, or that he may: the address always has its page. */
export const loadDenied = async (context: SiteContext, alias: string): Promise<Denial> => {
  const [reply, common] = await Promise.all([
    context.api(alias).call('curSoftware', {}),
    loadCommon(context, alias),
  ]);
  if (reply.state !== 'ok' || !reply.data.id) throw noSoftware(context);
  const { name, state, offlineReason, suspended, contacts } = reply.data;
  const held = { alias, name, contacts: contacts.length > 0 ? contacts : common.contacts };
  if (suspended) return { ...held, cause: 'suspended', reason: suspended.reason };
  if (state === 'offline') return { ...held, cause: 'offline', reason: offlineReason };
  return { ...held, cause: null, reason: '' };
};
