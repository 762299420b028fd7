import { runTransaction } from '@yunbiao/db';
import { addMember, addSoftware, type TestContext } from '../../testing.ts';
import { indexArticle, indexDownload, indexPost } from './index-content.ts';

export type SearchWorld = Awaited<ReturnType<typeof searchWorld>>;

type PostInput = {
  title: string;
  content?: string;
  replies?: readonly string[];
  accepted?: number;
  state?: string;
  at?: number;
  official?: boolean;
};

/**
 * A software with a group, a member and a member of staff, and functions that add content the usual
 * way.
 */
export const searchWorld = async (ctx: TestContext, alias = 'label') => {
  const softwareId = await addSoftware(ctx, alias);
  const asker = await addMember(ctx, `asker${alias}`);
  const staff = await addMember(ctx, `staff${alias}`);
  const { kysely } = ctx.db;
  await kysely
    .updateTable('member')
    .set({ official: '技术支持' })
    .where('id', '=', staff.id)
    .execute();
  const group = await kysely
    .insertInto('forum_group')
    .values({
      software_id: softwareId,
      name: '打印机设置',
      description: '',
      state: 'on',
      sort: 1,
      post_count: 0,
      solved_count: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const indexPostById = (id: number): Promise<void> =>
    runTransaction(ctx.db, (tx) => indexPost({ tx, id }));

  const addPost = async (input: PostInput): Promise<number> => {
    const at = input.at ?? ctx.now();
    const { id } = await kysely
      .insertInto('post')
      .values({
        software_id: softwareId,
        group_id: group.id,
        member_id: asker.id,
        title: input.title,
        content: input.content ?? '',
        excerpt: '',
        content_hash: '',
        state: input.state ?? 'visible',
        pinned: 0,
        like_count: 0,
        accepted_reply_id: null,
        reply_count: input.replies?.length ?? 0,
        hot: 0,
        edited_at: null,
        created_at: at,
        active_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const [number, content] of (input.replies ?? []).entries()) {
      const reply = await kysely
        .insertInto('reply')
        .values({
          post_id: id,
          member_id: input.official ? staff.id : asker.id,
          parent_id: null,
          content,
          content_hash: '',
          state: 'visible',
          like_count: 0,
          created_at: at,
          edited_at: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      if (number === input.accepted)
        await kysely
          .updateTable('post')
          .set({ accepted_reply_id: reply.id })
          .where('id', '=', id)
          .execute();
    }
    await indexPostById(id);
    return id;
  };

  const addArticle = async (
    title: string,
    { content = '', type = 'help', version = '', at = ctx.now(), site = false } = {},
  ): Promise<number> =>
    runTransaction(ctx.db, async (tx) => {
      const { id } = await tx
        .insertInto('article')
        .values({
          software_id: site ? null : softwareId,
          art_type: type,
          title,
          version,
          content,
          published_at: at,
          updated_at: at,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await indexArticle({ tx, id });
      return id;
    });

  const addDownloadDoc = async (title: string, notes = ''): Promise<number> =>
    runTransaction(ctx.db, async (tx) => {
      const { id } = await tx
        .insertInto('download')
        .values({
          software_id: softwareId,
          version: '4.2.0',
          platform: 'windows',
          arch: 'x64',
          title,
          file_name: 'setup.zip',
          file_key: 'x',
          size: 3_000_000,
          sha256: '0',
          notes,
          requirement: '',
          count: 0,
          released_at: ctx.now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await indexDownload({ tx, id });
      return id;
    });

  return {
    softwareId,
    alias,
    asker,
    post: addPost,
    article: addArticle,
    download: addDownloadDoc,
    index: indexPostById,
  };
};
