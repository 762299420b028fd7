import { ARTICLE, type Db, DOCUMENTS, hash, LINE, NAMES, WORD } from './poison-texts.ts';

/** Somebody with a name like any other. */
const addPlainMember = async (db: Db, now: number): Promise<number> => {
  const { id } = await db
    .insertInto('member')
    .values({
      username: '路人',
      username_key: '路人',
      password_hash: '',
      nickname: '路人',
      avatar: null,

      cover: null,
      intro: '',
      company: '',
      share_code: 'LUREN001',
      is_demo: 0,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** The question that holds everything is by the poisoned member in the poisoned group; the rest is told apart. */
export const addForum = async (
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
    ...common,
    software_id: softwareId,
    group_id: ordinary ?? 0,
    title,
    content,
    member_id: plainId,
    excerpt: title,
    content_hash: hash(title + content),
    pinned: 0,
    reply_count: 0,
    hot: 1,
    active_at: now,
    accepted_reply_id: null,
    edited_at: null,
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
        ...common,
        member_id: at === 0 ? memberId : plainId,
        post_id: id,
        content,
        content_hash: hash(content),
        parent_id: null,
        edited_at: now,
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
