import { asForm, type Call, type CallName, calls, INPUT_LIMITS } from '@yunbiao/contract';
import { type Envelope, ok } from '@yunbiao/contract/envelope';
import { authenticate, findSoftware, type SignedIn, type SoftwareRow } from '@yunbiao/services';
import { getActor, requireAudience } from './caller.ts';
import { getFailure } from './envelope-reply.ts';
import { checkInput, readWhole } from './read-input.ts';
import { runCall, type RunDeps } from './run-call.ts';
import { tagsOfCall } from '../tags.ts';

/** Whom a page is rendered for. */
export type Visitor = {
  /** '' when anonymous. */
  token: string;
  /** What the page asks for counts for it; '' when it is not known. */
  address: string;
  /** The software whose own host the page is on; '' on the main host. */
  ownAlias: string;
  requestId: string;
};

/** The API in this process, for one page of one visitor. */
export type Visit = {
  /** Who the token signs in; null for a visitor, and for a token that is no good. */
  signedIn: () => Promise<SignedIn | null>;
  /** Calls the same handler as a request would, with the same checks; never throws. Reading twice is reading once. */
  call: (name: CallName, input: object, domain: string) => Promise<Envelope<unknown>>;
};

/** A page lives shorter than anybody could end it. */
const NEVER = new AbortController().signal;

/** Input as it would have arrived: what is empty is left out, and everything is text. */
type Given = ReturnType<typeof asForm>;

/** What a software is read from changes with these. */
const SOFTWARE_TAGS = ['content', 'software'] as const;

/** What everybody is told is nobody's to change, and so it is written into pages once. */
const final = (reply: Envelope<unknown>): Envelope<unknown> => {
  Object.freeze(reply.data);
  return reply;
};

/** A failed look-up is not remembered. */
const once = <T>(look: () => Promise<T>): (() => Promise<T>) => {
  let found: Promise<T> | undefined;
  return () =>
    (found ??= look().catch((error: unknown) => {
      found = undefined;
      throw error;
    }));
};

/** Opens the API for one page: who asks is looked up once for all its calls, and softwares once for all pages. */
export const openVisit = (deps: RunDeps, visitor: Visitor): Visit => {
  const { ctx, kept } = deps;
  const { token, address, ownAlias, requestId } = visitor;
  const signedIn = once(async () => (token ? authenticate({ ctx, token, address }) : null));
  const getSoftware = (alias: string): Promise<SoftwareRow | null> => {
    const look = (): Promise<SoftwareRow | null> => findSoftware(ctx.db.kysely, { alias });
    return kept.get(`software ${alias}`, SOFTWARE_TAGS, look);
  };

  const answer = async (name: CallName, given: Given, domain: string): Promise<unknown> => {
    const call: Call = calls[name];
    if (call.reply) throw new Error(`${name} answers with a stream: no page can be made of it`);
    const member = await signedIn();
    const actor = getActor(member);
    requireAudience(call.audience, actor);
    const caller = {
      address,
      userAgent: '',
      device: '',
      keepDevice: () => {},
      site: ctx.settings.publicUrl,
      wechatBrowser: '',
      keepWechatBrowser: () => {},
      passkeyBrowser: '',
      keepPasskeyBrowser: () => {},
      signal: NEVER,
      software: await getSoftware(domain || ownAlias),
      domain,
      isOnOwnHost: async () => ownAlias !== '',
      signedIn: member,
      actor,
    };
    return runCall(deps, name, caller, async () => checkInput(call, await readWhole(call, given)));
  };

  const reply = async (
    name: CallName,
    given: Given,
    domain: string,
  ): Promise<Envelope<unknown>> => {
    try {
      return ok(await answer(name, given, domain));
    } catch (error) {
      return getFailure({ ctx, error, path: calls[name].path, requestId });
    }
  };

  const asked = new Map<string, Promise<Envelope<unknown>>>();
  return {
    signedIn,
    call: (name, input, domain) => {
      const given = asForm({ ...input }, INPUT_LIMITS);
      const call: Call = calls[name];
      const ask = (): Promise<Envelope<unknown>> => reply(name, given, domain);
      if (call.method !== 'GET' && !call.isShared) return ask();
      const key = `${name} ${domain} ${ownAlias} ${JSON.stringify(given)}`;
      if (call.isShared)
        return kept.get(
          key,
          tagsOfCall(name, input, domain || ownAlias),
          async () => final(await ask()),
          ({ state }) => state === 'ok',
        );
      // The parts of a page that ask the same are told the same.
      const known = asked.get(key) ?? ask();
      asked.set(key, known);
      return known;
    },
  };
};
