import type { CallOutput } from '@yunbiao/contract';
import type { PrintEvent } from '@yunbiao/contract/events';

type Told = Extract<PrintEvent, { type: 'printer' }>;
type Printer = CallOutput<'clientList'>['list'][number]['printers'][number];
type Config = CallOutput<'printConfigList'>['list'][number];
type Held = Pick<Config, 'printerId' | 'printerState' | 'printerStateText' | 'printerReasons'>;

/** Configurations after news of a printer: its reasons go with its state, or one that is idle again stays out of paper. */
export const configsAfter = <C extends Held>(
  configs: readonly C[],
  { id, state, stateText, stateReasons }: Told,
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

/** Whether a printer is said to be otherwise than before: while it prints it tells its counter with every label. */
export const isOtherwise = (
  before: Pick<Printer, 'state' | 'stateText' | 'stateReasons'> | undefined,
  { state, stateText, stateReasons }: Told,
): boolean =>
  before?.state !== state ||
  before.stateText !== stateText ||
  before.stateReasons.join(' ') !== stateReasons.join(' ');
