import { createHash } from 'node:crypto';
import { type Database, openDatabase, sql } from '@yunbiao/db';
import { documents, lines } from './strings.ts';

/** The software whose content holds every string, and one whose own name and words do. Two: a page repeats a name often. */
export const POISONED = 'duyao';
export const NAMED = 'duming';
/** What every poisoned title and text holds too, so that a search finds them. */
export const WORD = '毒药串';

const HOUR = 3_600_000;
const [LINE = ''] = lines(1);
const NAMES = lines(12);
const DOCUMENTS = documents(12);
const ARTICLE = documents(1)[0] ?? '';
const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

const software = {
  ...{ domain: null, icon: null, state: 'online', offline_reason: LINE, sort: 9 },
  ...{ slogan: LINE, summary: LINE, description: ARTICLE, theme_color: '#135ba6' },
  screenshots: JSON.stringify([{ url: '/uploads/none.png', alt: LINE }]),
  features: JSON.stringify(NAMES.map((text) => ({ title: text, text }))),
  platforms: JSON.stringify(['windows', LINE]),
  contacts: JSON.stringify([{ label: LINE, value: LINE, href: null }]),
  facts: JSON.stringify([{ label: LINE, value: LINE }]),
  uses: JSON.stringify([{ who: LINE, what: LINE, paper: LINE }]),
  faqs: JSON.stringify(NAMES.map((text) => ({ question: text, answer: text }))),
  seo: JSON.stringify({ title: LINE, description: LINE }),
};

const limits = {
  ...{ labelsPerMonth: 1000, clients: 9, printers: 9, templates: 9, retentionDays: 9 },
  apiCallsPerMinute: 9,
};

const label = {
  ...{ version: 1, widthMm: 50, heightMm: 30 },
  fields: [{ name: '品名', label: '"><img src=x onerror=__xss(0)>', sample: LINE.slice(0, 1900) }],
  elements: [
    {
      ...{ type: 'text', id: '"><svg onload=__xss(0)>', xMm: 1, yMm: 1, widthMm: 48, heightMm: 20 },
      ...{ rotation: 0, content: '{{品名}}', sizeMm: 3, weight: 400, align: 'left', fit: 'wrap' },
    },
  ],
};

type Db = Database['kysely'];

