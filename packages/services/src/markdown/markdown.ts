import MarkdownIt from 'markdown-it';

type Token = ReturnType<(typeof markdown)['parse']>[number];

/** Backslashes count as slashes in a browser, so `/\host` is another host's address too. */
const ALLOWED = /^(?:https?:|mailto:|\/(?![/\\])|#)/i;
const OUTER = /^https?:/i;
/** Pictures members or staff uploaded; the name may end in its size, `-640x480.webp`. */
const PICTURE = /^\/uploads\/(?:[\w-]+\/)*[\w-]+\.(?:webp|png|jpe?g|gif|avif)$/;
const SIZE = /-(\d{1,5})x(\d{1,5})\.\w+$/;

const markdown = new MarkdownIt({ html: false, linkify: true, typographer: false });
markdown.validateLink = (url) => ALLOWED.test(url);
// Only what is written as an address becomes a link: `setup.exe` and `www` are words here.
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });

markdown.renderer.rules.link_open = (tokens, index, options, _env, self) => {
  const token = tokens[index];
  if (OUTER.test(String(token?.attrGet('href') ?? ''))) {
    token?.attrSet('rel', 'nofollow ugc noopener noreferrer');
    token?.attrSet('target', '_blank');
  }
  return self.renderToken(tokens, index, options);
};

const renderImage = markdown.renderer.rules.image;
markdown.renderer.rules.image = (tokens, index, options, env, self) => {
  const token = tokens[index];
  const src = String(token?.attrGet('src') ?? '');
  // A picture from elsewhere tells its host who reads the page, and the page's policy refuses it anyway.
  if (!token || !PICTURE.test(src)) return '';
  const [, width, height] = SIZE.exec(src) ?? [];
  if (width && height) {
    token.attrSet('width', width);
    token.attrSet('height', height);
  }
  token.attrSet('loading', 'lazy');
  token.attrSet('decoding', 'async');
  return renderImage?.(tokens, index, options, env, self) ?? '';
};

type BlockRule = Parameters<typeof markdown.block.ruler.at>[1];

/** Cells a table may be filled up with, beyond those it has. */
const MISSING_CELLS = 500;

/** Rows are filled up to the width of the head: a wide head over many empty lines would be a page of nothing. */
const boundTables =
  (table: BlockRule): BlockRule =>
  (state, from, end, silent) => {
    if (!table(state, from, end, true)) return false;
    const at = (line: number): number => state.bMarks[line] ?? 0;
    let last = from + 1;
    while (last < end && !state.isEmpty(last)) last += 1;
    const bars = (start: number, stop: number): number =>
      state.src.slice(start, stop).split('|').length;
    const cells = bars(at(from), at(from + 1)) * (last - from);
    const isHollow = cells > MISSING_CELLS + 2 * bars(at(from), state.eMarks[last - 1] ?? 0);
    return isHollow ? false : silent || table(state, from, end, false);
  };

const tableRule = markdown.block.ruler.getRules('').find((rule) => rule.name === 'table');
if (!tableRule) throw new Error('markdown-it has no rule for tables');
markdown.block.ruler.at('table', boundTables(tableRule), { alt: ['paragraph', 'reference'] });

// What may be wider than the page scrolls on its own, and by keyboard.
markdown.renderer.rules['table_open'] = () => '<div class="md-scroll" tabindex="0"><table>\n';
markdown.renderer.rules['table_close'] = () => '</table></div>\n';
for (const rule of ['fence', 'code_block'] as const) {
  const render = markdown.renderer.rules[rule];
  markdown.renderer.rules[rule] = (...args) =>
    (render?.(...args) ?? '').replace(/^<pre>/, '<pre tabindex="0">');
}

/** Words of a line without its marks. */
const plain = (tokens: readonly Token[] | null): string =>
  (tokens ?? [])
    .map((token) => {
      if (token.type === 'softbreak' || token.type === 'hardbreak') return ' ';
      if (token.type === 'image') return '';
      return token.children ? plain(token.children) : token.content;
    })
    .join('');

/** Markdown → HTML that holds nothing but tags of ours: HTML in the source is shown as text. */
export const renderMarkdown = (source: string): string => markdown.render(source);

/**
 * The same for what members write beside each other on one page: their headings become bold lines, so that the page's
 * own outline stays whole.
 */
export const renderPost = (source: string): string => {
  const env = {};
  const tokens = markdown.parse(source, env);
  for (const token of tokens) {
    if (token.type !== 'heading_open' && token.type !== 'heading_close') continue;
    token.tag = 'p';
    if (token.nesting === 1) token.attrSet('class', 'md-heading');
  }
  return markdown.renderer.render(tokens, markdown.options, env);
};

export type Heading = { id: string; text: string };

/** An id for a heading, unique on its page; the prefix keeps it apart from the page's own ids. */
const getId = (text: string, used: Set<string>): string => {
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60);
  const base = `s-${words || 'x'}`;
  let id = base;
  for (let n = 2; used.has(id); n += 1) id = `${base}-${n}`;
  used.add(id);
  return id;
};

/**
 * The same for an article under a title of its own: the highest headings become `h2`, none skips a level, each has an
 * id. `headings` are the `h2`.
 */
export const renderMarkdownWithHeadings = (
  source: string,
): { html: string; headings: Heading[] } => {
  const env = {};
  const tokens = markdown.parse(source, env);
  const headings: Heading[] = [];
  const used = new Set<string>();
  const levels = tokens.filter(({ type }) => type === 'heading_open').map(({ tag }) => tag);
  const top = Math.min(...levels.map((tag) => Number(tag.slice(1))));
  let level = 1;
  for (const [i, token] of tokens.entries()) {
    if (token.type === 'heading_close') token.tag = `h${level}`;
    if (token.type !== 'heading_open') continue;
    level = Math.min(Number(token.tag.slice(1)) - top + 2, level + 1, 6);
    token.tag = `h${level}`;
    const text = plain(tokens[i + 1]?.children ?? null).trim();
    const id = getId(text, used);
    token.attrSet('id', id);
    if (level === 2) headings.push({ id, text });
  }
  return { html: markdown.renderer.render(tokens, markdown.options, env), headings };
};

/** The first words of a text, plain, at most so many characters. Code and pictures say nothing in a list. */
export const getExcerpt = (source: string, max: number): string => {
  const text = markdown
    .parse(source, {})
    .filter(({ type }) => type === 'inline')
    .map(({ children }) => plain(children))
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const letters = Array.from(text);
  return letters.length <= max
    ? text
    : `${letters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`;
};
