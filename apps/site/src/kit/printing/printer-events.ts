import type { CallOutput } from '@yunbiao/contract';
import type { PrintEvent } from '@yunbiao/contract/api/events';

type PrinterEvent = Extract<PrintEvent, { type: 'printer' }>;
type Printer = CallOutput<'clientList'>['list'][number]['printers'][number];
type Config = CallOutput<'printConfigList'>['list'][number];
type ConfigPrinterState = Pick<
  Config,
  'printerId' | 'printerState' | 'printerStateText' | 'printerReasons'
>;

/**
 * Applies a printer event to configurations. The reasons are updated with the state, so that an
 * idle printer does not keep a paper-out reason.
 */
export const applyPrinterEventToConfigs = <C extends ConfigPrinterState>(
  configs: readonly C[],
  { id, state, stateText, stateReasons }: PrinterEvent,
): C[] =>
  configs.map((config) =>
    config.printerId === id
      ? {
          ...config,
          printerState: state,
          printerStateText: stateText,
          printerReasons: [...stateReasons],
        }
      : config,
  );

/**
 * Checks whether the state of a printer changed. A printing printer sends an event with its counter
 * for each label.
 */
export const hasPrinterStateChanged = (
  before: Pick<Printer, 'state' | 'stateText' | 'stateReasons'> | undefined,
  { state, stateText, stateReasons }: PrinterEvent,
): boolean =>
  before?.state !== state ||
  before.stateText !== stateText ||
  before.stateReasons.join(' ') !== stateReasons.join(' ');
