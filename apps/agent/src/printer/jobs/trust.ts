import type { Desk } from '../desk.ts';
import type { JobPlace } from './place.ts';

/** What this process knows of whoever takes the jobs, with what the ledger remembers. */
export const trustIn = (
  { ledger, printer, learned }: Desk,
  prints: () => boolean,
): Pick<JobPlace, 'trust' | 'learned'> => {
  const { answersEarly, tellsSheets } = ledger.traits(printer.localId);
  const known = { isEarly: answersEarly, counts: tellsSheets };
  return {
    trust: () => ({ prints: prints(), ...known }),
    learned: ({ isEarly, counts }) => {
      if (isEarly && !known.isEarly) learned({ answersEarly: true });
      if (counts && !known.counts) learned({ tellsSheets: true });
      known.isEarly ||= isEarly ?? false;
      known.counts ||= counts ?? false;
    },
  };
};
