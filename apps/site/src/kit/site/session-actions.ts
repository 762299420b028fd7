import type { CallName } from '@yunbiao/contract';
import type { Envelope } from '@yunbiao/contract/envelope';
import type { UserInfo } from './stores.ts';

/** The two forms of the dialog's scene 1. */
export type AccountFormName = 'login' | 'register';

/** Signing in and out, as everything on the page may ask for it; `shell/session/` does it. */
export type SessionActions = {
  /**
   * Opens the login dialog; `to` is where to go after signing in, unless something is being written here; `form` is the
   * form shown first.
   */
  openLogin: (to?: string, form?: AccountFormName) => void;
  /** The form the dialog opens with. */
  firstForm: () => AccountFormName;
  closeLogin: () => void;
  setScene: (scene: 1 | 2) => void;
  /** After a successful login or register call. */
  signIn: (signedIn: { token: string; userInfo: UserInfo }, remember: boolean) => Promise<void>;
  logout: (options?: { ask?: boolean }) => Promise<void>;
  /** Whether there is a valid session, asking the server when only a token is known. */
  ensure: () => Promise<boolean>;
  /** Reads what this browser holds and follows the other tabs. Once, after hydration. Returns how to stop. */
  start: () => () => void;
  /** Told of every reply of the API. */
  onReply: (name: CallName, reply: Envelope<unknown>, sentToken: string) => void;
};
