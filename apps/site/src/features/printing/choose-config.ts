import type { CallOutput } from '@yunbiao/contract';
import { CLIENT_PAUSED_WORDS } from '@yunbiao/contract/evidence';
import { type Stock, stockFit } from '@yunbiao/label/stock';

type Config = CallOutput<'printConfigList'>['list'][number];
type Choice = Pick<Config, 'id' | 'enabled' | 'isDefault' | 'printerState' | 'printerStateText'> &
  Stock;
type Size = { widthMm: number; heightMm: number };

/** Paper that is out is put in by whoever stands there; of one that is away or paused nobody knows when it prints. */
const isThere = ({ printerState, printerStateText }: Choice): boolean =>
  printerState !== 'offline' &&
  printerState !== 'removed' &&
  printerStateText !== CLIENT_PAUSED_WORDS;

/** How well a label is printed with a configuration; what is named first counts more than all that follows. */
const merit = (config: Choice, label: Size): number => {
  const fit = stockFit(label, config);
  const holds = [fit !== 'larger', isThere(config), fit === 'same', config.isDefault];
  return holds.reduce((sum, one) => 2 * sum + Number(one), 0);
};

/**
 * What a label is printed with before anything is chosen: rather one whose printer takes labels and whose paper is the
 * label's own, and of those the default.
 */
export const firstConfig = <T extends Choice>(configs: readonly T[], label: Size): T | undefined =>
  configs
    .filter(({ enabled }) => enabled)
    .toSorted((one, other) => merit(other, label) - merit(one, label))[0];

/** The chosen one; `first` while nothing was chosen, or when what was chosen is not there any more. */
export const chosenConfig = <T extends Choice>(
  configs: readonly T[],
  chosen: string,
  first: string | undefined,
  label: Size,
): T | undefined => {
  const usable = configs.filter(({ enabled }) => enabled);
  return (
    usable.find(({ id }) => id === chosen) ??
    usable.find(({ id }) => id === first) ??
    firstConfig(usable, label)
  );
};
