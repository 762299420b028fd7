import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { DETAIL_STATES, type DetailState } from '@yunbiao/contract/evidence';
import { type Database, sql } from '@yunbiao/db';
import pg from 'pg';

/** Runs a statement and returns its rows. Parameters are `$1`, `$2`, …; a list is a JSON text. */
type Run = (text: string, ...values: (string | number)[]) => Promise<unknown[]>;

/** The database without our code. */
export type BareDatabase = { run: Run; isPostgres: boolean; close: () => Promise<void> };

const openBarePostgres = async (url: string): Promise<BareDatabase> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const names = new Map<string, string>();
  return {
    isPostgres: true,
    run: async (text, ...values) => {
      const name = names.get(text) ?? `s${names.size}`;
      names.set(text, name);
      return (await client.query<object>({ name, text, values })).rows;
    },
    close: () => client.end(),
  };
};

const openBareSqlite = (file: string): BareDatabase => {
  const database = new DatabaseSync(file);
  // As the server opens it.
  for (const pragma of ['journal_mode = wal', 'synchronous = full', 'temp_store = memory'])
    database.exec(`pragma ${pragma}`);
  const statements = new Map<string, StatementSync>();
  const bind = (value: string | number): SQLInputValue =>
    typeof value === 'number' ? BigInt(value) : value;
  return {
    isPostgres: false,
    run: (text, ...values) => {
      const statement = statements.get(text) ?? database.prepare(text.replace(/\$(\d)/g, '?$1'));
      statements.set(text, statement);
      return Promise.resolve(statement.all(...values.map(bind)));
    },
    close: () => Promise.resolve(database.close()),
  };
};

/** Opens the same database again. `url`: of PostgreSQL. */
export const openBareDatabase = async (
  db: Database,
  { isPostgres, url }: { isPostgres: boolean; url: string },
): Promise<BareDatabase> => {
  if (isPostgres) return openBarePostgres(url);
  const query = sql<{ file: string }>`select file from pragma_database_list where name = 'main'`;
  const { rows } = await query.execute(db.kysely);
  return openBareSqlite(rows[0]?.file ?? '');
};

type Bare = Pick<BareDatabase, 'run' | 'isPostgres'>;

/** The rows of a JSON list of ids, and the lock that reading them takes. */
const getWords = ({ isPostgres }: Bare) => ({
  listed: (place: string) =>
    isPostgres
      ? `in (select value::bigint from json_array_elements_text(${place}::json) value)`
      : `in (select value from json_each(${place}))`,
  lock: isPostgres ? 'for no key update' : '',
  begin: isPostgres ? 'begin' : 'begin immediate',
});

const runBareTransaction = async <T>(bare: Bare, work: () => Promise<T>): Promise<T> => {
  await bare.run(getWords(bare).begin);
  const result = await work();
  await bare.run('commit');
  return result;
};

/** Rows of the statistics that a change of labels adds to: see `expandToRollupLevels`. */
const ROLLUP_ROWS = 5;
const ROLLUP_KEY = 'member_id, source, quarter, software_id, client_id, printer_id, template_id';

/** Moves labels from one state to another in the statistics of one quarter hour. */
const addToRollupsBare = (
  { run }: Bare,
  { from, to, labels }: { from: DetailState; to: DetailState; labels: number },
): Promise<unknown> => {
  const sums = DETAIL_STATES.map((state) => (state === from ? '$1' : state === to ? '$2' : '0'));
  const rows = Array.from(
    { length: ROLLUP_ROWS },
    (_, level) => `(1, 'bare', ${level}, 1, 1, 1, 0, '', '', '', 0, 0, ${sums.join(', ')})`,
  );
  const additions = ['batches', 'labels', ...DETAIL_STATES].map(
    (sum) => `${sum} = batch_quarter.${sum} + excluded.${sum}`,
  );
  return run(
    `insert into batch_quarter (${ROLLUP_KEY}, client_name, printer_name, template_name,
       batches, labels, ${DETAIL_STATES.join(', ')})
     values ${rows.join(', ')}
     on conflict (${ROLLUP_KEY}) do update set ${additions.join(', ')}`,
    -labels,
    labels,
  );
};

/** Marks the next labels of printer `p0` as leased. Returns their ids. */
export const claimBare = (bare: Bare, room: number): Promise<number[]> =>
  runBareTransaction(bare, async () => {
    const { run } = bare;
    const { listed, lock } = getWords(bare);
    const now = Date.now();
    await run(`select * from client where id = 1 ${lock}`);
    const rows = await run(
      `select d.id from detail d join printer p on p.id = d.printer_id
       where p.client_id = 1 and p.local_id = 'p0' and p.gone = 0 and d.state = 'queued'
         and d.expires_at > $1 and d.recall = 0
       order by d.queue_order, d.id limit $2`,
      now,
      room,
    );
    const ids = (rows as { id: number | string }[]).map(({ id }) => Number(id));
    if (ids.length === 0) return ids;
    const json = JSON.stringify(ids);
    await run(`select * from detail where id ${listed('$1')} order by id ${lock}`, json);
    await run(
      `update detail set state = 'sending', fence = 0, leased_at = $2 where id ${listed('$1')}`,
      json,
      now,
    );
    await run(`select template, setup from batch where id = (select max(id) from batch)`);
    await run(`update batch set counts = $1 where id = (select max(id) from batch)`, '{}');
    await addToRollupsBare(bare, { from: 'queued', to: 'sending', labels: ids.length });
    return ids;
  });

/** Marks these labels as printed. */
export const acknowledgeBare = (
  bare: Bare,
  { ids, seq }: { ids: readonly number[]; seq: number },
): Promise<void> =>
  runBareTransaction(bare, async () => {
    const { run } = bare;
    const { listed, lock } = getWords(bare);
    const json = JSON.stringify(ids);
    await run(`select * from client where id = 1 ${lock}`);
    await run(`select * from detail where id ${listed('$1')} order by id ${lock}`, json);
    await run(
      `update detail set state = 'printed', evidence = 'printer-idle', finished_at = $2
       where id ${listed('$1')}`,
      json,
      Date.now(),
    );
    await run(`update batch set counts = $1 where id = (select max(id) from batch)`, '{}');
    await addToRollupsBare(bare, { from: 'sending', to: 'printed', labels: ids.length });
    await run('update client set ledger_seq = $1, last_seen_at = $2 where id = 1', seq, Date.now());
  });
