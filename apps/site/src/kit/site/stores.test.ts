import { expect, it } from 'vitest';
import { createVisitorStores } from './stores.ts';

// @spec store-fields
it('the stores of a page have the fields they were promised with, and no others', () => {
  const { shared, session, dictionary } = createVisitorStores();
  expect(shared.get()).toStrictEqual({ domain: '', software: null });
  expect(session.get()).toStrictEqual({
    token: '',
    userInfo: null,
    showLogin: false,
    showReLogin: false,
    loginQrCodeUrl: '',
    loginRegDialogScene: 1,
    loginQrcodeLoading: false,
    isLogin: false,
  });
  expect(dictionary.get()).toStrictEqual({ dict: {}, bizDict: {} });
});
