/**
 * Copy of the tokens in packages/ui/src/tokens.css. The page cannot load that file: its CSP allows
 * one style, by hash.
 */
export const LIGHT = {
  '--paper': '#fbfaf7',
  '--bench': '#f3f1eb',
  '--ink': '#15181c',
  '--ink-2': '#4c5057',
  '--ink-3': '#65686d',
  '--line': '#e4e1da',
  '--line-2': '#c9c5ba',
  '--accent': '#2b4acb',
};
export const DARK: Readonly<Record<keyof typeof LIGHT, string>> = {
  '--paper': '#111316',
  '--bench': '#0b0c0e',
  '--ink': '#eceae4',
  '--ink-2': '#b9b8b2',
  '--ink-3': '#94948f',
  '--line': '#272a2f',
  '--line-2': '#43474e',
  '--accent': '#8fa3ff',
};
export const SIZES = {
  '--t1': '13px',
  '--t2': '14px',
  '--t3': '16px',
  '--t5': '28px',
  '--r-2': '8px',
};

const formatCssDeclarations = (tokens: Readonly<Record<string, string>>): string =>
  Object.entries(tokens)
    .map(([name, value]) => `${name}:${value}`)
    .join(';');

export const STYLE = `
:root{color-scheme:light dark;${formatCssDeclarations(LIGHT)};${formatCssDeclarations(SIZES)};
--sans:-apple-system,'Segoe UI','PingFang SC','HarmonyOS Sans SC','Microsoft YaHei UI','Microsoft YaHei','Noto Sans SC','Noto Sans CJK SC',sans-serif;
--mono:'SF Mono','Cascadia Mono',Consolas,'Noto Sans Mono','Liberation Mono','DejaVu Sans Mono',Menlo,'PingFang SC','Microsoft YaHei',monospace}
@media (prefers-color-scheme:dark){:root{${formatCssDeclarations(DARK)}}}
*{box-sizing:border-box}
html{scroll-padding-top:16px;-webkit-text-size-adjust:100%}
body{max-width:896px;margin:0 auto;padding:32px 32px 64px;background:var(--paper);color:var(--ink);font:var(--t2)/22px var(--sans)}
h1{font-size:var(--t5);line-height:36px;margin:16px 0 8px}
h2{font-size:var(--t3);line-height:24px;margin:40px 0 8px}
h2 small{font-size:var(--t1);font-weight:400;color:var(--ink-3);margin-left:8px}
p{margin:8px 0 12px;color:var(--ink-2)}
a{color:var(--accent)}
code{font:var(--t1)/20px var(--mono);overflow-wrap:anywhere}
ol{padding-left:20px;color:var(--ink-2)}
pre{margin:8px 0 12px;padding:12px;background:var(--bench);border-radius:var(--r-2);overflow-x:auto}
pre code{overflow-wrap:normal}
nav ul{display:flex;flex-wrap:wrap;gap:0 16px;margin:16px 0 0;padding:8px 16px;list-style:none;background:var(--bench);border-radius:var(--r-2)}
nav a{display:block;padding:10px 0}
details{border-top:1px solid var(--line)}
section>details:last-child{border-bottom:1px solid var(--line)}
summary{display:flex;flex-wrap:wrap;gap:0 16px;padding:11px 8px;cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
summary::before{content:'+';width:12px;color:var(--ink-3)}
details[open]>summary::before{content:'–'}
summary:hover{background:var(--bench)}
summary b{flex:1 1 240px;font-weight:400}
summary code{flex:1 1 280px;color:var(--ink-2)}
summary:focus-visible,a:focus-visible,.scroll:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.call{padding:0 8px 16px 36px;scroll-margin-top:72px}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;margin:8px 0 16px}
th,td{text-align:left;vertical-align:top;padding:6px 16px 6px 0;border-bottom:1px solid var(--line)}
th{font-weight:600;border-color:var(--line-2)}
@media (max-width:760px){body{padding:16px 16px 48px}summary{padding:11px 0}summary b{flex-basis:calc(100% - 28px)}summary code{flex-basis:100%;padding-left:28px}.call{padding:0 0 16px}td,th{min-width:88px}}
`;
