// Search over 100,000 questions with 1,000,000 replies on both databases: p50, p99 by kind of
// query, compared with `like`; indexing.
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { type Database, type DialectName, sql } from '@yunbiao/db';
import {
  findSimilarPosts,
  type Context,
  getSoftware,
  indexPost,
  rebuildIndex,
  searchContent,
} from '@yunbiao/services';
import { runTransaction } from '@yunbiao/db';
import { limitLine, formatLine, median, computePercentile } from './support/figures.ts';
import { fillForum, withDatabase } from './support/forum-fill.ts';
import { stillContext } from './support/still-context.ts';
import { LEXICON } from './support/forum-text.ts';

const { values } = parseArgs({
  options: {
    posts: { type: 'string', default: '100000' },
    replies: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '100' },
    engine: { type: 'string' },
  },
});
const POSTS = Number(values.posts);
const REPLIES = Number(values.replies);
const ROUNDS = Number(values.rounds);
/** The documented limit, ms. */
const LIMIT_MS = 50;
const SIMILAR_MS = 10;
const NOW = Date.UTC(2026, 10, 21, 2);

/** A rare word of the lexicon. */
const getRareWord = (n: number): string => LEXICON[6_000 + ((n * 37) % 9_000)] ?? '';

const QUERIES: Record<string, (n: number) => string> = {
  'rare word': getRareWord,
  'common word (all questions)': () => '打印',
  'one letter': () => '打',
  'two letters': (n) => LEXICON[20 + (n % 15)] ?? '',
  'several words': (n) => `打印 ${LEXICON[5 + (n % 12)]} ${LEXICON[30 + (n % 40)]}`,
  'mixed, Chinese and Latin': (n) => (n % 2 ? 'ZPL 打印机' : 'Excel货号'),
  'model number': () => 'G-1324D',
  'beginning of a Latin word': (n) => ['cli', 'barc', 'w4', 'zp'][n % 4] ?? '',
  'typo in Latin': (n) => (n % 2 ? 'cleint' : 'barocde 打印'),
  'a whole question': (n) => `请问${LEXICON[n % 20]}${LEXICON[3]}怎么${LEXICON[40 + (n % 50)]}不对`,
  'no hit': (n) => `鑫龘${n}qqzz`,
};

const measureRuns = async (
  rounds: number,
  run: (n: number) => Promise<unknown>,
): Promise<number[]> => {
  // The first calls prepare statements and load pages into memory.
  for (let n = 0; n < 5; n += 1) await run(n);
  const samples: number[] = [];
  for (let n = 0; n < rounds; n += 1) {
    const start = performance.now();
    await run(n);
    samples.push(performance.now() - start);
  }
  return samples;
};

const printLine = (text: string): void => void process.stdout.write(`${text}\n`);

const indexSize = async (db: Database): Promise<number> => {
  const { rows } = await (
    db.dialect === 'postgres'
      ? sql<{ bytes: number }>`
        select sum(pg_total_relation_size(c.oid)) as bytes from pg_class c
        where c.relkind = 'r' and c.relname like 'search_%'`
      : sql<{ bytes: number }>`select sum(pgsize) as bytes from dbstat where name like 'search_%'`
  ).execute(db.kysely);
  return (rows[0]?.bytes ?? 0) / 1024 / 1024;
};

const measureQueries = async (ctx: Context): Promise<void> => {
  const software = await getSoftware(ctx, { alias: 'bench' });
  const searchFor = (q: string) =>
    searchContent({ ctx, software, input: { q, page: 1, pageSize: 20 } });
  for (const [name, getQuery] of Object.entries(QUERIES)) {
    const samples = await measureRuns(ROUNDS, (n) => searchFor(getQuery(n)));
    const { total, capped } = await searchFor(getQuery(1));
    printLine(formatLine(`${name}, p50`, median(samples), 'ms'));
    printLine(
      `${limitLine(`${name}, p99`, computePercentile(samples, 0.99), LIMIT_MS, 'ms')}  ${total}${capped ? '+' : ''} found`,
    );
  }
  const similar = await measureRuns(ROUNDS, (n) =>
    findSimilarPosts({
      ctx,
      softwareId: software.id,
      title: `${LEXICON[n % 20]}${LEXICON[(n * 7) % 900]}${LEXICON[4]}不对`,
    }),
  );
  printLine(formatLine('similar questions, p50', median(similar), 'ms'));
  printLine(
    limitLine('similar questions, p99', computePercentile(similar, 0.99), SIMILAR_MS, 'ms'),
  );
};

/** A search without an index: scans every text. */
const measureNaive = async (db: Database, ctx: Context): Promise<void> => {
  const q = getRareWord(1);
  const pattern = `%${q}%`;
  const naive = await measureRuns(3, () =>
    sql`
      select id from post where title like ${pattern} or content like ${pattern}
        or exists (select 1 from reply where post_id = post.id and content like ${pattern})
      order by id desc limit 20`.execute(db.kysely),
  );
  const software = await getSoftware(ctx, { alias: 'bench' });
  const own = await measureRuns(20, () =>
    searchContent({ ctx, software, input: { q, page: 1, pageSize: 20 } }),
  );
  printLine(formatLine("`like '%…%'`, a rare word, p50", median(naive), 'ms'));
  printLine(formatLine('its ratio to the search', median(naive) / median(own), '×'));
};

const measureChange = async (ctx: Context): Promise<void> => {
  const samples = await measureRuns(ROUNDS, (n) =>
    runTransaction(ctx.db, (tx) => indexPost({ tx, id: 1 + ((n * 997) % POSTS) })),
  );
  printLine(formatLine('a changed question indexed, p50', median(samples), 'ms'));
  printLine(formatLine('a changed question indexed, p99', computePercentile(samples, 0.99), 'ms'));
};

const benchDialect = (dialect: DialectName): Promise<void> =>
  withDatabase(dialect, async (db) => {
    printLine(`\n${dialect}: ${POSTS} questions, ${REPLIES} replies`);
    await fillForum(db, { posts: POSTS, replies: REPLIES, now: NOW });
    const ctx = stillContext(db, NOW);
    const { documents, ms } = await rebuildIndex({ ctx });
    if (db.dialect === 'postgres') await sql`vacuum analyze`.execute(db.kysely);
    else await sql`analyze`.execute(db.kysely);
    printLine(formatLine('indexing, each question with its replies', ms / documents, 'ms'));
    printLine(formatLine('index with its texts', await indexSize(db), 'MB'));
    await measureQueries(ctx);
    await measureChange(ctx);
    await measureNaive(db, ctx);
  });

for (const dialect of ['sqlite', 'postgres'] as const)
  if (values.engine === undefined || values.engine === dialect) await benchDialect(dialect);
