import { ADDRESSES } from './addresses.ts';

/** Markdown's own link forms; `§U` stands for the address. */
const LINKS = ['[x](§U)', '[x](<§U>)', '![x](§U)', '<§U>', '[x][§N]\n\n[§N]: §U'] as const;

const RARE_LINKS = [
  '[x](§U "title")',
  "[x](  <§U>  'title' )",
  '[x](\n§U\n)',
  '[x]\n(§U)',
  '![x](<§U> "title")',
  '[![x](§U)](§U)',
  '[[x](§U)](§U)',
  '[x][]\n\n[x]: §U',
  '[§Nx]\n\n[§Nx]: <§U> (title)',
  '[x^§N]\n\n[x^§N]:\n  §U\n  "title"',
  '> [x](§U)',
  '- [x](§U)',
  '1. - > [x](§U)',
  '# [x](§U)',
  '[x](§U)\n===',
  '| a |\n| - |\n| [x](§U) |',
  '**[x](§U)**',
  '~~[x](§U)~~',
  '`[x](§U)`',
  '\\[x](§U)',
  '[x\\](§U)',
  '[x](§U)[x](§U)',
  '[*x](§U)*',
  '[<b>x](§U)</b>',
  '[x](https://example.com "§U")',
  '[x](https://example.com/§U)',
  '![§U](/uploads/a.png)',
  '[x]( §U',
  '[x](§U\\)',
  '&lt;§U&gt;',
] as const;

const USUAL = ['javascript:§', 'java&Tab;script:§', 'data:text/html;base64,PHNjcmlwdD4=#§N'];

/** Places where Markdown generates an attribute: a quote in the text must not end it. */
const ATTRIBUTES = [
  '" onfocus=§ autofocus tabindex=0 x="',
  '" onerror="§',
  "' onerror='§",
  '"><img src=x onerror=§>',
  '&quot; onerror=&quot;§',
  '\\" onerror=\\"§',
  '%22 onerror=%22§',
  '`onerror=§`',
  '\n onerror=§',
];
const SLOTS = [
  '![§A](/uploads/a.png)',
  '![x](/uploads/a.png§A)',
  '![x](</uploads/a.png§A>)',
  "![x](/uploads/a.png '§A')",
  '![x](/uploads/a-10x10.png "§A")',
  '[x](https://example.com/§A)',
  '[x](<https://example.com/§A>)',
  "[x](https://example.com '§A')",
  '<https://example.com/§A>',
  'https://example.com/§A',
  '<mailto:a§A@example.com>',
  '[§A](https://example.com)',
  '# §A',
  '```§A\nx\n```',
  '~~~ js §A\nx\n~~~',
  '[§N]: https://example.com "§A"\n\n[§N]',
  '| §A |\n| :-§A: |\n| §A |',
  '[^§N]: §A\n\n[^§N]',
];

/** HTML in every kind of Markdown block; the block must keep it as text. */
const BLOCKS = [
  '<div>\n\n§H\n\n</div>',
  '<pre>\n§H\n</pre>',
  '<!--\n§H\n-->',
  '<!-- a -->§H',
  '<?php\n§H\n?>',
  '<!A\n§H>',
  '<![CDATA[\n§H\n]]>',
  '<custom-tag>\n§H',
  '</p>\n§H',
  '> §H',
  '- §H',
  '- x\n\n  §H',
  '1) §H',
  '# §H',
  '§H\n---',
  '    §H',
  '\t§H',
  '```\n§H\n```',
  '```html\n§H\n```',
  '~~~\n§H\n~~~',
  '```\n</code></pre>§H\n```',
  '`§H`',
  '``` `` §H ```',
  '*§H*',
  '**§H',
  '\\§H',
  '§H  \nx',
  '| §H |\n| - |\n| §H |',
  '[§H](https://example.com)',
  '![§H](/uploads/a.png)',
  '&lt;b&gt;§H',
  'a§Hb',
  '$§H$',
  '{{ §H }}',
  ':::html\n§H\n:::',
  '---\ntitle: §H\n---',
  '<details>\n<summary>§H</summary>\n</details>',
];

const IMAGE = '<img src=x onerror=§>';

export const MARKDOWN_VECTORS: readonly string[] = [
  ...LINKS.flatMap((link) => ADDRESSES.map((address) => link.replaceAll('§U', () => address))),
  ...RARE_LINKS.flatMap((link) => USUAL.map((address) => link.replaceAll('§U', () => address))),
  ...SLOTS.flatMap((slot) => ATTRIBUTES.map((item) => slot.replaceAll('§A', () => item))),
  ...BLOCKS.flatMap((block) =>
    [IMAGE, '<script>§</script>'].map((html) => block.replaceAll('§H', () => html)),
  ),
];
