import type { CallOutput } from '@yunbiao/contract';
import type { Executor, PrintConfigTable, Selectable } from '@yunbiao/db';
import { type ClientNode, isClientOnline } from '../client/is-client-online.ts';
import { resolvePrinterState } from '../client/present-client.ts';
import type { Context } from '../../platform/context.ts';
import { toIso } from '../../platform/time.ts';

export type PrintConfig = CallOutput<'savePrintConfig'>;

/** Lengths and percentages are stored in hundredths. */
export const toHundredths = (value: number): number => Math.round(value * 100);
export const fromHundredths = (value: number): number => value / 100;

/** Configurations with names and states of their client and printer. */
export const selectConfigs = (executor: Executor, memberId: number) =>
  executor
    .selectFrom('print_config')
    .innerJoin('client', 'client.id', 'print_config.client_id')
    .innerJoin('printer', 'printer.id', 'print_config.printer_id')
    .selectAll('print_config')
    .select([
      'client.name as client_name',
      'client.remark as client_remark',
      'client.revoked_at',
      'client.node_id',
      'client.enabled as client_enabled',
      'client.is_virtual as client_is_virtual',
      'printer.name as printer_name',
      'printer.state as printer_state',
      'printer.state_text as printer_state_text',
      'printer.state_reasons as printer_state_reasons',
      'printer.gone as printer_gone',
      'printer.reported_at as printer_reported_at',
    ])
    .where('print_config.member_id', '=', memberId)
    .where('print_config.deleted_at', 'is', null);

export type ConfigWithPrinter = Selectable<PrintConfigTable> &
  ClientNode & {
    client_name: string;
    client_remark: string;
    revoked_at: number | null;
    client_enabled: number;
    client_is_virtual: number;
    printer_name: string;
    printer_state: string;
    printer_state_text: string;
    printer_state_reasons: string;
    printer_gone: number;
    printer_reported_at: number;
  };

const resolveConfigState = (
  ctx: Context,
  row: ConfigWithPrinter,
): { state: PrintConfig['printerState']; stateText: string } => {
  const printer = {
    state: row.printer_state,
    state_text: row.printer_state_text,
    gone: row.printer_gone,
    reported_at: row.printer_reported_at,
    enabled: row.client_enabled,
    revoked_at: row.revoked_at,
  };
  return resolvePrinterState(ctx, printer, isClientOnline(ctx, row));
};

export const presentConfig = (ctx: Context, row: ConfigWithPrinter): PrintConfig => {
  const { state, stateText } = resolveConfigState(ctx, row);
  return {
    id: String(row.id),
    name: row.name,
    clientId: String(row.client_id),
    printerId: String(row.printer_id),
    language: row.language as PrintConfig['language'],
    widthMm: fromHundredths(row.width),
    heightMm: fromHundredths(row.height),
    gapMm: fromHundredths(row.gap),
    columns: row.columns,
    columnGapMm: fromHundredths(row.column_gap),
    dpi: row.dpi as PrintConfig['dpi'],
    offsetXMm: fromHundredths(row.offset_x),
    offsetYMm: fromHundredths(row.offset_y),
    pitchScale: fromHundredths(row.pitch_scale),
    rotation: row.rotation as PrintConfig['rotation'],
    barReduction: row.bar_reduction,
    vector: row.vector === 1,
    darkness: row.darkness,
    speed: row.speed,
    media: row.media as PrintConfig['media'],
    finishing: row.finishing as PrintConfig['finishing'],
    cutEach: row.cut_each,
    calibratedFrom:
      row.calibrated_from === null
        ? null
        : (JSON.parse(row.calibrated_from) as PrintConfig['calibratedFrom']),
    shiftMm: row.shift === null ? null : fromHundredths(row.shift),
    copies: row.copies,
    isDefault: row.is_default === 1,
    enabled: row.enabled === 1,
    clientName: row.client_remark || row.client_name,
    printerName: row.printer_name,
    printerState: state,
    printerStateText: stateText,
    printerReasons:
      state === 'offline' || state === 'removed'
        ? []
        : (JSON.parse(row.printer_state_reasons) as string[]),
    virtual: row.client_is_virtual === 1,
    createdAt: toIso(row.created_at),
    updatedAt: toIso(row.updated_at),
  };
};
