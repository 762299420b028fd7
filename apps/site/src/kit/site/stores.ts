import type { CallOutput } from '@yunbiao/contract';
import { createStore, type Store } from '@yunbiao/ui/store.ts';

/** What every page of a software needs of it; what only some show, their loaders ask for. */
export type Software = Pick<
  CallOutput<'curSoftware'>,
  'id' | 'alias' | 'domain' | 'name' | 'state' | 'suspended'
>;
export type UserInfo = CallOutput<'getInfo'>;
export type Common = CallOutput<'common'>;

/** Fields fixed in docs/promises.md. */
export type Shared = {
  /** Alias (or domain) of the software whose pages are open; '' outside a software. */
  domain: string;
  software: Software | null;
};

/** Exactly the fields of docs/promises.md. */
export type Session = {
  token: string;
  userInfo: UserInfo | null;
  showLogin: boolean;
  /** The dialog is open because a session expired. */
  showReLogin: boolean;
  loginQrCodeUrl: string;
  /** 1: account, 2: WeChat. */
  loginRegDialogScene: 1 | 2;
  loginQrcodeLoading: boolean;
  isLogin: boolean;
};

export type DictEntry = { label: string; value: string };
export type Dict = Record<string, DictEntry[]>;

/** By dict type (docs/promises.md); `bizDict` is the product's own. */
export type Dictionary = { dict: Dict; bizDict: Dict };

/** A member gives way to another, or to nobody, while the page is open. */
export type Handover = {
  /** Goes up each time. What was made for the former member is made anew, and what he has begun goes no further. */
  turn: number;
  /** What the page was given may still be the former member's. */
  isUnderWay: boolean;
};

export type SiteStores = {
  shared: Store<Shared>;
  session: Store<Session>;
  dictionary: Store<Dictionary>;
  handover: Store<Handover>;
};

export const ANONYMOUS: Session = {
  token: '',
  userInfo: null,
  showLogin: false,
  showReLogin: false,
  loginQrCodeUrl: '',
  loginRegDialogScene: 1,
  loginQrcodeLoading: false,
  isLogin: false,
};

/** One set for the page in the browser, one set for each request on the server: nothing leaks between visitors. */
export const createStores = (): SiteStores => ({
  shared: createStore<Shared>({ domain: '', software: null }),
  session: createStore<Session>(ANONYMOUS),
  dictionary: createStore<Dictionary>({ dict: {}, bizDict: {} }),
  handover: createStore<Handover>({ turn: 0, isUnderWay: false }),
});
