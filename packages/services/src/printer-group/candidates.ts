import type {
  ClientTable,
  Executor,
  PrintConfigTable,
  PrinterTable,
  Selectable,
} from '@yunbiao/db';
import type { Context } from '../context.ts';
import { joinSetupNeeds } from '../drawing/index.ts';
import { fitTrouble, machineTrouble, getSetup } from '../print-config/setup.ts';
import type { GroupRow } from './present.ts';
import { type Drawn, type Readiness, getReadiness } from './readiness.ts';

/** A printer of a group, as far as a batch is concerned. */
export type Candidate = {
  config: Selectable<PrintConfigTable>;
  client: Selectable<ClientTable>;
  printer: Selectable<PrinterTable>;
  readiness: Readiness;
  /** Why it cannot take these labels whatever its state, for people; '' when it can. */
  trouble: string;
};

/** What is to be printed: the size of its label, mm, and what it takes to draw it. */
export type Wanted = { widthMm: number; heightMm: number } & Drawn;

const getTrouble = (
  { config, client, printer }: Pick<Candidate, 'config' | 'client' | 'printer'>,
  size: Pick<Wanted, 'widthMm' | 'heightMm'>,
): string => {
  if (config.enabled === 0) return `配置“${config.name}”已停用`;
  if (client.revoked_at !== null) return `配置“${config.name}”的客户端已撤销`;
  if (printer.gone === 1) return `打印机“${printer.name}”已从客户端移除`;
  return machineTrouble(config, printer) || fitTrouble(size, config);
};

const listConfigs = (executor: Executor, group: Pick<GroupRow, 'id' | 'member_id'>) =>
  executor
    .selectFrom('printer_group_place')
    .innerJoin('print_config', 'print_config.id', 'printer_group_place.print_config_id')
    .selectAll('print_config')
    .where('printer_group_place.printer_group_id', '=', group.id)
    .where('print_config.member_id', '=', group.member_id)
    .where('print_config.deleted_at', 'is', null)
    .orderBy('printer_group_place.position')
    .execute();

const byId = <T extends { id: number }>(rows: readonly T[]): Map<number, T> =>
  new Map(rows.map((row) => [row.id, row]));

/** The printers of a group in its order, with what they are and whether they take these labels. */
export const listCandidates = async (
  ctx: Context,
  executor: Executor,
  group: Pick<GroupRow, 'id' | 'member_id'>,
  wanted: Wanted,
): Promise<Candidate[]> => {
  const configs = await listConfigs(executor, group);
  if (configs.length === 0) return [];
  const clients = byId(
    await executor
      .selectFrom('client')
      .selectAll()
      .where(
        'id',
        'in',
        configs.map((config) => config.client_id),
      )
      .where('member_id', '=', group.member_id)
      .execute(),
  );
  const printers = byId(
    await executor
      .selectFrom('printer')
      .selectAll()
      .where(
        'id',
        'in',
        configs.map((config) => config.printer_id),
      )
      .execute(),
  );
  return configs.flatMap((config) => {
    const client = clients.get(config.client_id);
    const printer = printers.get(config.printer_id);
    if (!client || !printer) return [];
    const { enabled, revoked_at, draws } = client;
    const needs = joinSetupNeeds(wanted.needs, getSetup(config));
    const readiness = getReadiness(ctx, { ...printer, enabled, revoked_at, draws }, { needs });
    const machine = { config, client, printer };
    return [{ ...machine, readiness, trouble: getTrouble(machine, wanted) }];
  });
};

/** Labels that wait for each printer, or are with its client. */
export const waitingAt = async (
  executor: Executor,
  printerIds: readonly number[],
): Promise<Map<number, number>> => {
  const waiting = new Map(printerIds.map((id) => [id, 0]));
  if (printerIds.length === 0) return waiting;
  const rows = await executor
    .selectFrom('detail')
    .select((eb) => ['printer_id', eb.fn.countAll<number>().as('count')])
    .where('printer_id', 'in', printerIds)
    .where('state', 'in', ['queued', 'sending'])
    .groupBy('printer_id')
    .execute();
  for (const row of rows) waiting.set(row.printer_id, Number(row.count));
  return waiting;
};

/** By the rule: the first, or the one with the least to do, the first of those. */
const best = (
  candidates: readonly Candidate[],
  { rule }: Pick<GroupRow, 'rule'>,
  waiting: ReadonlyMap<number, number>,
): Candidate | undefined =>
  rule === 'in-order'
    ? candidates[0]
    : candidates.toSorted(
        (a, b) => (waiting.get(a.printer.id) ?? 0) - (waiting.get(b.printer.id) ?? 0),
      )[0];

/** Which printer takes labels now; undefined when none of them is ready. `tried`: where they have been. */
export const readyOne = (
  candidates: readonly Candidate[],
  group: Pick<GroupRow, 'rule'>,
  waiting: ReadonlyMap<number, number>,
  tried: ReadonlySet<number> = new Set(),
): Candidate | undefined =>
  best(
    candidates.filter(
      ({ readiness, trouble, printer }) =>
        readiness.kind === 'ready' && trouble === '' && !tried.has(printer.id),
    ),
    group,
    waiting,
  );

/** Which printer takes labels if none is ready: they wait there. Undefined when none ever will. */
export const anyOne = (
  candidates: readonly Candidate[],
  group: Pick<GroupRow, 'rule'>,
  waiting: ReadonlyMap<number, number>,
  tried: ReadonlySet<number> = new Set(),
): Candidate | undefined =>
  best(
    candidates.filter(({ trouble, printer }) => trouble === '' && !tried.has(printer.id)),
    group,
    waiting,
  );

/** Why none of them takes labels, a printer each, for people. */
export const whyNone = (candidates: readonly Candidate[]): string =>
  candidates
    .map(({ printer, readiness, trouble }) => {
      const why = trouble || (readiness.kind === 'ready' ? '' : readiness.why);
      return why && `${printer.name}：${why}`;
    })
    .filter((why) => why !== '')
    .join('；');
