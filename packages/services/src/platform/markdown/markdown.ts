import MarkdownIt from 'markdown-it';

type Token = ReturnType<(typeof markdown)['parse']>[number];

/** Browsers treat backslashes as slashes, so `/\host` is also a URL of another host. */
const ALLOWED_URL = /^(?:https?:|mailto:|\/(?![/\\])|#)/i;
const EXTERNAL = /^https?:/i;
/** Uploaded pictures; the name may end in the size, `-640x480.webp`. */
const UPLOADED_PICTURE = /^\/uploads\/(?:[\w-]+\/)*[\w-]+\.(?:webp|png|jpe?g|gif|avif)$/;
const SIZE = /-(\d{1,5})x(\d{1,5})\.\w+$/;

const markdown = new MarkdownIt({ html: false, linkify: true, typographer: false });
markdown.validateLink = (url) => ALLOWED_URL.test(url);
// Only full URLs become links: `setup.exe` and `www` are plain words.
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });

markdown.renderer.rules.link_open = (tokens, index, options, _env, self) => {
  const token = tokens[index];
  if (EXTERNAL.test(String(token?.attrGet('href') ?? ''))) {
    token?.attrSet('rel', 'nofollow ugc noopener noreferrer');
    token?.attrSet('target', '_blank');
  }
  return self.renderToken(tokens, index, options);
};

const renderImage = markdown.renderer.rules.image;
markdown.renderer.rules.image = (tokens, index, options, env, self) => {
  const token = tokens[index];
  const src = String(token?.attrGet('src') ?? '');
  // An external picture would reveal the reader to its host; the page's CSP blocks it anyway.
  if (!token || !UPLOADED_PICTURE.test(src)) return '';
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

/** Maximum number of empty cells added to a table. */
const MISSING_CELLS = 500;

/**
 * Rejects a table that would need too many empty cells. Short rows are padded to the width of the
 * header, so a wide header over many empty lines would create a huge page.
 */
const limitTables =
  (table: BlockRule): BlockRule =>
  (state, from, end, silent) => {
    if (!table(state, from, end, true)) return false;
    const getLineStart = (line: number): number => state.bMarks[line] ?? 0;
    let last = from + 1;
    while (last < end && !state.isEmpty(last)) last += 1;
    const countCells = (start: number, stop: number): number =>
      state.src.slice(start, stop).split('|').length;
    const cells = countCells(getLineStart(from), getLineStart(from + 1)) * (last - from);
    const isHollow =
      cells > MISSING_CELLS + 2 * countCells(getLineStart(from), state.eMarks[last - 1] ?? 0);
    return isHollow ? false : silent || table(state, from, end, false);
  };

const tableRule = markdown.block.ruler.getRules('').find((rule) => rule.name === 'table');
if (!tableRule) throw new Error('markdown-it has no rule for tables');
markdown.block.ruler.at('table', limitTables(tableRule), { alt: ['paragraph', 'reference'] });

// Elements that may be wider than the page scroll separately, also by keyboard.
markdown.renderer.rules['table_open'] = () => '<div class="md-scroll" tabindex="0"><table>\n';
markdown.renderer.rules['table_close'] = () => '</table></div>\n';
for (const rule of ['fence', 'code_block'] as const) {
  const render = markdown.renderer.rules[rule];
  markdown.renderer.rules[rule] = (...args) =>
    (render?.(...args) ?? '').replace(/^<pre>/, '<pre tabindex="0">');
}

/** Text of a line without markup. */
const convertTokensToPlainText = (tokens: readonly Token[] | null): string =>
  (tokens ?? [])
    .map((token) => {
      if (token.type === 'softbreak' || token.type === 'hardbreak') return ' ';
      if (token.type === 'image') return '';
      return token.children ? convertTokensToPlainText(token.children) : token.content;
    })
    .join('');

/**
 * Renders Markdown to HTML that contains only our own tags: HTML in the source is shown as text.
 */
export const renderMarkdown = (source: string): string => markdown.render(source);

/**
 * Renders a post. Headings become bold lines, because several posts share a page and must not
 * change its outline.
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

/** Id of a heading, unique on its page. The prefix avoids conflicts with other ids of the page. */
const createHeadingId = (text: string, usedIds: Set<string>): string => {
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60);
  const base = `s-${words || 'x'}`;
  let id = base;
  for (let n = 2; usedIds.has(id); n += 1) id = `${base}-${n}`;
  usedIds.add(id);
  return id;
};

/**
 * Renders an article below a page title: the highest headings become `h2`, no level is skipped,
 * each heading gets an id. `headings` lists the `h2`.
 */
export const renderMarkdownWithHeadings = (
  source: string,
): { html: string; headings: Heading[] } => {
  const env = {};
  const tokens = markdown.parse(source, env);
  const headings: Heading[] = [];
  const usedIds = new Set<string>();
  const levels = tokens.filter(({ type }) => type === 'heading_open').map(({ tag }) => tag);
  const top = Math.min(...levels.map((tag) => Number(tag.slice(1))));
  let level = 1;
  for (const [i, token] of tokens.entries()) {
    if (token.type === 'heading_close') token.tag = `h${level}`;
    if (token.type !== 'heading_open') continue;
    level = Math.min(Number(token.tag.slice(1)) - top + 2, level + 1, 6);
    token.tag = `h${level}`;
    const text = convertTokensToPlainText(tokens[i + 1]?.children ?? null).trim();
    const id = createHeadingId(text, usedIds);
    token.attrSet('id', id);
    if (level === 2) headings.push({ id, text });
  }
  return { html: markdown.renderer.render(tokens, markdown.options, env), headings };
};

/** The first `max` characters of a text without markup, code and pictures. */
export const getExcerpt = (source: string, max: number): string => {
  const text = markdown
    .parse(source, {})
    .filter(({ type }) => type === 'inline')
    .map(({ children }) => convertTokensToPlainText(children))
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
