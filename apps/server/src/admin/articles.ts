import {
  addArticle,
  type ArticleName,
  listArticleNames,
  type Context,
  removeArticle,
  replaceArticle,
} from '@yunbiao/services';
import { formatBeijingTime } from './beijing.ts';
import { createFolderReader, readValueOrFile } from './files.ts';
import { createChangeOutcome, type RunCommand, reportTable } from './command-outcome.ts';

/** Passed instead of a software alias to mean the whole site. `/` is never a valid alias. */
const WHOLE_SITE = '/';

const formatArticleUrl = (ctx: Context, { id, softwareAlias }: ArticleName): string =>
  `${ctx.settings.publicUrl}${softwareAlias ? `/${softwareAlias}` : ''}/article/${id}.html`;

const createArticleWrittenOutcome = (ctx: Context, article: ArticleName) => {
  const isLater = article.publishedAt > ctx.now();
  const publicationText = isLater ? `，${formatBeijingTime(article.publishedAt)} 起显示` : '';
  return createChangeOutcome(
    `已写 ${article.title}，编号 ${article.id}，网址是 ${formatArticleUrl(ctx, article)}${publicationText}`,
  );
};

const buildArticleTexts = (
  title: string,
  content: string,
  flags: Readonly<Record<string, string>>,
) => {
  const { published, summary, version } = flags;
  return {
    title,
    content,
    ...(summary === undefined ? {} : { summary }),
    ...(version === undefined ? {} : { version }),
    ...(published === undefined ? {} : { publishedAt: published }),
  };
};

export const articles = {
  'article list': async (ctx, _args, { flags }) => {
    const list = await listArticleNames({ ctx, alias: flags['software'] });
    const cells = list.map(({ id, artType, title, version, softwareAlias, publishedAt }) => [
      id,
      softwareAlias ?? WHOLE_SITE,
      artType,
      version || '-',
      formatBeijingTime(publishedAt),
      title,
    ]);
    const heads = ['编号', '软件', '类型', '版本', '发布', '标题'];
    return reportTable(cells, '还没有文章', { headings: heads, json: list });
  },
  'article add': async (ctx, [alias, title, content], { flags, folder }) => {
    const texts = buildArticleTexts(title, await readValueOrFile(folder, content), flags);
    const input = { ...texts, artType: flags['type'] };
    const read = createFolderReader(folder, content);
    const software = alias === WHOLE_SITE ? null : alias;
    return createArticleWrittenOutcome(
      ctx,
      await addArticle({ ctx, alias: software, input, readPicture: read }),
    );
  },
  'article set': async (ctx, [which, title, content], { flags, folder }) => {
    const texts = buildArticleTexts(title, await readValueOrFile(folder, content), flags);
    const read = createFolderReader(folder, content);
    return createArticleWrittenOutcome(ctx, await replaceArticle({ ctx, which, read, ...texts }));
  },
  'article remove': async (ctx, [id]) =>
    createChangeOutcome(`已删除 ${(await removeArticle({ ctx, id })).title}`),
} satisfies Record<string, RunCommand>;
