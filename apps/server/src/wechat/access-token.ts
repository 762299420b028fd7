import { ask, type Answer, type AskDeps, getCode, granted, findRefusal, getText } from './ask.ts';

type App = { appid: string; secret: string };

/** A token is not used in its last minute. */
const MARGIN_MS = 60_000;
/** Invalid, expired, or not of this app. */
const NO_LONGER = new Set([40001, 40014, 42001]);

/**
 * The token of an official account: asked for when it is needed, kept while it is good, one question for all who wait.
 * It is WeChat's stable one, so that several processes do not end each other's.
 */
export const createAccessToken = (deps: AskDeps, app: App, now: () => number) => {
  let held = { token: '', until: 0 };
  let asking: Promise<string> | null = null;

  const renew = async (isForced: boolean): Promise<string> => {
    const { appid, secret } = app;
    const body = {
      grant_type: 'client_credential',
      appid,
      secret,
      ...(isForced ? { force_refresh: true } : {}),
    };
    const answer = granted(await ask(deps, '/cgi-bin/stable_token', {}, body));
    const token = getText(answer, 'access_token');
    const seconds = typeof answer.expires_in === 'number' ? answer.expires_in : 0;
    if (token === '' || seconds <= 0) throw findRefusal(0);
    held = { token, until: now() + seconds * 1_000 - MARGIN_MS };
    return token;
  };
  const share = (isForced: boolean): Promise<string> => {
    asking ??= renew(isForced).finally(() => {
      asking = null;
    });
    return asking;
  };
  const get = (): Promise<string> =>
    now() < held.until ? Promise.resolve(held.token) : share(false);
  /** After a refusal: another caller, or another process, may have a new one already. */
  const replace = async (refused: string): Promise<string> => {
    if (held.token === refused) held = { token: '', until: 0 };
    const next = await get();
    return next === refused ? share(true) : next;
  };

  /** Asks with the token; one that WeChat no longer takes is replaced once. @throws 409, 503 */
  return async (
    path: string,
    query: Readonly<Record<string, string>>,
    body?: object,
  ): Promise<Answer> => {
    const token = await get();
    const first = await ask(deps, path, { ...query, access_token: token }, body);
    if (!NO_LONGER.has(getCode(first))) return granted(first);
    return granted(await ask(deps, path, { ...query, access_token: await replace(token) }, body));
  };
};
