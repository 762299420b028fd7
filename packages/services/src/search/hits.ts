import { type CallOutput, formatBytes } from '@yunbiao/contract';
import type { Executor, FoundDoc } from '@yunbiao/db';
import { iso } from '../time.ts';
import { getExcerpt, markText, type Wanted } from './mark.ts';
import { getSource } from './tokens.ts';

type Hit = CallOutput<'search'>['list'][number];
/** What a hit says of its source beyond the index. */
type Source = { place: string; replyCount: number };

const ARTICLE_PLACES: Record<string, string> = { help: '帮助', news: '新闻' };
const PLATFORMS: Record<string, string> = {
  windows: 'Windows',
  macos: 'macOS',
  linux: 'Linux',
  android: 'Android',
  browser: '浏览器',
  any: '通用',
};

type Read = (executor: Executor, ids: number[]) => Promise<Map<number, Source>>;

const posts: Read = async (executor, ids) => {
  const rows = await executor
    .selectFrom('post')
    .innerJoin('forum_group', 'forum_group.id', 'post.group_id')
    .select(['post.id', 'forum_group.name', 'post.reply_count'])
    .where('post.id', 'in', ids)
    .where('post.state', '=', 'visible')
    .execute();
  return new Map(rows.map((row) => [row.id, { place: row.name, replyCount: row.reply_count }]));
};

const articles: Read = async (executor, ids) => {
  const rows = await executor
    .selectFrom('article')
    .select(['id', 'art_type'])
    .where('id', 'in', ids)
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      { place: ARTICLE_PLACES[row.art_type] ?? '更新日志', replyCount: 0 },
    ]),
  );
};

const downloads: Read = async (executor, ids) => {
  const rows = await executor
    .selectFrom('download')
    .select(['id', 'platform', 'version', 'size'])
    .where('id', 'in', ids)
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        place: `${PLATFORMS[row.platform] ?? row.platform} · ${row.version} · ${formatBytes(row.size)}`,
        replyCount: 0,
      },
    ]),
  );
};

const READ = { post: posts, article: articles, updateLog: articles, download: downloads } as const;

const listSources = async (
  executor: Executor,
  docs: readonly FoundDoc[],
): Promise<Map<number, Source>> => {
  const found = new Map<number, Source>();
  const groups = Map.groupBy(docs, (doc) => getSource(doc.id).kind);
  for (const [kind, group] of groups) {
    const ids = group.map((doc) => getSource(doc.id).id);
    const sources = await READ[kind](executor, ids);
    for (const doc of group) {
      const source = sources.get(getSource(doc.id).id);
      if (source) found.set(doc.id, source);
    }
  }
  return found;
};

const listTexts = async (
  executor: Executor,
  docs: readonly FoundDoc[],
): Promise<Map<number, string>> => {
  const ids = docs.map(({ id }) => id);
  const rows = await executor
    .selectFrom('search_text')
    .selectAll()
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, text }) => [id, text]));
};

/** The rows of a page, in the order of `docs`. */
export const presentHits = async (
  executor: Executor,
  docs: readonly FoundDoc[],
  { terms, alias, isLoose }: { terms: readonly Wanted[]; alias: string; isLoose: boolean },
): Promise<Hit[]> => {
  if (docs.length === 0) return [];
  const [sources, texts] = await Promise.all([
    listSources(executor, docs),
    listTexts(executor, docs),
  ]);
  return docs.flatMap((doc): Hit[] => {
    const source = sources.get(doc.id);
    if (!source) return [];
    const { kind, id } = getSource(doc.id);
    return [
      {
        kind,
        id: String(id),
        softwareAlias: alias,
        title: markText(doc.title, terms, { inPairs: isLoose }),
        excerpt: getExcerpt(texts.get(doc.id) ?? '', terms),
        ...source,
        solved: doc.solved === 1,
        at: iso(doc.at),
      },
    ];
  });
};
