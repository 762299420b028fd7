import { type Db, hashText, LINE } from './poison-texts.ts';

type Whose = { softwareId: number; memberId: number };

const addClient = (db: Db, { softwareId, memberId }: Whose, now: number): Promise<{ id: number }> =>
  db
    .insertInto('client')
    .values({
      member_id: memberId,
      software_id: softwareId,
      name: LINE,
      remark: LINE,
      group_name: LINE,
      enabled: 1,
      key_hash: hashText('key'),
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

const addPrinter = (db: Db, clientId: number, now: number): Promise<{ id: number }> =>
  db
    .insertInto('printer')
    .values({
      client_id: clientId,
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

const addPrintConfig = (
  db: Db,
  { memberId, clientId, printerId }: { memberId: number; clientId: number; printerId: number },
  now: number,
) =>
  db
    .insertInto('print_config')
    .values({
      member_id: memberId,
      client_id: clientId,
      printer_id: printerId,
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

const addNotices = (db: Db, memberId: number, now: number) =>
  db
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

/** A member's own data: machines, printers, notices. */
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
  const client = await addClient(db, { softwareId, memberId }, now);
  const printer = await addPrinter(db, client.id, now);
  await addPrintConfig(db, { memberId, clientId: client.id, printerId: printer.id }, now);
  await addNotices(db, memberId, now);
};
