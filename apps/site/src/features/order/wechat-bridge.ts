/** JavaScript bridge of the WeChat browser. It becomes available after the page loads. */
type Bridge = {
  invoke: (
    name: string,
    params: Readonly<Record<string, string>>,
    callback: (result: { err_msg?: string }) => void,
  ) => void;
};

const WAIT_MS = 5_000;

const getWechatBridge = (): Bridge | undefined =>
  (globalThis as unknown as { WeixinJSBridge?: Bridge }).WeixinJSBridge;

const waitForBridge = (): Promise<Bridge | undefined> => {
  const present = getWechatBridge();
  if (present) return Promise.resolve(present);
  return new Promise((resolve) => {
    const resolveBridge = (): void => resolve(getWechatBridge());
    document.addEventListener('WeixinJSBridgeReady', resolveBridge, { once: true });
    setTimeout(resolveBridge, WAIT_MS);
  });
};

/**
 * Pays inside WeChat. Resolves to an error message, or '' on success. The server learns the result
 * from the channel.
 */
export const payInWechat = async (params: Readonly<Record<string, string>>): Promise<string> => {
  const bridge = await waitForBridge();
  if (!bridge) return '微信没有准备好，请再点一次。';
  return new Promise((resolve) => {
    bridge.invoke('getBrandWCPayRequest', params, ({ err_msg: resultCode = '' }) => {
      if (resultCode.endsWith(':ok')) resolve('');
      else
        resolve(resultCode.endsWith(':cancel') ? '你取消了付款。' : '微信付款没有成功，请重试。');
    });
  });
};
