import { redirect } from '@tanstack/react-router';
import { isServer } from '@tanstack/router-core/isServer';
import type { CallOutput } from '@yunbiao/contract';
import { NETWORK_FAILED } from '@yunbiao/contract/core/envelope';
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

/**
 * Loads header and footer data. On failure it returns the previous data or none, so that the page
 * is still displayed.
 */
export const loadCommonPageData = async (
  context: SiteContext,
  alias: string,
  common: Common = NO_COMMON,
): Promise<Common> => {
  const reply = await context.createApi(alias).call('common', alias ? { alias } : {});
  return reply.state === 'ok' ? reply.data : common;
};

/** On a custom domain, `/` is the home page of the software, and a redirect there would loop. */
const createNoSoftwareError = (context: SiteContext): unknown =>
  context.ownAlias
    ? new PageError('服务暂时不可用，请稍后重试', 503)
    : redirect({ to: '/', statusCode: 302 });

/**
 * Keeps only the fields that all pages need. The long texts are sent only with pages that display
 * them.
 */
const pickSoftwareFrameFields = (software: CallOutput<'curSoftware'>): Software => {
  // In the browser nothing is serialized, so keep all fields.
  if (isServer === false) return software;
  const { id, alias, domain, name, state, suspended } = software;
  return { id, alias, domain, name, state, suspended };
};

/**
 * Loads the software of the first path segment. Redirects to `/` when it is unknown or unavailable,
 * and to `denied` when it is offline or suspended. Keeps the cached software while the server is
 * unreachable.
 */
export const loadSoftwareOfRoute = async (
  context: SiteContext,
  alias: string,
  heldSoftware?: Software,
): Promise<Software> => {
  const { shared } = context.stores;
  const current = shared.get();
  const reply =
    current.domain === alias && current.software
      ? null
      : await context.createApi(alias).call('curSoftware', {});
  const software =
    reply === null
      ? current.software
      : reply.state === 'ok'
        ? pickSoftwareFrameFields(reply.data)
        : heldSoftware;
  // A network failure does not mean that the software does not exist.
  if (!software && reply?.state === 'fail' && reply.msg === NETWORK_FAILED)
    throw new PageError(NETWORK_FAILED);
  // An empty reply means that the software does not exist.
  if (!software?.id) throw createNoSoftwareError(context);
  if (software.state === 'offline' || software.suspended)
    throw redirect({ to: '/$soft/denied', params: { soft: alias }, statusCode: 302 });
  return software;
};

export type Denial = {
  alias: string;
  name: string;
  /** Reason; null when the software is accessible. */
  cause: 'suspended' | 'offline' | null;
  reason: string;
  contacts: Common['contacts'];
};

/**
 * Loads why the visitor cannot use this software, with contacts. `cause` is null when the visitor
 * can use it.
 */
export const loadDenialReason = async (context: SiteContext, alias: string): Promise<Denial> => {
  const [reply, common] = await Promise.all([
    context.createApi(alias).call('curSoftware', {}),
    loadCommonPageData(context, alias),
  ]);
  if (reply.state !== 'ok' || !reply.data.id) throw createNoSoftwareError(context);
  const { name, state, offlineReason, suspended, contacts } = reply.data;
  const denial = { alias, name, contacts: contacts.length > 0 ? contacts : common.contacts };
  if (suspended) return { ...denial, cause: 'suspended', reason: suspended.reason };
  if (state === 'offline') return { ...denial, cause: 'offline', reason: offlineReason };
  return { ...denial, cause: null, reason: '' };
};
