import type {
  ClientTable,
  Executor,
  PrintConfigTable,
  PrinterTable,
  Selectable,
} from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { mergeSetupNeeds } from '../capabilities/index.ts';
import {
  describeTemplateTooLarge,
  describePrinterFault,
  buildPrintSetup,
} from '../print-config/setup.ts';
import type { GroupRow } from './present.ts';
import { type DrawingNeeds, type Readiness, getPrinterReadiness } from './readiness.ts';

/** A printer of a group as candidate for a batch. */
export type Candidate = {
  config: Selectable<PrintConfigTable>;
  client: Selectable<ClientTable>;
  printer: Selectable<PrinterTable>;
  readiness: Readiness;
  /**
   * Reason, for people, why the printer cannot take these labels in any state; empty when it can.
   */
  unsuitableReason: string;
};

/** Requirements of labels: size in mm and drawing features. */
export type LabelRequirements = { widthMm: number; heightMm: number } & DrawingNeeds;

const describeCandidateFault = (
  { config, client, printer }: Pick<Candidate, 'config' | 'client' | 'printer'>,
  size: Pick<LabelRequirements, 'widthMm' | 'heightMm'>,
): string => {
  if (config.enabled === 0) return `配置“${config.name}”已停用`;
  if (client.revoked_at !== null) return `配置“${config.name}”的客户端已撤销`;
  if (printer.gone === 1) return `打印机“${printer.name}”已从客户端移除`;
  return describePrinterFault(config, printer) || describeTemplateTooLarge(size, config);
};

const selectConfigsOfGroup = (executor: Executor, group: Pick<GroupRow, 'id' | 'member_id'>) =>
  executor
    .selectFrom('printer_group_place')
    .innerJoin('print_config', 'print_config.id', 'printer_group_place.print_config_id')
    .selectAll('print_config')
    .where('printer_group_place.printer_group_id', '=', group.id)
    .where('print_config.member_id', '=', group.member_id)
    .where('print_config.deleted_at', 'is', null)
    .orderBy('printer_group_place.position')
    .execute();

const indexById = <T extends { id: number }>(rows: readonly T[]): Map<number, T> =>
  new Map(rows.map((row) => [row.id, row]));

/** Printers of a group in order, with readiness and suitability for these labels. */
export const listCandidates = async (
  ctx: Context,
  executor: Executor,
  group: Pick<GroupRow, 'id' | 'member_id'>,
  requirements: LabelRequirements,
): Promise<Candidate[]> => {
  const configs = await selectConfigsOfGroup(executor, group);
  if (configs.length === 0) return [];
  const clients = indexById(
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
  const printers = indexById(
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
    const { enabled, revoked_at, draws, node_id } = client;
    const needs = mergeSetupNeeds(requirements.needs, buildPrintSetup(config));
    const readiness = getPrinterReadiness(
      ctx,
      { ...printer, enabled, revoked_at, draws, node_id },
      { needs },
    );
    const machine = { config, client, printer };
    return [
      { ...machine, readiness, unsuitableReason: describeCandidateFault(machine, requirements) },
    ];
  });
};

/** Number of labels per printer that are queued or with its client. */
export const countWaitingLabels = async (
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

/**
 * Selects by the group's rule: the first candidate, or the first one with the fewest waiting
 * labels.
 */
const selectCandidateByRule = (
  candidates: readonly Candidate[],
  { rule }: Pick<GroupRow, 'rule'>,
  waiting: ReadonlyMap<number, number>,
): Candidate | undefined =>
  rule === 'in-order'
    ? candidates[0]
    : candidates.toSorted(
        (a, b) => (waiting.get(a.printer.id) ?? 0) - (waiting.get(b.printer.id) ?? 0),
      )[0];

/**
 * Selects a printer that can take labels now; undefined when none is ready. `triedIds`: printers
 * the labels have been at.
 */
export const selectReadyCandidate = (
  candidates: readonly Candidate[],
  group: Pick<GroupRow, 'rule'>,
  waiting: ReadonlyMap<number, number>,
  triedIds: ReadonlySet<number> = new Set(),
): Candidate | undefined =>
  selectCandidateByRule(
    candidates.filter(
      ({ readiness, unsuitableReason, printer }) =>
        readiness.kind === 'ready' && unsuitableReason === '' && !triedIds.has(printer.id),
    ),
    group,
    waiting,
  );

/**
 * Selects the printer whose queue the labels join when none is ready. Undefined when none can ever
 * take them.
 */
export const selectCandidateToQueueAt = (
  candidates: readonly Candidate[],
  group: Pick<GroupRow, 'rule'>,
  waiting: ReadonlyMap<number, number>,
  triedIds: ReadonlySet<number> = new Set(),
): Candidate | undefined =>
  selectCandidateByRule(
    candidates.filter(
      ({ unsuitableReason, printer }) => unsuitableReason === '' && !triedIds.has(printer.id),
    ),
    group,
    waiting,
  );

/** Reasons, for people, why no printer takes the labels, one per printer. */
export const explainNoPrinterReady = (candidates: readonly Candidate[]): string =>
  candidates
    .map(({ printer, readiness, unsuitableReason }) => {
      const reason = unsuitableReason || (readiness.kind === 'ready' ? '' : readiness.why);
      return reason && `${printer.name}：${reason}`;
    })
    .filter((reason) => reason !== '')
    .join('；');
