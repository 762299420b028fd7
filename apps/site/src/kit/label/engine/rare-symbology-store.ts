import type { RareEncoders, GetRareEncoders } from '@yunbiao/label';

type Fetch = () => Promise<RareEncoders>;

const fetchRareSymbologies: Fetch = async () =>
  (await import('@yunbiao/label/rare-encoders')).RARE_ENCODERS;

/**
 * Loads encoders of rare symbologies on first use and retries after a failure. Calls `onCome` when
 * they have loaded.
 */
export const createRareSymbologyStore = (
  onCome: () => void,
  fetch: Fetch = fetchRareSymbologies,
): GetRareEncoders => {
  let codes: RareEncoders | undefined;
  let isOnTheWay = false;
  const loadRareSymbologies = async (): Promise<void> => {
    isOnTheWay = true;
    try {
      codes = await fetch();
      onCome();
    } catch {
      // The label keeps its warning; the next draw tries again.
    } finally {
      isOnTheWay = false;
    }
  };
  return () => {
    if (!codes && !isOnTheWay) void loadRareSymbologies();
    return codes;
  };
};
