import {
  simulateFormRoundTrip,
  type Call,
  type CallName,
  calls,
  INPUT_LIMITS,
} from '@yunbiao/contract';
import { type Envelope, createOkEnvelope } from '@yunbiao/contract/core/envelope';
import { authenticate, findSoftware, type SignedIn, type SoftwareRow } from '@yunbiao/services';
import { createSessionActor, requireAudience } from './caller.ts';
import { toFailEnvelope } from './envelope-reply.ts';
import { validateCallInput, parseJsonFields } from './read-input.ts';
import { runCall, type RunDeps } from './run-call.ts';
import { listCallTags } from '../tags.ts';

/** The visitor that a page is rendered for. */
export type Visitor = {
  /** '' when anonymous. */
  token: string;
  /** Address that rate limits count for; '' when unknown. */
  address: string;
  /** Alias of the software whose custom domain serves the page; '' on the main host. */
  customDomainAlias: string;
  requestId: string;
};

/** In-process API for one page of one visitor. */
export type Visit = {
  /** Null for an anonymous visitor or an invalid token. */
  getSignedIn: () => Promise<SignedIn | null>;
  /**
   * Calls the same handler as a network request, with the same checks. Never throws. Repeated
   * identical reads share one call.
   */
  call: (name: CallName, input: object, domain: string) => Promise<Envelope<unknown>>;
};

/** In-process calls of a page are never aborted. */
const NEVER_ABORTED = new AbortController().signal;

/** Input as it would arrive over the network: all values are text, and empty ones are omitted. */
type FormInput = ReturnType<typeof simulateFormRoundTrip>;

/** Tags of content that a software record depends on. */
const SOFTWARE_TAGS = ['content', 'software'] as const;

/** Freezes the data of a shared reply, so that it is serialized once for all pages. */
const freezeReplyData = (reply: Envelope<unknown>): Envelope<unknown> => {
  Object.freeze(reply.data);
  return reply;
};

/** Memoizes a lookup. A failed lookup is retried. */
const memoizeUnlessRejected = <T>(lookUp: () => Promise<T>): (() => Promise<T>) => {
  let promise: Promise<T> | undefined;
  return () =>
    (promise ??= lookUp().catch((error: unknown) => {
      promise = undefined;
      throw error;
    }));
};

type RunVisitCall = (name: CallName, formInput: FormInput, domain: string) => Promise<unknown>;

/** Creates the function that runs a call as the visitor, after the checks of a network request. */
const createCallRunner = (
  deps: RunDeps,
  { address, customDomainAlias }: Visitor,
  getSignedIn: Visit['getSignedIn'],
): RunVisitCall => {
  const { ctx, contentCache } = deps;
  const findCachedSoftware = (alias: string): Promise<SoftwareRow | null> => {
    const loadSoftwareRow = (): Promise<SoftwareRow | null> =>
      findSoftware(ctx.db.kysely, { alias });
    return contentCache.getOrLoad(`software ${alias}`, SOFTWARE_TAGS, loadSoftwareRow);
  };
  return async (name, input, domain) => {
    const call: Call = calls[name];
    if (call.reply) throw new Error(`${name} answers with a stream: no page can be made of it`);
    const member = await getSignedIn();
    const actor = createSessionActor(member);
    requireAudience(call.audience, actor);
    const caller = {
      address,
      userAgent: '',
      device: '',
      storeDeviceSecret: () => {},
      site: ctx.settings.publicUrl,
      wechatBrowser: '',
      storeWechatBrowser: () => {},
      passkeyBrowser: '',
      storePasskeyBrowser: () => {},
      signal: NEVER_ABORTED,
      software: await findCachedSoftware(domain || customDomainAlias),
      domain,
      isOnCustomDomain: async () => customDomainAlias !== '',
      signedIn: member,
      actor,
    };
    return runCall(deps, name, caller, async () =>
      validateCallInput(call, await parseJsonFields(call, input)),
    );
  };
};

/**
 * Opens the in-process API for one page. Identifies the caller once for all its calls; software
 * lookups are cached across pages.
 */
export const createPageVisit = (deps: RunDeps, visitor: Visitor): Visit => {
  const { ctx, contentCache } = deps;
  const { token, address, customDomainAlias, requestId } = visitor;
  const getSignedIn = memoizeUnlessRejected(async () =>
    token ? authenticate({ ctx, token, address }) : null,
  );
  const runPageVisitCall = createCallRunner(deps, visitor, getSignedIn);

  const answerVisitCall = async (
    name: CallName,
    formInput: FormInput,
    domain: string,
  ): Promise<Envelope<unknown>> => {
    try {
      return createOkEnvelope(await runPageVisitCall(name, formInput, domain));
    } catch (error) {
      return toFailEnvelope({ ctx, error, path: calls[name].path, requestId });
    }
  };

  const replies = new Map<string, Promise<Envelope<unknown>>>();
  return {
    getSignedIn,
    call: (name, input, domain) => {
      const formInput = simulateFormRoundTrip({ ...input }, INPUT_LIMITS);
      const call: Call = calls[name];
      const fetchVisitReply = (): Promise<Envelope<unknown>> =>
        answerVisitCall(name, formInput, domain);
      if (call.method !== 'GET' && !call.isShared) return fetchVisitReply();
      const key = `${name} ${domain} ${customDomainAlias} ${JSON.stringify(formInput)}`;
      if (call.isShared)
        return contentCache.getOrLoad(
          key,
          listCallTags(name, input, domain || customDomainAlias),
          async () => freezeReplyData(await fetchVisitReply()),
          ({ state }) => state === 'ok',
        );
      // Identical reads of one page share one reply.
      const pendingReply = replies.get(key) ?? fetchVisitReply();
      replies.set(key, pendingReply);
      return pendingReply;
    },
  };
};
