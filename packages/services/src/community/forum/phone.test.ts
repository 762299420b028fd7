import { describeEachDatabase } from '@yunbiao/db/testing';
import { expect, it } from 'vitest';
import { createTestContact } from '../../testing.ts';
import { createForumWorld } from './testing.ts';

const NEEDED = { code: 403, message: expect.stringContaining('先绑定手机号') };

describeEachDatabase((open) => {
  it('takes what is public only from members with a telephone, where codes are sent to one', async () => {
    const world = await createForumWorld(await open());
    const [asker, other] = [await world.join('has-phone'), await world.join('has-none')];
    const { id: postId } = await world.ask(asker);
    const { id: replyId } = await world.reply(asker, postId);
    // A demo prints its codes to the terminal, so no phone is required.
    world.ctx.contact = createTestContact({ isStandIn: true });
    await world.ask(other, { title: '换了纸以后不准' });
    world.ctx.contact = createTestContact();
    for (const attempt of [
      () => world.ask(asker),
      () => world.ask(asker, { id: postId }),
      () => world.reply(other, postId),
      () => world.reply(asker, postId, { id: replyId }),
    ])
      await expect(attempt()).rejects.toMatchObject(NEEDED);
    await world.ctx.db.kysely
      .updateTable('member')
      .set({ phone: '13800138000' })
      .where('id', '=', asker.id)
      .execute();
    await world.reply(asker, postId);
    await world.ask(asker, { title: '另一台也不走纸' });
    await expect(world.reply(other, postId)).rejects.toMatchObject(NEEDED);
    // Without text messages, nobody could bind a phone.
    world.ctx.contact = { ...createTestContact(), phone: null };
    await world.reply(other, postId);
  });
});
