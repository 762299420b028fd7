import type { CallOutput } from '@yunbiao/contract';
import { CLIENT_PAUSED_WORDS } from '@yunbiao/contract/evidence';

type Config = CallOutput<'printConfigList'>['list'][number];
type Choice = Pick<Config, 'id' | 'enabled' | 'isDefault' | 'printerState' | 'printerStateText'>;

/** Paper that is out is put in by whoever stands there; of one that is away or paused nobody knows when it prints. */
const isThere = ({ printerState, printerStateText }: Choice): boolean =>
  printerState !== 'offline' &&
  printerState !== 'removed' &&
  printerStateText !== CLIENT_PAUSED_WORDS;

/** What is printed with before anything is chosen: the default, but rather one whose printer takes labels. */
export const firstConfig = <T extends Choice>(configs: readonly T[]): T | undefined => {
  const usable = configs.filter(({ enabled }) => enabled);
  return (
    usable.find((config) => config.isDefault && isThere(config)) ??
    usable.find(isThere) ??
    usable.find(({ isDefault }) => isDefault) ??
    usable[0]
  );
};

/** The chosen one; `first` while nothing was chosen, or when what was chosen is not there any more. */
export const chosenConfig = <T extends Choice>(
  configs: readonly T[],
  chosen: string,
  first: string | undefined,
): T | undefined => {
  const usable = configs.filter(({ enabled }) => enabled);
  return (
    usable.find(({ id }) => id === chosen) ??
    usable.find(({ id }) => id === first) ??
    firstConfig(usable)
  );
};
