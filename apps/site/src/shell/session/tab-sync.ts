import { removeDraftsInThisTab, removeSignedOutDrafts } from '../../kit/form/drafts.ts';
import { ANONYMOUS } from '../../kit/site/stores.ts';
import { ensureSession, applyBrowserToken, handleRemoteSignOut } from './follow-browser.ts';
import type { SessionState, TabMessage } from './session-state.ts';

const CHANNEL = 'session';
/** Delay until a cookie written in one tab is visible in another, ms. */
const COOKIE_LAG_MS = 500;

/**
 * A message can arrive before the cookie change. Sign-out applies at once; sign-in is checked again
 * after a delay.
 */
const handleTabMessage = (state: SessionState, message: TabMessage): void => {
  const member = state.deps.stores.session.get().userInfo?.id;
  if (message === 'out') {
    if (member) removeDraftsInThisTab(member);
    removeSignedOutDrafts();
  }
  if (message === 'out' || message === 'expired') return handleRemoteSignOut(state);
  applyBrowserToken(state);
  setTimeout(() => applyBrowserToken(state), COOKIE_LAG_MS);
};

/**
 * Restores the session from storage and synchronizes with other tabs. Returns a function that stops
 * it.
 */
export const startSessionSync = (state: SessionState): (() => void) => {
  const { session } = state.deps.stores;
  removeSignedOutDrafts();
  applyBrowserToken(state);
  const { token, isLogin } = session.get();
  if (token && !isLogin) void ensureSession(state);
  else if (!token && isLogin) session.set(ANONYMOUS);
  state.channel = new BroadcastChannel(CHANNEL);
  state.channel.onmessage = ({ data }: MessageEvent<TabMessage>) => handleTabMessage(state, data);
  const syncSessionWhenVisible = (): void => {
    if (document.visibilityState !== 'visible') return;
    removeSignedOutDrafts();
    applyBrowserToken(state);
  };
  document.addEventListener('visibilitychange', syncSessionWhenVisible);
  return () => {
    state.channel?.close();
    state.channel = undefined;
    document.removeEventListener('visibilitychange', syncSessionWhenVisible);
  };
};
