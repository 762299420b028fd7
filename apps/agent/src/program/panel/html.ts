import { createHash } from 'node:crypto';

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const STYLE = `
:root{color-scheme:light dark}
body{margin:0;font:16px/1.6 system-ui,"Microsoft YaHei","PingFang SC","Noto Sans CJK SC",sans-serif;background:light-dark(#f6f6f3,#1b1c1e);color:light-dark(#1d1f21,#e8e8e4)}
main{max-width:34rem;margin:8vh auto;padding:0 1.25rem;overflow-wrap:anywhere}
.answers{display:flex;gap:.5rem;flex-wrap:wrap}
.answers form{margin:.5rem 0}
h1{font-size:1.35rem;line-height:1.35;margin:0 0 .75rem}
h2{font-size:1rem;margin:2rem 0 .5rem}
p{margin:.5rem 0}
ul{margin:.5rem 0;padding-left:1.2rem}
.quiet{color:light-dark(#5c6066,#a3a6ab);font-size:.9rem}
.bad{color:light-dark(#a32a18,#ff9d8a)}
.code{font:600 1.6rem/1.4 ui-monospace,Consolas,monospace;letter-spacing:.08em}
form{margin:1rem 0;display:flex;gap:.5rem;flex-wrap:wrap}
input{flex:1 1 16rem;font:inherit;padding:.5rem .6rem;border:1px solid light-dark(#8d9096,#6d7076);border-radius:4px;background:light-dark(#fff,#26282b);color:inherit}
button,a.button{font:inherit;padding:.5rem 1rem;border-radius:4px;border:1px solid light-dark(#8d9096,#6d7076);background:light-dark(#fff,#2b2d30);color:inherit;cursor:pointer;text-decoration:none;display:inline-block}
button.main,a.main{background:#1f5f4a;border-color:#1f5f4a;color:#fff}
a{color:light-dark(#1f5f4a,#8fd3b8)}
`;

/** Hash of the page's style for its content security policy. */
export const STYLE_HASH = `sha256-${createHash('sha256').update(STYLE).digest('base64')}`;

/** Renders a page. `refreshS`: refresh interval, seconds. */
export const renderPage = (title: string, body: string, refreshS = 0): string =>
  `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${refreshS > 0 ? `<meta http-equiv="refresh" content="${refreshS}">` : ''}
<title>${escapeHtml(title)} · 云标打印客户端</title><style>${STYLE}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`;

export const renderParagraph = (text: string, kind = ''): string =>
  text === '' ? '' : `<p${kind ? ` class="${kind}"` : ''}>${escapeHtml(text)}</p>`;

/** Renders a form with one button. */
export const renderButton = (
  action: string,
  label: string,
  fields: Record<string, string> = {},
  kind: 'main' | '' = '',
) =>
  `<form method="post" action="${escapeHtml(action)}">${Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('')}<button${kind ? ` class="${kind}"` : ''}>${escapeHtml(label)}</button></form>`;

/** Renders the answers to a question in one row if there is room. */
export const renderButtonRow = (...buttons: readonly string[]): string =>
  `<div class="answers">${buttons.join('')}</div>`;

export const renderErrorPage = (problem: string, hint: string): string =>
  renderPage(
    '这一步没有完成',
    `${renderParagraph(problem, 'bad')}${renderParagraph(hint)}<p><a href="./">返回</a></p>`,
  );
