import type { CallOutput } from '@yunbiao/contract';

type Config = CallOutput<'printConfigList'>['list'][number];
type Choice = Pick<Config, 'id' | 'enabled' | 'isDefault' | 'printerState'>;

const isThere = ({ printerState }: Choice): boolean =>
  printerState !== 'offline' && printerState !== 'removed';

const prints = ({ printerState }: Choice): boolean =>
  printerState === 'idle' || printerState === 'processing';

/** What is printed with before anything is chosen: one that prints now, else one that is there; of several the default. */
export const firstConfig = <T extends Choice>(configs: readonly T[]): T | undefined => {
  const usable = configs.filter(({ enabled }) => enabled);
  for (const isRather of [prints, isThere, () => true]) {
    const found = usable.filter(isRather);
    if (found.length > 0) return found.find(({ isDefault }) => isDefault) ?? found[0];
  }
  return undefined;
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
