/** What WeChat's own browser offers pages; it comes a moment after them. */
type Bridge = {
  invoke: (
    name: string,
    params: Readonly<Record<string, string>>,
    done: (result: { err_msg?: string }) => void,
  ) => void;
};

const WAIT_MS = 5_000;

const bridge = (): Bridge | undefined =>
  (globalThis as unknown as { WeixinJSBridge?: Bridge }).WeixinJSBridge;

const whenThere = (): Promise<Bridge | undefined> => {
  const now = bridge();
  if (now) return Promise.resolve(now);
  return new Promise((resolve) => {
    const done = (): void => resolve(bridge());
    document.addEventListener('WeixinJSBridgeReady', done, { once: true });
    setTimeout(done, WAIT_MS);
  });
};

/** Pays inside WeChat. Resolves to what is to be said: '' when it went through, which the server learns by itself. */
export const payInWechat = async (params: Readonly<Record<string, string>>): Promise<string> => {
  const there = await whenThere();
  if (!there) return '微信没有准备好，请再点一次。';
  return new Promise((resolve) => {
    there.invoke('getBrandWCPayRequest', params, ({ err_msg: told = '' }) => {
      if (told.endsWith(':ok')) resolve('');
      else resolve(told.endsWith(':cancel') ? '你取消了付款。' : '微信没有付成，请再试一次。');
    });
  });
};
