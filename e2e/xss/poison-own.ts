import { type Db, hash, LINE } from './poison-texts.ts';

/** What a member sees of their own: machines, printers, notices. */
export const addOwn = async (
  db: Db,
  softwareId: number,
  memberId: number,
  now: number,
): Promise<void> => {
  await db
    .updateTable('member')
    .set({ nickname: LINE, intro: LINE, company: LINE, official: LINE })
    .where('id', '=', memberId)
    .execute();
  const client = await db
    .insertInto('client')
    .values({
      member_id: memberId,
      software_id: softwareId,
      name: LINE,
      remark: LINE,
      group_name: LINE,
      enabled: 1,
      key_hash: hash('key'),
      system: LINE,
      version: LINE,
      address: LINE,

      ledger_id: null,
      ledger_seq: 0,
      fence: 0,
      paired_at: now,
      last_seen_at: now,
      revoked_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const printer = await db
    .insertInto('printer')
    .values({
      client_id: client.id,
      local_id: LINE.slice(0, 60),
      name: LINE,
      language: 'zpl',
      dpi: 203,
      exclusive: 1,
      evidence: '["consumed"]',
      state: 'idle',
      state_reasons: '[]',
      state_text: LINE,
      counter: null,
      reported_at: now,
      gone: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('print_config')
    .values({
      member_id: memberId,
      client_id: client.id,
      printer_id: printer.id,
      name: LINE,
      language: 'zpl',
      width: 5000,
      height: 3000,
      gap: 200,
      columns: 1,
      dpi: 203,
      offset_x: 0,
      offset_y: 0,
      pitch_scale: 10_000,
      rotation: 0,
      darkness: 15,
      speed: 4,

      copies: 1,
      is_default: 1,
      enabled: 1,
      created_at: now,
      updated_at: now,
      deleted_at: null,
    })
    .execute();
  await db
    .insertInto('notice')
    .values(
      ['reply', 'accepted', 'hidden'].map((kind) => ({
        member_id: memberId,
        kind,
        title: LINE,
        text: LINE,
        path: '/yunbiao',
        created_at: now,
        read_at: null,
      })),
    )
    .execute();
};
