import { askHttp } from '../../gateway/ask-http.ts';
import { whyUnreachable } from '../../errors.ts';
import { bad, good } from './finding.ts';
import type { Finding } from './finding.ts';

/** A clock further off than this makes certificates look wrong, ms. */
const CLOCK_MS = 5 * 60_000;

const clockBy = (date: string | undefined): Finding => {
  const off = Date.now() - Date.parse(date ?? '');
  if (Number.isNaN(off)) return good('网站没有说现在几点，时钟没法对');
  const minutes = Math.round(Math.abs(off) / 60_000);
  return Math.abs(off) > CLOCK_MS
    ? bad(
        `这台电脑的时钟${off > 0 ? '快' : '慢'}了约 ${minutes} 分钟`,
        '在系统设置里打开自动对时：时钟不准，会打不开 https 的网站',
      )
    : good('时钟和网站的一致');
};

/** Whether the site answers, and whether both clocks agree. */
export const lookAtSite = async (server: string): Promise<Finding[]> => {
  if (!server)
    return [
      bad(
        '还不知道网站的地址',
        '双击打开程序，在页面上填；或者 npm run agent -- pair --server 网址',
      ),
    ];
  try {
    const { status, headers } = await askHttp(`${server}/healthz`);
    if (status >= 500) return [bad(`网站 ${server} 暂时不可用（HTTP ${status}）`, '过一会儿再试')];
    return [good(`网站 ${server} 能连上`), clockBy(headers.date)];
  } catch (error) {
    return [
      bad(
        `连不上网站 ${server}：${whyUnreachable(error)}`,
        '在浏览器里打开这个网址试试；能打开的话，看看防火墙是不是拦住了打印客户端',
      ),
    ];
  }
};
