import { describeEachDatabase } from '@yunbiao/db/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { addArticle } from '../../community/content/articles.ts';
import { ServiceError } from '../errors.ts';
import {
  addReviewWord,
  deleteOwnEntry,
  approveOrRejectEntry,
  setForumEntryHidden,
} from '../../community/forum/index.ts';
import { createForumWorld, type ForumWorld, type Writer } from '../../community/forum/testing.ts';
import { setSoftwareState } from '../../identity/software/update.ts';
import { DAY } from '../time.ts';
import { findUpload } from './find-upload.ts';
import { getUploadUrl } from './upload-name.ts';

let serial = 0;

describeEachDatabase((open) => {
  let world: ForumWorld;
  let ctx: ForumWorld['ctx'];
  let asker: Writer;
  let other: Writer;
  /** A picture uploaded by the asker. */
  let url: string;

  beforeEach(async () => {
    world = await createForumWorld(await open());
    ({ ctx } = world);
    asker = await world.join('asker');
    other = await world.join('other');
    serial += 1;
    const key = `uploads/${String(serial).padStart(22, 'b')}-8x8.webp`;
    await ctx.db.kysely
      .insertInto('upload')
      .values({
        member_id: asker.id,
        usage: 'post',
        file_key: key,
        type: 'image/webp',
        sha256: '',
        width: 8,
        height: 8,
        size: 7,
        created_at: ctx.now(),
        unused_since: ctx.now(),
      })
      .execute();
    url = getUploadUrl(key);
  });

  /** How the viewer gets the picture; '' when it is not visible. */
  const tryToSee = (viewer: Writer | null = null): Promise<string> =>
    findUpload({
      ctx,
      name: url.slice('/uploads/'.length),
      getViewerId: () => Promise.resolve(viewer?.id ?? null),
    }).then(
      (upload) => upload.seen,
      (error: unknown) => {
        expect(error).toBeInstanceOf(ServiceError);
        return (error as ServiceError).code === 404 ? '' : 'failed';
      },
    );
  /** For a visitor, the uploader and another member. */
  const tryAllViewers = async () => [
    await tryToSee(),
    await tryToSee(asker),
    await tryToSee(other),
  ];
  const createText = (words = '看图') => ({ content: `${words} ![图](${url}) ${(serial += 1)}` });
  const [NOBODY, OWN, EVERYBODY] = [
    ['', '', ''],
    ['', 'own', ''],
    ['text', 'text', 'text'],
  ];

  describe('a picture', () => {
    it('that nothing shows yet is for who sent it', async () => {
      expect(await tryAllViewers()).toEqual(OWN);
    });

    it('goes with its question, hidden or deleted, and comes back with it', async () => {
      const { id } = await world.ask(asker, createText());
      expect(await tryAllViewers()).toEqual(EVERYBODY);
      await setForumEntryHidden({ ctx, kind: 'post', id, hide: true });
      expect(await tryAllViewers()).toEqual(NOBODY);
      await setForumEntryHidden({ ctx, kind: 'post', id, hide: false });
      expect(await tryAllViewers()).toEqual(EVERYBODY);
      await deleteOwnEntry({ ctx, eyes: world.eyes(asker), target: { postId: id } });
      // Visible to the uploader until the maintenance deletes it.
      expect(await tryAllViewers()).toEqual(OWN);
    });

    it('goes with its reply, and with the question of that', async () => {
      const { id: postId } = await world.ask(other);
      const { id } = await world.reply(asker, postId, createText());
      expect(await tryAllViewers()).toEqual(EVERYBODY);
      await setForumEntryHidden({ ctx, kind: 'post', id: postId, hide: true });
      expect(await tryAllViewers()).toEqual(NOBODY);
      await setForumEntryHidden({ ctx, kind: 'post', id: postId, hide: false });
      await setForumEntryHidden({ ctx, kind: 'reply', id, hide: true });
      expect(await tryAllViewers()).toEqual(NOBODY);
      // Another member's reply still shows it.
      await world.reply(other, postId, createText());
      expect(await tryAllViewers()).toEqual(EVERYBODY);
    });

    it('of what waits for review is for its author', async () => {
      await addReviewWord({ ctx, word: '代开' });
      const { id } = await world.ask(asker, createText('代 开'));
      expect(await tryAllViewers()).toEqual(OWN);
      await approveOrRejectEntry({ ctx, kind: 'post', id, approve: true });
      expect(await tryAllViewers()).toEqual(EVERYBODY);
    });

    it('goes offline with its software', async () => {
      await world.ask(asker, createText());
      await setSoftwareState({ ctx, alias: 'one', state: 'offline', reason: '维护' });
      expect(await tryAllViewers()).toEqual(NOBODY);
      await setSoftwareState({ ctx, alias: 'one', state: 'online' });
      expect(await tryAllViewers()).toEqual(EVERYBODY);
    });

    it('of an article is for everybody from its hour on', async () => {
      const input = { artType: 'help', title: '怎么装', ...createText() };
      const { id } = await addArticle({ ctx, alias: 'one', input });
      await ctx.db.kysely
        .updateTable('article')
        .set({ published_at: ctx.now() + DAY })
        .where('id', '=', Number(id))
        .execute();
      expect(await tryAllViewers()).toEqual(NOBODY);
      ctx.pass(DAY);
      expect(await tryToSee()).toBe('site');
    });
  });
});
