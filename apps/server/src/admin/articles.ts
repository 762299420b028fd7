import {
  addArticle,
  type ArticleName,
  articleNames,
  type Context,
  removeArticle,
  setArticle,
} from '@yunbiao/services';
import { beijing } from './beijing.ts';
import { createReader, getValue } from './files.ts';
import { done, type Run, table } from './outcome.ts';

/** Stands for the whole site where a software's alias is asked for; no alias can be this. */
const SITE = '/';

const getAddress = (ctx: Context, { id, softwareAlias }: ArticleName): string =>
  `${ctx.settings.publicUrl}${softwareAlias ? `/${softwareAlias}` : ''}/article/${id}.html`;

const written = (ctx: Context, article: ArticleName) => {
  const isLater = article.publishedAt > ctx.now();
  const when = isLater ? `，${beijing(article.publishedAt)} 起显示` : '';
  return done(
    `已写 ${article.title}，编号 ${article.id}，网址是 ${getAddress(ctx, article)}${when}`,
  );
};

const listTexts = (title: string, content: string, flags: Readonly<Record<string, string>>) => {
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
    const list = await articleNames({ ctx, alias: flags['software'] });
    const cells = list.map(({ id, artType, title, version, softwareAlias, publishedAt }) => [
      id,
      softwareAlias ?? SITE,
      artType,
      version || '-',
      beijing(publishedAt),
      title,
    ]);
    const heads = ['编号', '软件', '类型', '版本', '发布', '标题'];
    return table(cells, '还没有文章', { heads, json: list });
  },
  'article add': async (ctx, [alias, title, content], { flags, folder }) => {
    const texts = listTexts(title, await getValue(folder, content), flags);
    const input = { ...texts, artType: flags['type'] };
    const read = createReader(folder, content);
    const software = alias === SITE ? null : alias;
    return written(ctx, await addArticle({ ctx, alias: software, input, read }));
  },
  'article set': async (ctx, [which, title, content], { flags, folder }) => {
    const texts = listTexts(title, await getValue(folder, content), flags);
    const read = createReader(folder, content);
    return written(ctx, await setArticle({ ctx, which, read, ...texts }));
  },
  'article remove': async (ctx, [id]) => done(`已删掉 ${(await removeArticle({ ctx, id })).title}`),
} satisfies Record<string, Run>;
