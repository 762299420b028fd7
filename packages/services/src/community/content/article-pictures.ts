import MarkdownIt from 'markdown-it';
import type { Context } from '../../platform/context.ts';
import { createInvalidInputError, ServiceError } from '../../platform/errors.ts';
import { saveSiteImage } from '../../platform/upload/index.ts';

/** Reads a picture by its path relative to the article file. */
export type ReadPicture = (path: string) => Promise<Uint8Array>;

/** Position and path of a picture reference in the Markdown. */
type PictureReference = { start: number; end: number; path: string };

/** True for a path relative to the article file: neither a URL nor an absolute path. */
const isRelativePath = (src: string): boolean => !/^(?:[a-z][a-z\d+.-]*:|\/|#)/i.test(src);

/** Matches from the end of the description to the end of the URL. */
const DESTINATION = /^\]\(\s*(?:<[^<>]*>|[^\s()]*(?:\([^\s()]*\)[^\s()]*)*)/;

/**
 * Parser that only finds picture references. Display uses `renderMarkdown`, which accepts no
 * relative paths.
 */
const pictureParser = new MarkdownIt({ html: false });
pictureParser.validateLink = () => true;
const imageRule = pictureParser.inline.ruler.getRules('').find((rule) => rule.name === 'image');
if (!imageRule) throw new Error('markdown-it has no rule for images');
pictureParser.inline.ruler.at('image', (state, silent) => {
  const start = state.pos;
  if (!imageRule(state, silent)) return false;
  const token = silent ? undefined : state.tokens.at(-1);
  if (token) token.meta = { written: state.src.slice(start, state.pos) };
  return true;
});

const decodePath = (src: string): string => {
  try {
    return decodeURIComponent(src);
  } catch {
    throw createInvalidInputError({ content: `图片的文件名读不懂：${src}` });
  }
};

/** Walks the parsed tokens, so that code which looks like a picture is skipped. */
const findArticlePictures = (source: string): PictureReference[] => {
  const pictures: PictureReference[] = [];
  const lines = source.split('\n');
  const offsets = lines.map(() => 0);
  for (let i = 1; i < lines.length; i += 1)
    offsets[i] = (offsets[i - 1] ?? 0) + (lines[i - 1] ?? '').length + 1;
  const getLineOffset = (line: number): number => offsets[line] ?? source.length;
  let at = 0;
  for (const block of pictureParser.parse(source, {})) {
    if (block.map) at = Math.max(at, getLineOffset(block.map[0]));
    if (block.map && block.type !== 'inline' && block.nesting === 0)
      at = getLineOffset(block.map[1]);
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
      if (!isRelativePath(src)) continue;
      if (start < 0 || !destination)
        throw createInvalidInputError({
          content: `图片请写成 ![说明](文件名)，这一处不是：${written}`,
        });
      const from = start + described;
      pictures.push({ start: from, end: from + destination.length, path: decodePath(src) });
    }
  }
  return pictures;
};

const storeArticlePicture = async (
  ctx: Context,
  path: string,
  read: ReadPicture,
): Promise<string> => {
  const bytes = await read(path);
  try {
    return (await saveSiteImage({ ctx, usage: 'post', bytes })).url;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code >= 500) throw error;
    throw createInvalidInputError({ content: `图片 ${path}：${error.message}` });
  }
};

/**
 * Stores each picture next to the article once and returns the Markdown with their site URLs. If
 * storing the article fails later, the pictures are unused and scheduled maintenance deletes them.
 * @throws 400 with the picture's name for an unsupported picture, 503 if it cannot be stored now,
 * errors of `read`
 */
export const storePicturesAndRewriteLinks = async ({
  ctx,
  source,
  read,
}: {
  ctx: Context;
  source: string;
  read: ReadPicture;
}): Promise<string> => {
  const urls = new Map<string, string>();
  let rewritten = '';
  let doneLength = 0;
  for (const { start, end, path } of findArticlePictures(source)) {
    const url = urls.get(path) ?? (await storeArticlePicture(ctx, path, read));
    urls.set(path, url);
    rewritten += `${source.slice(doneLength, start)}](${url}`;
    doneLength = end;
  }
  return rewritten + source.slice(doneLength);
};
