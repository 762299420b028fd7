import type { CallOutput } from '@yunbiao/contract';
import { compareTemplateToStock, type Stock } from '@yunbiao/label/stock';

export type PrinterGroup = CallOutput<'printerGroupList'>['list'][number];

type Config = Pick<
  CallOutput<'printConfigList'>['list'][number],
  'id' | 'enabled' | 'printerState'
> &
  Stock;

const PREFIX = 'group:';

/** Value of a group in the draft and the select. A configuration uses its id without prefix. */
export const toGroupChoice = (id: string): string => `${PREFIX}${id}`;

/** Returns undefined when a configuration is chosen or the group no longer exists. */
export const findChosenGroup = (
  groups: readonly PrinterGroup[],
  chosenId: string,
): PrinterGroup | undefined =>
  chosenId.startsWith(PREFIX)
    ? groups.find(({ id }) => id === chosenId.slice(PREFIX.length))
    : undefined;

/** The enabled configurations of a group, in the order of the group. */
export const listEnabledConfigsOfGroup = <T extends Config>(
  group: PrinterGroup,
  configs: readonly T[],
): T[] =>
  group.printConfigIds.flatMap(
    (id) => configs.find((config) => config.id === id && config.enabled) ?? [],
  );

const isPrinterReady = ({ printerState }: Config): boolean =>
  printerState === 'idle' || printerState === 'processing';

/**
 * The configuration used for the preview of a group: the first that can print now, else the first
 * that the label fits, else the first.
 */
export const chooseGroupConfig = <T extends Config>(
  group: PrinterGroup,
  configs: readonly T[],
  template: { widthMm: number; heightMm: number },
): T | undefined => {
  const groupConfigs = listEnabledConfigsOfGroup(group, configs);
  const fitting = groupConfigs.filter(
    (config) =>
      config.printerState !== 'removed' && compareTemplateToStock(template, config) !== 'larger',
  );
  return fitting.find(isPrinterReady) ?? fitting[0] ?? groupConfigs[0];
};
