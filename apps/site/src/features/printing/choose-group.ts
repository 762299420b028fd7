import type { CallOutput } from '@yunbiao/contract';
import { stockFit, type Stock } from '@yunbiao/label/stock';

export type PrinterGroup = CallOutput<'printerGroupList'>['list'][number];

type Config = Pick<
  CallOutput<'printConfigList'>['list'][number],
  'id' | 'enabled' | 'printerState'
> &
  Stock;

const PREFIX = 'group:';

/** A group as the draft and the select remember it, where a configuration is its number. */
export const groupChoice = (id: string): string => `${PREFIX}${id}`;

/** The group that is chosen; undefined for a configuration, or a group that is gone. */
export const chosenGroup = (
  groups: readonly PrinterGroup[],
  chosen: string,
): PrinterGroup | undefined =>
  chosen.startsWith(PREFIX)
    ? groups.find(({ id }) => id === chosen.slice(PREFIX.length))
    : undefined;

/** The configurations of a group that are switched on, in its order. */
export const listConfigs = <T extends Config>(group: PrinterGroup, configs: readonly T[]): T[] =>
  group.printConfigIds.flatMap(
    (id) => configs.find((config) => config.id === id && config.enabled) ?? [],
  );

const isReady = ({ printerState }: Config): boolean =>
  printerState === 'idle' || printerState === 'processing';

/** Which of a group the labels are shown for: the first that takes them now, else that could, else the first. */
export const configOfGroup = <T extends Config>(
  group: PrinterGroup,
  configs: readonly T[],
  template: { widthMm: number; heightMm: number },
): T | undefined => {
  const all = listConfigs(group, configs);
  const fitting = all.filter(
    (config) => config.printerState !== 'removed' && stockFit(template, config) !== 'larger',
  );
  return fitting.find(isReady) ?? fitting[0] ?? all[0];
};
