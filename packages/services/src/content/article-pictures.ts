import MarkdownIt from 'markdown-it';
import type { Context } from '../context.ts';
import { invalid, ServiceError } from '../errors.ts';
import { saveOwnImage } from '../upload/index.ts';

/** Bytes of a picture, by its path beside the text that names it. */
export type ReadPicture = (path: string) => Promise<Uint8Array>;

/** Where in a text the address of a picture stands, and which file it is. */
type Named = { start: number; end: number; path: string };

/** Neither an address nor a path of this site: a file beside the text. */
const isBeside = (src: string): boolean => !/^(?:[a-z][a-z\d+.-]*:|\/|#)/i.test(src);

/** From behind the description to behind the address. */
const DESTINATION = /^\]\(\s*(?:<[^<>]*>|[^\s()]*(?:\([^\s()]*\)[^\s()]*)*)/;

/** Finds where pictures are named; what is shown is rendered by `renderMarkdown`, which takes no such paths. */
const finder = new MarkdownIt({ html: false });
finder.validateLink = () => true;
const imageRule = finder.inline.ruler.getRules('').find((rule) => rule.name === 'image');
if (!imageRule) throw new Error('markdown-it has no rule for images');
finder.inline.ruler.at('image', (state, silent) => {
  const start = state.pos;
  if (!imageRule(state, silent)) return false;
  const token = silent ? undefined : state.tokens.at(-1);
  if (token) token.meta = { written: state.src.slice(start, state.pos) };
  return true;
});

const getPath = (src: string): string => {
  try {
    return decodeURIComponent(src);
  } catch {
    throw invalid({ content: `图片的文件名读不懂：${src}` });
  }
};

/** Goes through the text as it is parsed, so that code which only looks like a picture is passed over. */
const picturesIn = (source: string): Named[] => {
  const found: Named[] = [];
  const lines = source.split('\n');
  const offsets = lines.map(() => 0);
  for (let i = 1; i < lines.length; i += 1)
    offsets[i] = (offsets[i - 1] ?? 0) + (lines[i - 1] ?? '').length + 1;
  const getStart = (line: number): number => offsets[line] ?? source.length;
  let at = 0;
  for (const block of finder.parse(source, {})) {
    if (block.map) at = Math.max(at, getStart(block.map[0]));
    if (block.map && block.type !== 'inline' && block.nesting === 0) at = getStart(block.map[1]);
    for (const token of block.children ?? []) {
      if (token.type === 'code_inline')
        at = Math.max(at, source.indexOf(token.content, at) + token.content.length);
      const src = String(token.attrGet('src') ?? '');
      if (token.type !== 'image') continue;
      const { written } = token.meta as { written: string };
      const start = source.indexOf(written, at);
      const described = 2 + token.content.length;
      const [destination] = DESTINATION.exec(written.slice(described)) ?? [];
      if (start >= 0) at = start + written.length;
      if (!isBeside(src)) continue;
      if (start < 0 || !destination)
        throw invalid({ content: `图片请写成 ![说明](文件名)，这一处不是：${written}` });
      const from = start + described;
      found.push({ start: from, end: from + destination.length, path: getPath(src) });
    }
  }
  return found;
};

const keep = async (ctx: Context, path: string, read: ReadPicture): Promise<string> => {
  const bytes = await read(path);
  try {
    return (await saveOwnImage({ ctx, usage: 'post', bytes })).url;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code >= 500) throw error;
    throw invalid({ content: `图片 ${path}：${error.message}` });
  }
};

/**
 * The Markdown with every picture that lies beside it kept on the site and named by its address there; each file once.
 * A picture that is kept for a text which then fails is nobody's, and swept.
 * @throws 400 with the picture's name when it is none we take, 503 when it cannot be stored now, what `read` throws
 */
export const keepPictures = async ({
  ctx,
  source,
  read,
}: {
  ctx: Context;
  source: string;
  read: ReadPicture;
}): Promise<string> => {
  const urls = new Map<string, string>();
  let kept = '';
  let done = 0;
  for (const { start, end, path } of picturesIn(source)) {
    const url = urls.get(path) ?? (await keep(ctx, path, read));
    urls.set(path, url);
    kept += `${source.slice(done, start)}](${url}`;
    done = end;
  }
  return kept + source.slice(done);
};
