import {
  requestWechat,
  type Answer,
  type WechatRequestDeps,
  readErrorCode,
  requireWechatSuccess,
  createWechatError,
  readAnswerText,
} from './request.ts';

type App = { appid: string; secret: string };

/** A token is renewed one minute before it expires. */
const MARGIN_MS = 60_000;
/** Error codes of an invalid, expired or foreign token. */
const INVALID_TOKEN_CODES = new Set([40001, 40014, 42001]);

const buildTokenRequest = ({ appid, secret }: App, isForced: boolean) => ({
  grant_type: 'client_credential',
  appid,
  secret,
  ...(isForced ? { force_refresh: true } : {}),
});

/** Parses WeChat's answer to a token request. @throws 503 */
const parseTokenAnswer = (answer: Answer, now: () => number): { token: string; until: number } => {
  const token = readAnswerText(answer, 'access_token');
  const seconds = typeof answer.expires_in === 'number' ? answer.expires_in : 0;
  if (token === '' || seconds <= 0) throw createWechatError(0);
  return { token, until: now() + seconds * 1_000 - MARGIN_MS };
};

/**
 * Access token of an official account: fetched on demand, cached while valid, with one request for
 * all waiting callers. Uses WeChat's stable token, so that several processes do not invalidate each
 * other's.
 */
export const createWechatTokenRequester = (
  deps: WechatRequestDeps,
  app: App,
  now: () => number,
) => {
  let current = { token: '', until: 0 };
  let pendingRenewal: Promise<string> | null = null;

  const renewToken = async (isForced: boolean): Promise<string> => {
    const body = buildTokenRequest(app, isForced);
    const answer = requireWechatSuccess(
      await requestWechat(deps, '/cgi-bin/stable_token', {}, body),
    );
    const renewed = parseTokenAnswer(answer, now);
    current = renewed;
    return renewed.token;
  };
  const renewTokenOnce = (isForced: boolean): Promise<string> => {
    pendingRenewal ??= renewToken(isForced).finally(() => {
      pendingRenewal = null;
    });
    return pendingRenewal;
  };
  const getToken = (): Promise<string> =>
    now() < current.until ? Promise.resolve(current.token) : renewTokenOnce(false);
  /** After a rejected token: another caller or process may already have a new one. */
  const replaceRejectedToken = async (rejectedToken: string): Promise<string> => {
    if (current.token === rejectedToken) current = { token: '', until: 0 };
    const next = await getToken();
    return next === rejectedToken ? renewTokenOnce(true) : next;
  };

  /**
   * Sends a request with the token. Replaces a rejected token once.
   * @throws 409, 503
   */
  return async (
    path: string,
    query: Readonly<Record<string, string>>,
    body?: object,
  ): Promise<Answer> => {
    const token = await getToken();
    const first = await requestWechat(deps, path, { ...query, access_token: token }, body);
    if (!INVALID_TOKEN_CODES.has(readErrorCode(first))) return requireWechatSuccess(first);
    return requireWechatSuccess(
      await requestWechat(
        deps,
        path,
        { ...query, access_token: await replaceRejectedToken(token) },
        body,
      ),
    );
  };
};