const addSoftware = async (db: Db, alias: string, name: string, now: number): Promise<number> => {
  const { id } = await db
    .insertInto('software')
    .values({ ...software, alias, name, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const [level, plan] of ['免费', ...NAMES.slice(0, 3)].entries()) {
    const price = { price_fen: level * 100, list_price_fen: level * 200, days: level * 30 };
    const rest = { is_free: level === 0 ? 1 : 0, state: 'on', sort: level };
    await db
      .insertInto('product')
      .values({
        software_id: id,
        name: plan,
        level,
        ...price,
        ...rest,
        entitlements: JSON.stringify(limits),
      })
      .execute();
  }
  const template = { width: 5000, height: 3000, content: JSON.stringify(label) };
  await db
    .insertInto('template')
    .values({
      ...{ software_id: id, member_id: null, name: LINE, category: LINE, ...template },
      ...{ created_at: now, updated_at: now, deleted_at: null },
    })
    .execute();
  return id;
};

const addDownloads = (db: Db, softwareId: number, now: number): Promise<unknown> =>
  db
    .insertInto('download')
    .values(
      ['windows', 'any'].map((platform, at) => ({
        ...{ software_id: softwareId, version: LINE, platform, arch: LINE, title: LINE },
        ...{ file_name: LINE, file_key: 'downloads/none', size: 10, sha256: hash(platform) },
        ...{ notes: ARTICLE, requirement: LINE, count: 1, released_at: now - at * HOUR },
      })),
    )
    .execute();

const addArticles = async (db: Db, softwareId: number, now: number): Promise<void> => {
  for (const art_type of ['updateLog', 'help', 'news']) {
    const texts = { title: LINE, summary: LINE, version: LINE, content: `${WORD}\n\n${ARTICLE}` };
    const times = { published_at: now, updated_at: now };
    await db
      .insertInto('article')
      .values({ software_id: softwareId, art_type, ...texts, ...times })
      .execute();
  }
  // Update logs read their changes from list items.
  const content = `## 修复\n\n${DOCUMENTS.map((text) => `- ${text.replaceAll('\n', '\n  ')}`).join('\n')}`;
  const texts = { title: WORD, summary: WORD, version: '9.9.9', content };
  await db
    .insertInto('article')
    .values({
      software_id: softwareId,
      art_type: 'updateLog',
      ...texts,
      published_at: now,
      updated_at: now,
    })
    .execute();
};

/** Somebody with a name like any other. */
const addPlainMember = async (db: Db, now: number): Promise<number> => {
  const { id } = await db
    .insertInto('member')
    .values({
      ...{
        username: '路人',
        username_key: '路人',
        password_hash: '',
        nickname: '路人',
        avatar: null,
      },
      ...{
        cover: null,
        intro: '',
        company: '',
        share_code: 'LUREN001',
        is_demo: 0,
        created_at: now,
      },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** The question that holds everything is by the poisoned member in the poisoned group; the rest is told apart. */
const addForum = async (
  db: Db,
  softwareId: number,
  memberId: number,
  now: number,
): Promise<number> => {
  const plainId = await addPlainMember(db, now);
  const groups = await db
    .insertInto('forum_group')
    .values(
      [LINE, '普通'].map((name, sort) => ({
        software_id: softwareId,
        name,
        description: name,
        post_count: NAMES.length + 1,
        solved_count: 1,
        sort,
        state: 'on',
      })),
    )
    .returning('id')
    .execute();
  const [poisoned, ordinary] = groups.map(({ id }) => id);
  const common = { state: 'visible', like_count: 1, created_at: now };
  const post = (title: string, content: string) => ({
    ...{ ...common, software_id: softwareId, group_id: ordinary ?? 0, title, content },
    ...{ member_id: plainId, excerpt: title },
    ...{ content_hash: hash(title + content), pinned: 0, reply_count: 0, hot: 1, active_at: now },
    ...{ accepted_reply_id: null, edited_at: null },
  });
  await db
    .insertInto('post')
    .values(NAMES.map((name) => post(`${WORD} ${name}`, name)))
    .execute();
  const { id } = await db
    .insertInto('post')
    .values({
      ...post(`${WORD} ${LINE}`, `${WORD}\n\n${ARTICLE}`),
      member_id: memberId,
      group_id: poisoned ?? 0,
      reply_count: DOCUMENTS.length,
      hot: 9,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const replies = await db
    .insertInto('reply')
    .values(
      DOCUMENTS.map((content, at) => ({
        ...{
          ...common,
          member_id: at === 0 ? memberId : plainId,
          post_id: id,
          content,
          content_hash: hash(content),
        },
        ...{ parent_id: null, edited_at: now },
      })),
    )
    .returning('id')
    .execute();
  const [first, second] = replies;
  await db
    .updateTable('post')
    .set({ accepted_reply_id: first?.id ?? null })
    .where('id', '=', id)
    .execute();
  await db
    .updateTable('reply')
    .set({ parent_id: first?.id ?? null })
    .where('id', '=', second?.id ?? 0)
    .execute();
  return id;
};

/** What a member sees of their own: machines, printers, notices. */
const addOwn = async (db: Db, softwareId: number, memberId: number, now: number): Promise<void> => {
  await db
    .updateTable('member')
    .set({ nickname: LINE, intro: LINE, company: LINE, official: LINE })
    .where('id', '=', memberId)
    .execute();
  const client = await db
    .insertInto('client')
    .values({
      ...{
        member_id: memberId,
        software_id: softwareId,
        name: LINE,
        remark: LINE,
        group_name: LINE,
      },
      ...{ enabled: 1, key_hash: hash('key'), system: LINE, version: LINE, address: LINE },
      ...{
        ledger_id: null,
        ledger_seq: 0,
        fence: 0,
        paired_at: now,
        last_seen_at: now,
        revoked_at: null,
      },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const printer = await db
    .insertInto('printer')
    .values({
      ...{
        client_id: client.id,
        local_id: LINE.slice(0, 60),
        name: LINE,
        language: 'zpl',
        dpi: 203,
      },
      ...{ exclusive: 1, evidence: '["consumed"]', state: 'idle', state_reasons: '[]' },
      ...{ state_text: LINE, counter: null, reported_at: now, gone: 0 },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('print_config')
    .values({
      ...{ member_id: memberId, client_id: client.id, printer_id: printer.id, name: LINE },
      ...{ language: 'zpl', width: 5000, height: 3000, gap: 200, columns: 1, dpi: 203 },
      ...{ offset_x: 0, offset_y: 0, pitch_scale: 10_000, rotation: 0, darkness: 15, speed: 4 },
      ...{
        copies: 1,
        is_default: 1,
        enabled: 1,
        created_at: now,
        updated_at: now,
        deleted_at: null,
      },
    })
    .execute();
  await db
    .insertInto('notice')
    .values(
      ['reply', 'accepted', 'hidden'].map((kind) => ({
        ...{
          member_id: memberId,
          kind,
          title: LINE,
          text: LINE,
          path: '/yunbiao',
          created_at: now,
        },
        read_at: null,
      })),
    )
    .execute();
};

/** Raises every tag there is: pages kept before are stale. */
const forgetPages = async (db: Db): Promise<void> => {
  await db
    .insertInto('content_generation')
    .values({ tag: 'content', generation: 1 })
    .onConflict((conflict) =>
      conflict
        .column('tag')
        .doUpdateSet({ generation: sql<number>`content_generation.generation + 1` }),
    )
    .execute();
};

/**
 * Puts every string into every field people write, past all checks, as if they had been met by an older version of
 * themselves. Returns the id of the question that holds them all.
 */
export const poison = async (dataDir: string, username: string): Promise<{ postId: string }> => {
  const db = openDatabase({ dataDir });
  const now = Date.now();
  try {
    const member = await db.kysely
      .selectFrom('member')
      .select('id')
      .where('username', '=', username)
      .executeTakeFirstOrThrow();
    const softwareId = await addSoftware(db.kysely, POISONED, '毒药', now);
    await addSoftware(db.kysely, NAMED, LINE, now);
    await addDownloads(db.kysely, softwareId, now);
    await addArticles(db.kysely, softwareId, now);
    const postId = await addForum(db.kysely, softwareId, member.id, now);
    await addOwn(db.kysely, softwareId, member.id, now);
    await forgetPages(db.kysely);
    return { postId: String(postId) };
  } finally {
    await db.close();
  }
};
