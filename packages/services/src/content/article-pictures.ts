import MarkdownIt from 'markdown-it';
import type { Context } from '../context.ts';
import { invalid, ServiceError } from '../errors.ts';
import { saveOwnImage } from '../upload/index.ts';

/** Bytes of a picture, by its path beside the text that names it. */
export type ReadPicture = (path: string) => Promise<Uint8Array>;

type Named = { /** `![…](…)`, as it is written. */ written: string; path: string };

/** Neither an address nor a path of this site: a file beside the text. */
const isBeside = (src: string): boolean => !/^(?:[a-z][a-z\d+.-]*:|\/|#)/i.test(src);

const DESTINATION = /\]\(\s*(?:<[^<>]*>|[^\s()]*(?:\([^\s()]*\)[^\s()]*)*)/;

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

const picturesIn = (source: string): Named[] =>
  finder
    .parse(source, {})
    .flatMap((token) => token.children ?? [])
    .filter(({ type }) => type === 'image')
    .flatMap((token): Named[] => {
      const src = String(token.attrGet('src') ?? '');
      if (!isBeside(src)) return [];
      const { written } = token.meta as { written: string };
      if (!DESTINATION.test(written) || !source.includes(written))
        throw invalid({ content: `图片请写成 ![说明](文件名)，这一处不是：${written}` });
      try {
        return [{ written, path: decodeURIComponent(src) }];
      } catch {
        throw invalid({ content: `图片的文件名读不懂：${src}` });
      }
    });

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
  let kept = source;
  for (const { written, path } of picturesIn(source)) {
    const url = urls.get(path) ?? (await keep(ctx, path, read));
    urls.set(path, url);
    kept = kept.replaceAll(written, () => written.replace(DESTINATION, () => `](${url}`));
  }
  return kept;
};
