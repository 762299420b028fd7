import { ADDRESS_HTML } from './addresses.ts';
import { MARKDOWN_VECTORS } from './markdown.ts';
import { BREAKOUTS, HTML_VECTORS } from './vectors.ts';

/**
 * Breaks out of a script, a JSON block, a template or a piece of code that may contain the text.
 */
const CODE = [
  '"};§;//',
  "'};§;//",
  '";§;"',
  "';§;'",
  '"-§-"',
  "'-§-'",
  '\\";§;//',
  "\\';§;//",
  '\\\\";§;//',
  '`;§;`',
  '${§}',
  '`${§}`',
  '#{§}',
  '{{§}}',
  '{{constructor.constructor("__xss(§N)")()}}',
  '[[§]]',
  '<%= § %>',
  '<?= § ?>',
  '{% § %}',
  '{§}',
  '*/§/*',
  '//\n§\n//',
  '\u2028§\u2028',
  '\u2029§\u2029',
  '\u0085§',
  '\r\n§\r\n',
  '\\u003cscript\\u003e§\\u003c/script\\u003e',
  '\\x3cscript\\x3e§\\x3c/script\\x3e',
  '\\u0022;§;//',
  '</script><script>§</script>',
  '</SCRIPT ><script>§</script>',
  '</script\n><script>§</script>',
  '</script/x><script>§</script>',
  '<!--<script>§</script>',
  '<!--<script></script><script>§</script>-->',
  '"}]}}</script><script>§</script>',
  '"}</script><img src=x onerror=§>',
  ']]></script><script>§</script>',
  '{"__proto__":{"onload":"__xss(§N)"}}',
  '{"constructor":{"prototype":{"innerHTML":"<img src=x onerror=__xss(§N)>"}}}',
  '{"dangerouslySetInnerHTML":{"__html":"<img src=x onerror=__xss(§N)>"}}',
  '{"$$typeof":"Symbol(react.element)","type":"img","props":{"onError":"__xss(§N)"}}',
  '$L1:["$","script",null,{"children":"__xss(§N)"}]',
  '__proto__[§N]',
  'toString§N',
  '$_TSR.e("§")',
];

