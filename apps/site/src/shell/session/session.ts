import { SESSION_INVALID } from '@yunbiao/contract/core/envelope';
import { showConfirmDialog } from '@yunbiao/ui/overlay/questions.ts';
import { toast } from '@yunbiao/ui/overlay/toast.ts';
import { removeDrafts } from '../../kit/form/drafts.ts';
import { hasUnsentInput } from '../../kit/form/unsent-input.ts';
import type { SessionActions } from '../../kit/site/session-actions.ts';
import type { UserInfo } from '../../kit/site/stores.ts';
import { ensureSession, applyBrowserToken, replaceMember } from './follow-browser.ts';
import { parseSameSitePath } from './parse-own-path.ts';
import {
  broadcastToTabs,
  clearSession,
  patchSession,
  type SessionDeps,
  type SessionState,
} from './session-state.ts';
import { bindStoredShareCode } from './share-code.ts';
import { startSessionSync } from './tab-sync.ts';
import { clearToken, restoreToken, saveToken } from './token.ts';

/** Delay between receiving the token and the signed-in state (docs/promises.md), ms. */
export const LOGIN_DELAY_MS = 500;

type Reply = Parameters<SessionActions['onReply']>[1];
type CallName = Parameters<SessionActions['onReply']>[0];

const expireSession = (state: SessionState): void => {
  state.targetPath = parseSameSitePath(state.deps.getTargetPath());
  clearSession(state);
  broadcastToTabs(state, 'expired');
  toast.error('登录过期，请重新登录');
  patchSession(state, { showLogin: true, showReLogin: true, loginRegDialogScene: 1 });
  void state.deps.navigate('/');
};

const handleInvalidSessionReply = (
  state: SessionState,
  name: CallName,
  reply: Reply,
  sentToken: string,
): void => {
  if (reply.code !== SESSION_INVALID) return;
  // A late reply for a replaced token does not concern the new one.
  if (sentToken !== state.deps.stores.session.get().token) return;
  // Another tab has replaced the token; do not discard the new one.
  if (sentToken && ![sentToken, ''].includes(restoreToken())) return applyBrowserToken(state);
  if (name === 'getInfo') clearSession(state);
  else if (sentToken) expireSession(state);
  else patchSession(state, { showLogin: true });
};

/** Asks a member whose account is about to be deleted, and binds a share code that was followed. */
const runAfterSignInTasks = (state: SessionState, token: string, userInfo: UserInfo): void => {
  const { deps } = state;
  const { session } = deps.stores;
  const { leavingAt } = userInfo;
  if (leavingAt !== null)
    void import('./offer-deletion-cancel.ts').then(({ offerDeletionCancel }) =>
      offerDeletionCancel(leavingAt, deps.getApi(), session),
    );
  void bindStoredShareCode(deps.getApi(), userInfo, (bound) => {
    if (session.get().token === token) patchSession(state, { userInfo: bound });
  });
};

const signIn = async (
  state: SessionState,
  { token, userInfo }: { token: string; userInfo: UserInfo },
  remember: boolean,
): Promise<void> => {
  const { deps } = state;
  saveToken(token, remember);
  patchSession(state, { token });
  await new Promise((resolve) => setTimeout(resolve, LOGIN_DELAY_MS));
  if (deps.stores.session.get().token !== token) return;
  const to = state.targetPath;
  state.targetPath = null;
  // Clear cached pages of the member who was signed in before.
  deps.clearPageData();
  patchSession(state, { userInfo, isLogin: true, showLogin: false, showReLogin: false });
  broadcastToTabs(state, 'in');
  runAfterSignInTasks(state, token, userInfo);
  if (to) await deps.navigate(to);
};

const confirmLogout = (): Promise<boolean> =>
  showConfirmDialog({
    title: '系统提示',
    message: '确定要退出登录吗？',
    confirmText: '确定',
    cancelText: '取消',
  });

const logOut = async (state: SessionState, isQuestionAsked: boolean): Promise<void> => {
  if (isQuestionAsked && !(await confirmLogout())) return;
  const { deps } = state;
  // Clear the token here even when the server cannot be reached; on the server it expires by
  // itself.
  const ending = deps.getApi().call('logout', {});
  const member = deps.stores.session.get().userInfo?.id;
  if (member) removeDrafts(member);
  clearToken();
  broadcastToTabs(state, 'out');
  await Promise.all([ending, replaceMember(state, '', async () => deps.navigate('/'))]);
};

/** Session actions with the effects that docs/promises.md defines. Browser only. */
export const createSessionActions = (deps: SessionDeps): SessionActions => {
  const state: SessionState = {
    deps,
    channel: undefined,
    targetPath: null,
    firstForm: 'login',
    tokenCheck: undefined,
  };
  return {
    openLogin: (to, form = 'login') => {
      // Do not navigate away from a form with unsent input.
      state.targetPath = (hasUnsentInput() ? null : parseSameSitePath(to)) ?? state.targetPath;
      state.firstForm = form;
      patchSession(state, { showLogin: true, loginRegDialogScene: 1 });
    },
    getFirstForm: () => state.firstForm,
    closeLogin: () => {
      state.targetPath = null;
      state.firstForm = 'login';
      patchSession(state, { showLogin: false, showReLogin: false });
    },
    setScene: (scene) => patchSession(state, { loginRegDialogScene: scene }),
    signIn: (signedIn, remember) => signIn(state, signedIn, remember),
    logout: (options = {}) => logOut(state, options.ask === true),
    ensureSession: () => ensureSession(state),
    start: () => startSessionSync(state),
    onReply: (name, reply, sentToken) => handleInvalidSessionReply(state, name, reply, sentToken),
  };
};
