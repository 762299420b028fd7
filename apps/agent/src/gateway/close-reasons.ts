import { CLOSE_CODES } from '@yunbiao/contract/gateway/close-codes';

const CLOSE_REASONS: Readonly<Record<number, string>> = {
  [CLOSE_CODES.goingAway]: '网站正在重启',
  1006: '连接断了',
  [CLOSE_CODES.serviceRestart]: '网站要求重新连接',
  [CLOSE_CODES.revoked]: '网站说授权已撤销，正在核实',
  [CLOSE_CODES.address]: '这台电脑的地址不在 IP 白名单里了',
  [CLOSE_CODES.protocol]: '网站和打印客户端的版本对不上，请更新打印客户端',
};

/** Explains why a connection ended, for display. */
export const explainCloseCode = (code: number): string =>
  CLOSE_REASONS[code] ?? `连接断开（${code}）`;

/** Explains an HTTP response to the upgrade request. A proxy may have sent it. */
export const explainUpgradeRefusal = (status: number): string => {
  if (status === 401)
    return '没有认出这个打印客户端的授权（HTTP 401）；也可能是中间的代理拦下的，要上网认证的先认证。一直这样就重新配对：npm run agent -- pair';
  if (status === 403)
    return '网站没有让进（HTTP 403）：这台电脑的地址可能不在 IP 白名单里，请在网站的“IP 白名单”页加上';
  if (status === 429) return '连得太勤，网站要求慢一点（HTTP 429）';
  if (status >= 500) return `网站暂时不可用（HTTP ${status}）`;
  return `没有连到网站，回答的是别的程序（HTTP ${status}）`;
};
