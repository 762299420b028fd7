import { ANONYMOUS } from '../../kit/site/stores.ts';
import { switchSignedInMember } from './change-member.ts';
import { patchSession, type SessionState } from './session-state.ts';
import { restoreToken } from './token.ts';

/**
 * True when the page shows or may show data of the member, such as a stored template.
 * Case-insensitive.
 */
const isMemberPath = (path: string): boolean =>
  /(^|\/)(user|denied)(\/|$|\?)|\/tools\/design-\d/i.test(path);

const isOnMemberPath = ({ deps }: SessionState): boolean =>
  isMemberPath(deps.getTargetPath()) || isMemberPath(deps.getShownPath());

const verifyToken = async (state: SessionState, token: string): Promise<boolean> => {
  const { session } = state.deps.stores;
  const reply = await state.deps.getApi().call('getInfo', {});
  if (reply.state === 'ok' && session.get().token === token)
    patchSession(state, { userInfo: reply.data, isLogin: true });
  return session.get().isLogin;
};

/** Whether the session is valid. Asks the server once per token. */
export const ensureSession = async (state: SessionState): Promise<boolean> => {
  const { isLogin, token } = state.deps.stores.session.get();
  if (isLogin || !token) return isLogin;
  if (state.tokenCheck?.token !== token)
    state.tokenCheck = { token, answer: verifyToken(state, token) };
  const ownCheck = state.tokenCheck;
  try {
    return await ownCheck.answer;
  } finally {
    if (state.tokenCheck === ownCheck) state.tokenCheck = undefined;
  }
};

/** Switches to another member or signs out; `loadPage` loads the page data. */
export const replaceMember = (
  state: SessionState,
  token: string,
  loadPage: () => Promise<unknown>,
): Promise<void> => {
  const { stores, clearPageData } = state.deps;
  state.targetPath = null;
  return switchSignedInMember(stores, { token, loadPage, clearPageData });
};

/** Signs this tab out after another tab signed out or the token was removed. */
export const handleRemoteSignOut = (state: SessionState): void => {
  const { stores, navigate } = state.deps;
  if (!stores.session.get().token) return;
  void replaceMember(state, '', async () => isOnMemberPath(state) && navigate('/'));
};

/**
 * Applies the token in browser storage after another tab signed in or out or the cookie was
 * removed.
 */
export const applyBrowserToken = (state: SessionState): void => {
  const { stores, clearPageData, reload } = state.deps;
  const browserToken = restoreToken();
  const { token } = stores.session.get();
  if (browserToken === token) return;
  if (!browserToken) return handleRemoteSignOut(state);
  if (token)
    return void replaceMember(state, browserToken, async () => {
      await ensureSession(state);
      if (isOnMemberPath(state)) await reload();
    });
  // The former member's expired session is no longer restored.
  state.targetPath = null;
  clearPageData();
  stores.session.set({ ...ANONYMOUS, token: browserToken });
  void ensureSession(state);
};
