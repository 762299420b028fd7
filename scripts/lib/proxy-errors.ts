// What nginx answers itself while the site does not: deploy/errors/, made by npm run generate.
import { DARK, LIGHT } from '../../apps/server/src/api/docs/style.ts';
import { createFailEnvelope, type FailCode } from '../../packages/contract/src/core/envelope.ts';

type ProxyError = {
  status: number;
  /** Code of the envelope: the nearest one that callers know. */
  code: FailCode;
  title: string;
  text: string;
  /** For programs, which see neither the page nor its request id. */
  jsonText?: string;
  /** The page reloads by itself. */
  isPassing?: boolean;
};

/** Seconds until a retry is useful; the same as in deploy/nginx.conf. */
export const RETRY_S = 10;

const NOTHING_LOST = '已经提交的标签都在：打印客户端会自己重新连上，不丢也不重复打印。';

export const PROXY_ERRORS: readonly ProxyError[] = [
  {
    status: 400,
    code: 400,
    title: '这个请求读不懂',
    text: '多半是浏览器里本站的 Cookie 太多。清除本站的 Cookie，再打开一次。',
  },
  {
    status: 413,
    code: 413,
    title: '发送的内容太大',
    text: '一次打印的数据不超过 24 MB，图片不超过 10 MB。分几次提交，或者把图片改小。',
  },
  {
    status: 414,
    code: 400,
    title: '网址太长',
    text: '回到上一页，从页面上的链接再进一次；筛选条件很多时少选几个。',
  },
  {
    status: 429,
    code: 429,
    title: '请求太频繁',
    text: `请等 ${RETRY_S} 秒再试。`,
  },
  {
    status: 500,
    code: 500,
    title: '服务器出错了',
    text: '请稍后重试。一直这样，请把请求编号告诉客服。',
    jsonText: '请稍后重试。一直这样，请把回答头 X-Request-Id 里的编号告诉客服。',
  },
  {
    status: 502,
    code: 503,
    title: '网站暂时连不上',
    text: `可能正在更新，一般几秒就好。${NOTHING_LOST}`,
    isPassing: true,
  },
  {
    status: 503,
    code: 503,
    title: '网站暂时不能用',
    text: `一般几秒就好。${NOTHING_LOST}`,
    isPassing: true,
  },
  {
    status: 504,
    code: 503,
    title: '网站没有及时回答',
    text: `现在可能很忙。${NOTHING_LOST}`,
    isPassing: true,
  },
];

const formatTokens = (tokens: Readonly<Record<string, string>>): string =>
  Object.entries(tokens)
    .map(([name, value]) => `${name}:${value}`)
    .join(';');

const STYLE = `:root{color-scheme:light dark;${formatTokens(LIGHT)}}
@media (prefers-color-scheme:dark){:root{${formatTokens(DARK)}}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px;background:var(--bench);color:var(--ink);font:16px/26px -apple-system,'Segoe UI','PingFang SC','HarmonyOS Sans SC','Microsoft YaHei UI','Microsoft YaHei','Noto Sans SC','Noto Sans CJK SC',sans-serif}
main{width:100%;max-width:560px;padding:32px;background:var(--paper);border:1px solid var(--line);border-radius:8px}
svg{display:block;width:32px;height:32px;margin-bottom:24px}
h1{margin:4px 0 8px;font-size:28px;line-height:36px}
p{margin:0 0 12px;color:var(--ink-2)}
p:last-child{margin:0}
small{font-size:13px;color:var(--ink-3);overflow-wrap:anywhere}`;

const LOGO = `<svg viewBox="0 0 24 24" aria-hidden="true"><rect width="24" height="24" rx="4" fill="#c93522"/><path fill="#fff" d="M5 0h2v6H5zM9 0h2v3H9zM13 0h2v3h-2zM17 0h2v6h-2z"/><rect x="5" y="10" width="14" height="9" rx="1.5" fill="#fff"/></svg>`;

/** The request id comes from nginx (SSI); a file opened as it is shows an empty place. */
const REQUEST_ID = '<!--# echo var="request_id" -->';

const buildPage = ({
  status,
  title,
  text,
  isPassing = false,
}: ProxyError): string => `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
${isPassing ? `<meta http-equiv="refresh" content="${RETRY_S}">\n` : ''}<title>${title} · 云标</title>
<style>
${STYLE}
</style>
</head>
<body>
<main>
${LOGO}
<small>${status}</small>
<h1>${title}</h1>
<p>${text}</p>
${isPassing ? `<p>${RETRY_S} 秒后自动重试，不用刷新。</p>\n` : ''}<p><small>请求编号 ${REQUEST_ID}</small></p>
</main>
</body>
</html>
`;

const buildEnvelope = ({
  code,
  title,
  text,
  jsonText = text,
  isPassing = false,
}: ProxyError): string => {
  const waits = isPassing || code === 429;
  const envelope = createFailEnvelope(
    code,
    `${title}：${jsonText}`,
    waits ? { retryAfter: RETRY_S } : null,
  );
  return `${JSON.stringify(envelope)}\n`;
};

/** Name in deploy/errors/ → content. */
export const buildProxyErrorFiles = (): Map<string, string> =>
  new Map(
    PROXY_ERRORS.flatMap((error): [string, string][] => [
      [`${error.status}.html`, buildPage(error)],
      [`${error.status}.json`, buildEnvelope(error)],
    ]),
  );