/** Encoded so that a later step decodes them into tags. */
const listEncodings = (html: string): string[] => {
  const encodeEvery = (write: (code: number) => string) =>
    html.replaceAll(/[<>"'=()/]/g, (character) => write(character.codePointAt(0) ?? 0));
  return [
    encodeEvery((code) => `&#${code};`),
    encodeEvery((code) => `&#${code}`),
    encodeEvery((code) => `&#x${code.toString(16)};`),
    encodeEvery((code) => `&#0000${code};`),
    encodeEvery((code) => `%${code.toString(16)}`),
    encodeEvery((code) => `%25${code.toString(16)}`),
    encodeEvery((code) => `\\x${code.toString(16)}`),
    encodeEvery((code) => `\\u00${code.toString(16)}`),
    encodeEvery((code) => `\\${code.toString(8)}`),
    encodeEvery((code) => (code < 0x7f ? String.fromCodePoint(code + 0xfee0) : '')),
    encodeEvery((code) => `&amp;#${code};`),
    html.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    html.replaceAll('<', '&LT').replaceAll('>', '&GT'),
    html.replaceAll('<', '&amp;lt;').replaceAll('>', '&amp;gt;'),
    html.replaceAll('<', '\u2039').replaceAll('>', '\u203a'),
    html.replaceAll('<', '\u3008').replaceAll('>', '\u3009'),
    html.replaceAll('<', '<\u0338').replaceAll('>', '>\u0338'),
    html.replaceAll('<', '+ADw-').replaceAll('>', '+AD4-'),
    html.replaceAll('<', '\u00bc').replaceAll('>', '\u00be'),
  ];
};

const ENCODED = ['<img src=x onerror=§>', '<script>§</script>', '"><svg onload=§>'].flatMap(
  listEncodings,
);

const LONG = [
  `${'A'.repeat(2000)}<img src=x onerror=§>`,
  `<img ${'x=1 '.repeat(300)}src=x onerror=§>`,
  `${'<b>'.repeat(150)}<img src=x onerror=§>`,
  `${'>'.repeat(40)}<img src=x onerror=§>`,
  `${'['.repeat(120)}x](javascript:§)`,
  `${'- '.repeat(20)}<img src=x onerror=§>`,
  `${'*'.repeat(200)}<script>§</script>`,
  `${'\u0301'.repeat(200)}<script>§</script>`,
  `${'\u202e'.repeat(50)}<script>§</script>`,
  `${'🏷'.repeat(100)}"><img src=x onerror=§>`,
  `${'&amp;'.repeat(200)}<img src=x onerror=§>`,
  `null undefined NaN true §N <img src=x onerror=§>`,
];

/** The call each string makes when it runs, identified by a number. */
const numberTemplate = (template: string, n: number): string =>
  template.replaceAll('§N', String(n)).replaceAll('§', `__xss(${n})`);

/** Strings that no field may execute. */
const PLAIN = [
  ...new Set([...HTML_VECTORS, ...BREAKOUTS, ...ADDRESS_HTML, ...CODE, ...ENCODED, ...LONG]),
];

/** Templates of all strings, before numbering: no duplicates. Markdown's own come last. */
export const TEMPLATES: readonly string[] = [...new Set([...PLAIN, ...MARKDOWN_VECTORS])];

export const STRINGS: readonly string[] = TEMPLATES.map(numberTemplate);

/** Strings for fields without Markdown. */
export const PLAIN_STRINGS: readonly string[] = STRINGS.slice(0, PLAIN.length);

/** Text that shows the string with this number has reached the page, in any form. */
export const getMark = (n: number): string => `第${n}串。`;

/**
 * Closes what a string may have left open, in Markdown and HTML, so that the next one is parsed
 * separately.
 */
const closeFences = (text: string): string => {
  const fences = text.match(/^(?:```|~~~)/gm) ?? [];
  const fence = fences.length % 2 === 1 ? `\n${fences[0]}` : '';
  return `${text}${fence}`;
};

const CLOSE_HTML =
  '"\'> --> ]]> </style></script></textarea></title></xmp></iframe></noembed></noframes></noscript></template></select></svg></math></table></a></pre>';

const joinStrings = (
  from: number,
  strings: readonly string[],
  glue: (text: string, n: number) => string,
) => strings.map((text, at) => glue(text, from + at)).join('');

const joinInChunks = <T>(
  items: readonly string[],
  size: number,
  make: (from: number, part: readonly string[]) => T,
) =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, i) =>
    make(i * size, items.slice(i * size, (i + 1) * size)),
  );

/** `count` Markdown texts that contain every string, each in separate blocks. */
export const listDocuments = (count: number): string[] =>
  joinInChunks(STRINGS, Math.ceil(STRINGS.length / count), (from, part) =>
    joinStrings(
      from,
      part,
      (text, n) =>
        `${getMark(n)}\n\n${closeFences(text)}\n\n${text.includes('<') ? `${CLOSE_HTML}\n\n` : ''}`,
    ),
  );

/** `count` one-line texts that contain every plain string, for titles and names. */
export const listLines = (count: number): string[] =>
  joinInChunks(PLAIN_STRINGS, Math.ceil(PLAIN_STRINGS.length / count), (from, part) =>
    joinStrings(from, part, (text, n) => `${getMark(n)}${text} `),
  );

/**
 * Markdown texts within the maximum length of a question that together contain every string; each
 * ends with its last mark.
 */
export const listDrafts = (max: number): { text: string; lastMark: string }[] => {
  const made: { text: string; lastMark: string }[] = [];
  let text = '';
  for (const [n, string] of STRINGS.entries()) {
    const part = `${closeFences(string)}\n\n`;
    if (text.length + part.length + 20 > max) {
      made.push({ text: `${text}${getMark(n)}`, lastMark: getMark(n) });
      text = '';
    }
    text += part;
  }
  return [
    ...made,
    { text: `${text}${getMark(STRINGS.length)}`, lastMark: getMark(STRINGS.length) },
  ];
};
