import type { Compilable, CompiledQuery } from 'kysely';
import { type DialectName, getDialect } from './database.ts';
import type { Executor } from './transaction.ts';

/** What a prepared query may be run with. A value left out or null, and a longer list, make another query. */
export type PreparedValue = string | number | null | undefined | readonly (string | number)[];

/** Queries kept of one builder and engine: filters come in a handful of combinations, lists up to a page. */
const MOST = 200;

/** Stands for a value while the query is built. */
class Slot {
  readonly name: string;
  /** Place in a list. */
  readonly at: number | undefined;

  constructor(name: string, at?: number) {
    this.name = name;
    this.at = at;
  }

  [Symbol.toPrimitive](): never {
    throw new Error(`a prepared query is built without its values: it looked at ${this.name}`);
  }

  toJSON(): never {
    return this[Symbol.toPrimitive]();
  }
}

type Plan<Row> = { query: CompiledQuery<Row>; parameters: readonly unknown[] };
type Values = Record<string, PreparedValue>;

const getShape = (values: Values): string => {
  let shape = '';
  for (const name in values) {
    const value = values[name];
    if (value === undefined) continue;
    shape +=
      value === null
        ? `${name}!`
        : `${name}${typeof value === 'object' ? `:${value.length}` : ''},`;
  }
  return shape;
};

/** The same shape, with a slot for every value. */
const listSlots = (values: Values): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (value === undefined || value === null) return [name, value];
      if (typeof value !== 'object') return [name, new Slot(name)];
      return [name, value.map((_, at) => new Slot(name, at))];
    }),
  );

const getValue = (values: Values, slot: Slot): unknown => {
  const value = values[slot.name];
  return slot.at === undefined ? value : (value as readonly unknown[])[slot.at];
};

/**
 * A query that is built and compiled once for each combination of values that are there, and run with others. Building
 * one costs as much as running it. `build` sees what there is, and never what it says: it throws when it looks.
 *
 * `const byName = prepared((db, { name }: { name: string }) => db.selectFrom('member').selectAll().where('username', '=', name))`
 */
export const prepared = <V extends { [K in keyof V]: PreparedValue }, Row>(
  build: (db: Executor, values: V) => Compilable<Row>,
): ((executor: Executor, values: V) => Promise<Row[]>) => {
  const plans: Record<DialectName, Map<string, Plan<Row>>> = {
    sqlite: new Map(),
    postgres: new Map(),
  };
  const getPlan = (executor: Executor, values: V): Plan<Row> => {
    const kept = plans[getDialect(executor)];
    const shape = getShape(values);
    const known = kept.get(shape);
    if (known) return known;
    // A slot stands wherever the value would: the builder cannot tell, and the engine never sees one.
    const query = build(executor, listSlots(values) as V).compile();
    const plan = { query, parameters: query.parameters };
    if (kept.size >= MOST) kept.clear();
    kept.set(shape, plan);
    return plan;
  };
  return async (executor, values) => {
    const { query, parameters } = getPlan(executor, values);
    const { rows } = await executor.executeQuery<Row>({
      ...query,
      parameters: parameters.map((one) => (one instanceof Slot ? getValue(values, one) : one)),
    });
    return rows;
  };
};
