import { runTransaction } from '@yunbiao/db';
import type { Context } from './context.ts';
import { DAY, MINUTE } from './time.ts';

type Scope = { ctx: Pick<Context, 'db' | 'now'> };

/** Time after which an unread message is deleted, ms: its caller has given up. */
const MAX_MESSAGE_AGE_MS = 5 * MINUTE;

/** Stores the body of a message that is too large for a notification. */
export const storeNodeMessage = async (
  { ctx }: Scope,
  { messageId, body }: { messageId: string; body: string },
): Promise<void> => {
  await ctx.db.kysely
    .insertInto('node_message')
    .values({ message_id: messageId, body, created_at: ctx.now() })
    .execute();
};

/** Reads and deletes the body of a message; null when it is not there. */
export const takeNodeMessage = (
  { ctx }: Scope,
  { messageId }: { messageId: string },
): Promise<string | null> =>
  runTransaction(ctx.db, async (tx) => {
    const row = await tx
      .deleteFrom('node_message')
      .where('message_id', '=', messageId)
      .returning('body')
      .executeTakeFirst();
    return row?.body ?? null;
  });

/** Deletes unread messages and the rows of servers that ended long ago. */
export const deleteExpiredNodeRows = async ({ ctx }: Scope): Promise<void> => {
  const { kysely } = ctx.db;
  await kysely
    .deleteFrom('node_message')
    .where('created_at', '<', ctx.now() - MAX_MESSAGE_AGE_MS)
    .execute();
  await kysely
    .deleteFrom('node')
    .where('seen_at', '<', ctx.now() - DAY)
    .execute();
};
