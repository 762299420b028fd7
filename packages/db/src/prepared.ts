import type { Compilable, CompiledQuery } from 'kysely';
import { type DialectName, getDialect } from './database.ts';
import type { Executor } from './transaction.ts';

/**
 * Parameter of a prepared query. An omitted or null value, or a list of another length, needs
 * another plan.
 */
export type PreparedValue = string | number | null | undefined | readonly (string | number)[];

/**
 * Maximum cached plans per builder and engine: filters occur in a handful of combinations, lists in
 * lengths up to one page.
 */
const MAX_CACHED_PLANS = 200;

/** Placeholder for a value while the query is built. */
class Slot {
  readonly name: string;
  /** Index in a list. */
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

const buildValueShapeKey = (values: Values): string => {
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

/** Returns the values with a slot in place of each, in the same shape. */
const replaceValuesWithSlots = (values: Values): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (value === undefined || value === null) return [name, value];
      if (typeof value !== 'object') return [name, new Slot(name)];
      return [name, value.map((_, at) => new Slot(name, at))];
    }),
  );

const getSlotValue = (values: Values, slot: Slot): unknown => {
  const value = values[slot.name];
  return slot.at === undefined ? value : (value as readonly unknown[])[slot.at];
};

/**
 * A query that is built and compiled once per combination of present values, then run with other
 * values. Building costs as much as running. `build` may test which values are present, but not
 * read them: a read throws.
 *
 * @example
 * const findMemberByName = createQueryCompiledOnce((db, { name }: { name: string }) =>
 *   db.selectFrom('member').selectAll().where('username', '=', name));
 */
export const createQueryCompiledOnce = <V extends { [K in keyof V]: PreparedValue }, Row>(
  build: (db: Executor, values: V) => Compilable<Row>,
): ((executor: Executor, values: V) => Promise<Row[]>) => {
  const plans: Record<DialectName, Map<string, Plan<Row>>> = {
    sqlite: new Map(),
    postgres: new Map(),
  };
  const getOrCompileQueryPlan = (executor: Executor, values: V): Plan<Row> => {
    const dialectPlans = plans[getDialect(executor)];
    const shape = buildValueShapeKey(values);
    const knownPlan = dialectPlans.get(shape);
    if (knownPlan) return knownPlan;
    // Slots replace all values in the compiled query and are replaced before it runs.
    const query = build(executor, replaceValuesWithSlots(values) as V).compile();
    const plan = { query, parameters: query.parameters };
    if (dialectPlans.size >= MAX_CACHED_PLANS) dialectPlans.clear();
    dialectPlans.set(shape, plan);
    return plan;
  };
  return async (executor, values) => {
    const { query, parameters } = getOrCompileQueryPlan(executor, values);
    const { rows } = await executor.executeQuery<Row>({
      ...query,
      parameters: parameters.map((parameter) =>
        parameter instanceof Slot ? getSlotValue(values, parameter) : parameter,
      ),
    });
    return rows;
  };
};
