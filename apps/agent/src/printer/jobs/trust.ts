import type { DriverContext } from '../driver-context.ts';
import type { JobPlace } from './job-place.ts';

/**
 * Creates the trust in a spool's reports from observations of this process and records in the
 * ledger.
 */
export const createSpoolTrustRecord = (
  { ledger, printer, recordTraits }: DriverContext,
  prints: () => boolean,
): Pick<JobPlace, 'getTrust' | 'recordTrust'> => {
  const { answersEarly, tellsSheets } = ledger.getTraits(printer.localId);
  const trusted = { isEarly: answersEarly, countsSheets: tellsSheets };
  return {
    getTrust: () => ({ isPrinter: prints(), ...trusted }),
    recordTrust: ({ isEarly, countsSheets }) => {
      if (isEarly && !trusted.isEarly) recordTraits({ answersEarly: true });
      if (countsSheets && !trusted.countsSheets) recordTraits({ tellsSheets: true });
      trusted.isEarly ||= isEarly ?? false;
      trusted.countsSheets ||= countsSheets ?? false;
    },
  };
};
