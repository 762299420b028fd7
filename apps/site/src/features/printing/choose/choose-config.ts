import type { CallOutput } from '@yunbiao/contract';
import { CLIENT_PAUSED_LABEL } from '@yunbiao/contract/evidence';
import { type Stock, compareTemplateToStock } from '@yunbiao/label/stock';

type Config = CallOutput<'printConfigList'>['list'][number];
type Choice = Pick<Config, 'id' | 'enabled' | 'isDefault' | 'printerState' | 'printerStateText'> &
  Stock;
type Size = { widthMm: number; heightMm: number };

/**
 * A printer that is out of paper counts as available: it can be refilled on the spot. An offline or
 * paused printer does not.
 */
const isConfigAvailable = ({ printerState, printerStateText }: Choice): boolean =>
  printerState !== 'offline' &&
  printerState !== 'removed' &&
  printerStateText !== CLIENT_PAUSED_LABEL;

/**
 * Scores how well a configuration suits a label. Criteria are in order of priority: each one
 * outweighs all that follow.
 */
const scoreConfigForLabel = (config: Choice, label: Size): number => {
  const fit = compareTemplateToStock(label, config);
  const holds = [fit !== 'larger', isConfigAvailable(config), fit === 'same', config.isDefault];
  return holds.reduce((sum, doesHold) => 2 * sum + Number(doesHold), 0);
};

/**
 * Default configuration before the member chooses one. Prefers available printers, then paper of
 * the label's exact size, then the default configuration.
 */
export const chooseDefaultConfig = <T extends Choice>(
  configs: readonly T[],
  label: Size,
): T | undefined =>
  configs
    .filter(({ enabled }) => enabled)
    .toSorted((a, b) => scoreConfigForLabel(b, label) - scoreConfigForLabel(a, label))[0];

/** The chosen configuration; `first` when none was chosen or the chosen one no longer exists. */
export const resolveChosenConfig = <T extends Choice>(
  configs: readonly T[],
  chosenId: string,
  first: string | undefined,
  label: Size,
): T | undefined => {
  const usable = configs.filter(({ enabled }) => enabled);
  return (
    usable.find(({ id }) => id === chosenId) ??
    usable.find(({ id }) => id === first) ??
    chooseDefaultConfig(usable, label)
  );
};
