import { requestHttp } from '../../gateway/http.ts';
import { explainSiteUnreachable } from '../../errors.ts';
import { createBadFinding, createGoodFinding } from './finding.ts';
import type { Finding } from './finding.ts';

/** Clock difference above which certificates may look invalid, ms. */
const CLOCK_MS = 5 * 60_000;

const checkClock = (date: string | undefined): Finding => {
  const off = Date.now() - Date.parse(date ?? '');
  if (Number.isNaN(off)) return createGoodFinding('网站没有说现在几点，时钟没法对');
  const minutes = Math.round(Math.abs(off) / 60_000);
  return Math.abs(off) > CLOCK_MS
    ? createBadFinding(
        `这台电脑的时钟${off > 0 ? '快' : '慢'}了约 ${minutes} 分钟`,
        '在系统设置里打开自动对时：时钟不准，会打不开 https 的网站',
      )
    : createGoodFinding('时钟和网站的一致');
};

/** Checks whether the site answers and the clocks agree. */
export const checkSite = async (server: string): Promise<Finding[]> => {
  if (!server)
    return [
      createBadFinding(
        '还不知道网站的地址',
        '双击打开程序，在页面上填；或者 npm run agent -- pair --server 网址',
      ),
    ];
  try {
    const { status, headers } = await requestHttp(`${server}/healthz`);
    if (status >= 500)
      return [createBadFinding(`网站 ${server} 暂时不可用（HTTP ${status}）`, '稍后重试')];
    return [createGoodFinding(`网站 ${server} 能连上`), checkClock(headers.date)];
  } catch (error) {
    return [
      createBadFinding(
        `连不上网站 ${server}：${explainSiteUnreachable(error)}`,
        '在浏览器里打开这个网址试试；能打开的话，看看防火墙是不是拦住了打印客户端',
      ),
    ];
  }
};
