// Forum lists, questions and replies at 100,000 questions and 1,000,000 replies on both databases:
// p50, p99.
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { type Database, type DialectName, sql } from '@yunbiao/db';
import {
  loadForumStartPage,
  getPostDetails,
  listPosts,
  listPostReplies,
  getSoftware,
  rebuildIndex,
  loadSiteIndex,
} from '@yunbiao/services';
import { limitLine, formatLine, median, computePercentile } from './support/figures.ts';
import { fillForum, type Forum, withDatabase } from './support/forum-fill.ts';
import { stillContext } from './support/still-context.ts';

const { values } = parseArgs({
  options: {
    posts: { type: 'string', default: '100000' },
    replies: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '300' },
    engine: { type: 'string' },
    // The list of similar questions uses the search, whose index takes minutes to build.
    similar: { type: 'boolean', default: false },
  },
});
const POSTS = Number(values.posts);
const ROUNDS = Number(values.rounds);
const LIMIT_MS = 50;
const NOW = Date.UTC(2026, 10, 21, 2);
const SORTS = ['latest', 'hot', 'unanswered', 'solved'] as const;

const printLine = (text: string): void => void process.stdout.write(`${text}\n`);

const measure = async (name: string, run: (n: number) => Promise<unknown>): Promise<void> => {
  for (let n = 0; n < 10; n += 1) await run(n);
  const samples: number[] = [];
  for (let n = 0; n < ROUNDS; n += 1) {
    const start = performance.now();
    await run(n);
    samples.push(performance.now() - start);
  }
  printLine(formatLine(`${name} p50`, median(samples), 'ms'));
  printLine(limitLine(`${name} p99`, computePercentile(samples, 0.99), LIMIT_MS, 'ms'));
};

/**
 * One question in 49 unanswered, two in five solved, one in a thousand hidden, one with thousands
 * of replies.
 */
const shapePosts = async (db: Database): Promise<void> => {
  const { kysely } = db;
  await sql`
    update post set
      reply_count = case when id % 49 = 0 then 0 else reply_count end,
      accepted_reply_id = case when id % 49 > 0 and id % 5 < 2 then id end`.execute(kysely);
  await sql`update post set state = 'hidden' where id % 1000 = 7`.execute(kysely);
  await sql`update reply set post_id = 1 where id % 200 = 11`.execute(kysely);
  await sql`analyze`.execute(kysely);
};

const measureAll = async (db: Database, forum: Forum): Promise<void> => {
  const ctx = stillContext(db, NOW);
  const { softwareId, alias } = forum;
  const software = await getSoftware(ctx, { alias });
  const gid = String(forum.groupIds[0]);
  const whose = { ctx, softwareId, memberId: null };
  for (const sort of SORTS) {
    const getDeepId = (n: number) => String(Math.floor(POSTS / 2) - n);
    await measure(`${sort}, first page`, () => listPosts({ ...whose, input: { sort } }));
    await measure(`${sort}, deep page`, (n) =>
      listPosts({ ...whose, input: { sort, lastPostId: getDeepId(n) } }),
    );
    await measure(`${sort}, of a group, first page`, () =>
      listPosts({ ...whose, input: { sort, gid } }),
    );
    await measure(`${sort}, of a group, deep page`, (n) =>
      listPosts({ ...whose, input: { sort, gid, lastPostId: getDeepId(n) } }),
    );
  }
  await measure('front of the forum', () => loadForumStartPage(whose));
  await measure('site index', () => loadSiteIndex({ ctx, software: null }));
  const getPostId = (n: number) =>
    ((n * 7_919) % POSTS) - (((n * 7_919) % POSTS) % 1000 === 7 ? 1 : 0);
  await measure('a question', (n) => getPostDetails({ ...whose, software, id: getPostId(n) || 1 }));
  await measure('replies, first page', (n) =>
    listPostReplies({ ...whose, input: { postId: String(getPostId(n) || 1) } }),
  );
  const longest = await db.kysely
    .selectFrom('reply')
    .select('id')
    .where('post_id', '=', 1)
    .orderBy('id')
    .execute();
  const fromId = String(longest[Math.floor(longest.length * 0.9)]?.id ?? 1);
  await measure(`replies, deep page of ${longest.length}`, () =>
    listPostReplies({ ...whose, input: { postId: '1', fromId } }),
  );
};

const engines: DialectName[] =
  values.engine === undefined ? ['sqlite', 'postgres'] : [values.engine as DialectName];
for (const engine of engines) {
  printLine(`\n${engine}: ${values.posts} questions, ${values.replies} replies`);
  try {
    await withDatabase(engine, async (db) => {
      const started = performance.now();
      const counts = { posts: POSTS, replies: Number(values.replies) };
      const forum = await fillForum(db, { ...counts, now: NOW });
      await shapePosts(db);
      printLine(formatLine('filled in', (performance.now() - started) / 1_000, 's'));
      if (values.similar) await rebuildIndex({ ctx: stillContext(db, NOW) });
      await measureAll(db, forum);
    });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED')) throw error;
    printLine('PostgreSQL：没有找到，跳过');
  }
}
