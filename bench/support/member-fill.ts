import type { Database } from '@yunbiao/db';

/** Labels per batch, and batches, of a member with two months of prints: 3,000 labels. */
const LABELS = 25;
const BATCHES = 120;
const ORDERS = 15;
const DAY = 86_400_000;
const CHUNK = 500;

const STATES = [
  ...Array.from({ length: 20 }, () => 'printed'),
  'sent',
  'failed',
  'cancelled',
  'printed',
  'printed',
];

/** A few of the last batches wait for the member's confirmation. */
const getState = (batch: number, label: number): string =>
  batch >= BATCHES - 6 && label === 0 ? 'uncertain' : (STATES[label] ?? 'printed');

const writeCounts = (batch: number): string => {
  const counts: Record<string, number> = {};
  for (let label = 0; label < LABELS; label += 1) {
    const state = getState(batch, label);
    counts[state] = (counts[state] ?? 0) + 1;
  }
  return JSON.stringify(counts);
};

type Whose = { memberId: number; softwareId: number };
type Machine = { clientId: number; name: string; printerId: number; printerName: string };

const addClient = (
  db: Database,
  { memberId, softwareId }: Whose,
  { name, now }: { name: string; now: number },
): Promise<{ id: number }> =>
  db.kysely
    .insertInto('client')
    .values({
      member_id: memberId,
      software_id: softwareId,
      name,
      remark: '',
      group_name: '',
      enabled: 1,
      key_hash: null,
      system: 'Linux',
      version: '0.1.0',
      address: '127.0.0.1',
      ledger_id: null,
      ledger_seq: 0,
      fence: 0,
      paired_at: now,
      last_seen_at: now,
      revoked_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();

const addPrinter = (
  db: Database,
  clientId: number,
  { name, now }: { name: string; now: number },
): Promise<{ id: number }> =>
  db.kysely
    .insertInto('printer')
    .values({
      client_id: clientId,
      local_id: name,
      name,
      language: 'zpl',
      dpi: 203,
      exclusive: 1,
      evidence: '["consumed"]',
      state: 'idle',
      state_reasons: '[]',
      state_text: '空闲',
      counter: null,
      reported_at: now,
      gone: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow();

const addMachines = async (db: Database, whose: Whose): Promise<Machine[]> => {
  const machines: Machine[] = [];
  const now = Date.now();
  for (const name of ['发货台', '3 号仓']) {
    const client = await addClient(db, whose, { name, now });
    for (const printerName of ['ZD421', 'GK888']) {
      const printer = await addPrinter(db, client.id, { name: printerName, now });
      machines.push({ clientId: client.id, name, printerId: printer.id, printerName });
    }
  }
  return machines;
};

const addConfigs = (db: Database, memberId: number, machines: readonly Machine[]) =>
  db.kysely
    .insertInto('print_config')
    .values(
      machines.map(({ clientId, name, printerId, printerName }, n) => ({
        member_id: memberId,
        client_id: clientId,
        printer_id: printerId,
        name: `${name} ${printerName}`,
        language: 'zpl',
        width: 6_000,
        height: 4_000,
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
        is_default: n === 0 ? 1 : 0,
        enabled: 1,
        created_at: 0,
        updated_at: 0,
        deleted_at: null,
      })),
    )
    .returning('id')
    .execute();

/** The machine and time of each batch: 60 days up to now. */
const planBatches = (
  machines: readonly Machine[],
  now: number,
): { n: number; machine: Machine; at: number }[] =>
  Array.from({ length: BATCHES }, (_, n) => {
    const machine = machines[n % machines.length];
    if (!machine) throw new Error('no machine to print on');
    return { n, machine, at: now - ((BATCHES - n) / BATCHES) * 60 * DAY };
  });

const addBatches = async (
  db: Database,
  { memberId, softwareId }: Whose,
  machines: readonly Machine[],
): Promise<{ id: number; at: number; machine: Machine }[]> => {
  const template = await db.kysely
    .selectFrom('template')
    .selectAll()
    .where('software_id', '=', softwareId)
    .where('member_id', 'is', null)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const plans = planBatches(machines, Date.now());
  const rows = await db.kysely
    .insertInto('batch')
    .values(
      plans.map(({ n, machine, at }) => ({
        member_id: memberId,
        software_id: softwareId,
        batch_no: `2026${n}`,
        template_id: template.id,
        template_name: template.name,
        template: template.content,
        width: template.width,
        height: template.height,
        print_config_id: null,
        config_name: machine.name,
        setup: '{"dpi":203}',
        client_id: machine.clientId,
        client_name: machine.name,
        printer_id: machine.printerId,
        printer_name: machine.printerName,

        source: 'designer',
        total: LABELS,
        state: 'done',
        counts: writeCounts(n),
        idempotency_key: `bench${n}`,
        request_hash: '',
        created_at: Math.floor(at),
        expires_at: Math.floor(at) + DAY,
        finished_at: Math.floor(at) + 60_000,
        hidden_at: null,
      })),
    )
    .returning('id')
    .execute();
  return plans.map(({ machine, at }, n) => ({ machine, at, id: rows[n]?.id ?? 0 }));
};

const addLabels = async (
  db: Database,
  memberId: number,
  batches: Awaited<ReturnType<typeof addBatches>>,
): Promise<void> => {
  const rows = batches.flatMap(({ id, at, machine }, batch) =>
    Array.from({ length: LABELS }, (_, n) => ({
      batch_id: id,
      member_id: memberId,
      client_id: machine.clientId,
      printer_id: machine.printerId,
      sequence: n + 1,
      copy: 1,
      attempt: 1,
      data: `{"货号":"A-${batch}-${n}","品名":"苹果"}`,
      title: `A-${batch}-${n}`,
      state: getState(batch, n),
      evidence: 'consumed',
      reason: '',
      color: '',
      fence: null,
      cancel_requested: 0,
      counter_from: null,
      counter_to: null,
      queue_order: 0,
      queued_at: Math.floor(at),
      leased_at: Math.floor(at),
      finished_at: Math.floor(at),
      expires_at: Math.floor(at),
    })),
  );
  for (let from = 0; from < rows.length; from += CHUNK)
    await db.kysely
      .insertInto('detail')
      .values(rows.slice(from, from + CHUNK))
      .execute();
};

const addOrders = (db: Database, { memberId, softwareId }: Whose, productId: number) => {
  const now = Date.now();
  return db.kysely
    .insertInto('member_order')
    .values(
      Array.from({ length: ORDERS }, (_, n) => ({
        order_no: `B${memberId}-${n}`,
        member_id: memberId,
        software_id: softwareId,
        product_id: productId,
        product_name: '专业版',
        num: 1,
        days: 30,
        amount_fen: 2_900,
        discount_fen: 0,
        pay_fen: 2_900,
        discount_code_id: null,
        discount_code: '',

        pay_type: 'offline',
        state: n % 3 === 0 ? 'closed' : 'paid',
        created_at: now - n * DAY,
        expires_at: now,
        paid_at: now - n * DAY,
        closed_at: null,
      })),
    )
    .execute();
};

/**
 * Gives a member of the demo data two machines, 3,000 labels of two months in 120 batches, and 15
 * orders.
 */
export const fillMember = async (
  db: Database,
  username: string,
  alias = 'yunbiao',
): Promise<void> => {
  const { kysely } = db;
  const software = kysely.selectFrom('software').select('id').where('alias', '=', alias);
  const member = kysely.selectFrom('member').select('id').where('username_key', '=', username);
  const whose: Whose = {
    memberId: (await member.executeTakeFirstOrThrow()).id,
    softwareId: (await software.executeTakeFirstOrThrow()).id,
  };
  const machines = await addMachines(db, whose);
  await addConfigs(db, whose.memberId, machines);
  await addLabels(db, whose.memberId, await addBatches(db, whose, machines));
  const product = kysely
    .selectFrom('product')
    .select('id')
    .where('software_id', '=', whose.softwareId);
  await addOrders(db, whose, (await product.executeTakeFirstOrThrow()).id);
};
