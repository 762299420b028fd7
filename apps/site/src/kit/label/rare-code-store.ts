import type { RareCodes, RareCodeSource } from '@yunbiao/label';

type Fetch = () => Promise<RareCodes>;

const fetchRareCodes: Fetch = async () => (await import('@yunbiao/label/rare-codes')).RARE_CODES;

/** Encoders of codes few labels have: fetched when first asked for, and again when that failed. `onCome` is told. */
export const rareCodeStore = (
  onCome: () => void,
  fetch: Fetch = fetchRareCodes,
): RareCodeSource => {
  let codes: RareCodes | undefined;
  let isOnTheWay = false;
  const load = async (): Promise<void> => {
    isOnTheWay = true;
    try {
      codes = await fetch();
      onCome();
    } catch {
      // The label goes on saying that it is not all there; the next drawing asks again.
    } finally {
      isOnTheWay = false;
    }
  };
  return () => {
    if (!codes && !isOnTheWay) void load();
    return codes;
  };
};
