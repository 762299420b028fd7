import type { Database } from '@yunbiao/db';
import { addSoftware, createTestContext } from '../../testing.ts';

/** Adds a paid order of the member. */
export const chargeOnce = async (db: Database, memberId: number): Promise<void> => {
  const softwareId = await addSoftware(createTestContext(db), `paid-${memberId}`);
  const { id: productId } = await db.kysely
    .selectFrom('product')
    .select('id')
    .where('software_id', '=', softwareId)
    .executeTakeFirstOrThrow();
  await db.kysely
    .insertInto('member_order')
    .values({
      order_no: `P${memberId}`,
      member_id: memberId,
      software_id: softwareId,
      product_id: productId,
      product_name: '',
      num: 1,
      days: 30,
      amount_fen: 100,
      discount_fen: 0,
      pay_fen: 100,
      discount_code_id: null,
      discount_code: '',
      pay_type: 'transfer',
      state: 'paid',
      created_at: 0,
      expires_at: 0,
      paid_at: 0,
      closed_at: null,
    })
    .execute();
};
