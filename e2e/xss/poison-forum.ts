import { ARTICLE, type Db, DOCUMENTS, hashText, LINE, NAMES, WORD } from './poison-texts.ts';

/** A member with an ordinary name. */
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

/** Adds the poisoned group and an ordinary one. */
const addGroups = (db: Db, softwareId: number): Promise<{ id: number }[]> =>
  db
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

type Authors = { memberId: number; plainId: number };

/** Adds the numbered questions and then the one that contains every string; returns its id. */
const addPosts = async (
  db: Db,
  softwareId: number,
  { memberId, plainId }: Authors,
  now: number,
): Promise<number> => {
  const [poisoned, ordinary] = (await addGroups(db, softwareId)).map(({ id }) => id);
  const createPost = (title: string, content: string) => ({
    state: 'visible',
    like_count: 1,
    created_at: now,
    software_id: softwareId,
    group_id: ordinary ?? 0,
    title,
    content,
    member_id: plainId,
    excerpt: title,
    content_hash: hashText(title + content),
    pinned: 0,
    reply_count: 0,
    hot: 1,
    active_at: now,
    accepted_reply_id: null,
    edited_at: null,
  });
  await db
    .insertInto('post')
    .values(NAMES.map((name) => createPost(`${WORD} ${name}`, name)))
    .execute();
  const { id } = await db
    .insertInto('post')
    .values({
      ...createPost(`${WORD} ${LINE}`, `${WORD}\n\n${ARTICLE}`),
      member_id: memberId,
      group_id: poisoned ?? 0,
      reply_count: DOCUMENTS.length,
      hot: 9,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** The first reply is the accepted one, and the second answers it. */
const addReplies = async (
  db: Db,
  postId: number,
  { memberId, plainId }: Authors,
  now: number,
): Promise<void> => {
  const replies = await db
    .insertInto('reply')
    .values(
      DOCUMENTS.map((content, at) => ({
        state: 'visible',
        like_count: 1,
        created_at: now,
        member_id: at === 0 ? memberId : plainId,
        post_id: postId,
        content,
        content_hash: hashText(content),
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
    .where('id', '=', postId)
    .execute();
  await db
    .updateTable('reply')
    .set({ parent_id: first?.id ?? null })
    .where('id', '=', second?.id ?? 0)
    .execute();
};

/**
 * The question that contains every string is by the poisoned member in the poisoned group; the
 * other rows are numbered.
 */
export const addForum = async (
  db: Db,
  softwareId: number,
  memberId: number,
  now: number,
): Promise<number> => {
  const authors = { memberId, plainId: await addPlainMember(db, now) };
  const id = await addPosts(db, softwareId, authors, now);
  await addReplies(db, id, authors, now);
  return id;
};
