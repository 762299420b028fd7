import { type CallOutput, formatBytes } from '@yunbiao/contract';
import type { Executor, FoundDoc } from '@yunbiao/db';
import { toIso } from '../time.ts';
import { excerptAroundHits, highlightText, type HighlightTerm } from './highlight.ts';
import { parseDocId } from './tokens.ts';

type Hit = CallOutput<'search'>['list'][number];
/** Data of a hit that is not in the index. */
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

type HitSources = (executor: Executor, ids: number[]) => Promise<Map<number, Source>>;

const readPostHitSources: HitSources = async (executor, ids) => {
  const rows = await executor
    .selectFrom('post')
    .innerJoin('forum_group', 'forum_group.id', 'post.group_id')
    .select(['post.id', 'forum_group.name', 'post.reply_count'])
    .where('post.id', 'in', ids)
    .where('post.state', '=', 'visible')
    .execute();
  return new Map(rows.map((row) => [row.id, { place: row.name, replyCount: row.reply_count }]));
};

const readArticleHitSources: HitSources = async (executor, ids) => {
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

const readDownloadHitSources: HitSources = async (executor, ids) => {
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

const READ = {
  post: readPostHitSources,
  article: readArticleHitSources,
  updateLog: readArticleHitSources,
  download: readDownloadHitSources,
} as const;

const listHitSources = async (
  executor: Executor,
  docs: readonly FoundDoc[],
): Promise<Map<number, Source>> => {
  const sourcesById = new Map<number, Source>();
  const groups = Map.groupBy(docs, (doc) => parseDocId(doc.id).kind);
  for (const [kind, group] of groups) {
    const ids = group.map((doc) => parseDocId(doc.id).id);
    const sources = await READ[kind](executor, ids);
    for (const doc of group) {
      const source = sources.get(parseDocId(doc.id).id);
      if (source) sourcesById.set(doc.id, source);
    }
  }
  return sourcesById;
};

const listIndexedTexts = async (
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

/** Hits of a page, in the order of `docs`. */
export const presentHits = async (
  executor: Executor,
  docs: readonly FoundDoc[],
  { terms, alias, isLoose }: { terms: readonly HighlightTerm[]; alias: string; isLoose: boolean },
): Promise<Hit[]> => {
  if (docs.length === 0) return [];
  const [sources, texts] = await Promise.all([
    listHitSources(executor, docs),
    listIndexedTexts(executor, docs),
  ]);
  return docs.flatMap((doc): Hit[] => {
    const source = sources.get(doc.id);
    if (!source) return [];
    const { kind, id } = parseDocId(doc.id);
    return [
      {
        kind,
        id: String(id),
        softwareAlias: alias,
        title: highlightText(doc.title, terms, { inPairs: isLoose }),
        excerpt: excerptAroundHits(texts.get(doc.id) ?? '', terms),
        ...source,
        solved: doc.solved === 1,
        at: toIso(doc.at),
      },
    ];
  });
};
