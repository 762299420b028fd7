import { type Database, sql } from '@yunbiao/db';
import { type Context, createSoftware, register } from '@yunbiao/services';
import { stillContext } from './still-context.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 23, 2);
const SPAN = 730 * DAY;
const PRINTERS = 6;
const TEMPLATES = 12;

type Whose = { memberId: number; softwareId: number };

const addMachines = async (db: Database, memberId: number, softwareId: number): Promise<void> => {
  await sql`insert into client (member_id, software_id, name, remark, group_name, enabled, system, version, address,
    ledger_seq, fence, paired_at) values (${memberId}, ${softwareId}, '发货台', '', '', 1, 'Linux', '1', '', 0, 0, 0)`.execute(
    db.kysely,
  );
  for (let n = 0; n < PRINTERS; n += 1)
    await sql`insert into printer (client_id, local_id, name, language, dpi, exclusive, evidence, state, state_reasons,
      state_text, reported_at, gone) values (1, ${`p${n}`}, ${`打印机 ${n}`}, 'zpl', 203, 1, '[]', 'idle', '[]', '', 0, 0)`.execute(
      db.kysely,
    );
  for (let n = 0; n < TEMPLATES; n += 1)
    await sql`insert into template (software_id, name, category, width, height, content, created_at, updated_at)
      values (${softwareId}, ${`模板 ${n}`}, '', 4000, 3000, '{}', 0, 0)`.execute(db.kysely);
};

/**
 * Batches during working hours of every day, spread over printers, templates and sources; generated
 * by the database.
 */
export const fillLabels = async (
  db: Database,
  { memberId, softwareId }: Whose,
  { labels, each }: { labels: number; each: number },
): Promise<void> => {
  const batches = labels / each;
  const series = sql`with recursive series(n) as (
    select cast(1 as bigint) union all select n + 1 from series where n < ${sql.lit(batches)})`;
  // 08:00–20:00 in China on the days of two years.
  const at = sql`${sql.lit(NOW - SPAN)} - ${sql.lit(NOW)} % 86400000
    + (n * 730 / ${sql.lit(batches)}) * 86400000 + (n * 7919 % 43200) * 1000`;
  await sql`${series} insert into batch (id, member_id, software_id, batch_no, template_id, template_name, template,
      width, height, config_name, setup, client_id, client_name, printer_id, printer_name, source, total, state,
      counts, idempotency_key, request_hash, created_at, expires_at, finished_at)
    select n, ${memberId}, ${softwareId}, 'B-' || n, 1 + n % ${sql.lit(TEMPLATES)}, '模板', '{}', 4000, 3000, '',
      '{}', 1, '发货台', 1 + n % ${sql.lit(PRINTERS)}, '打印机', case when n % 3 = 0 then 'excel' else 'api' end,
      ${sql.lit(each)}, 'done', '{"printed":' || ${sql.lit(each)} || '}', 'K-' || n, '', ${at}, ${at}, ${at}
    from series`.execute(db.kysely);
  for (let part = 1; part <= each; part += 1)
    await sql`insert into detail (batch_id, member_id, client_id, printer_id, sequence, copy, attempt, data, title,
        state, evidence, reason, color, cancel_requested, queue_order, queued_at, finished_at, expires_at)
      select id, member_id, 1, printer_id, ${sql.lit(part)}, 1, 1, '{}', '', 'printed', 'printer-idle', '', '', 0,
        id * ${sql.lit(each)} + ${sql.lit(part)}, created_at, created_at, created_at
      from batch`.execute(db.kysely);
};

/** A member with machines and templates but no prints, and its request context. */
export const printingMember = async (db: Database): Promise<{ ctx: Context; whose: Whose }> => {
  const ctx = stillContext(db, NOW);
  const software = await createSoftware({ ctx, alias: 'bench', name: '测量' });
  const { userInfo } = await register({
    ctx,
    input: { username: 'bench', password: 'correct horse 9' },
    origin: { address: '127.0.0.1', userAgent: 'bench' },
  });
  const whose = { memberId: Number(userInfo.id), softwareId: Number(software.id) };
  await addMachines(db, whose.memberId, whose.softwareId);
  return { ctx, whose };
};
