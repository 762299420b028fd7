import type { PrinterDriver } from '../printer-driver.ts';

/** Evidence of a printer that reports its status, and of one that only closes. */
export const getEvidence: PrinterDriver['getEvidence'] = (
  { closeAfter },
  { answersEarly, counts },
) => {
  if (closeAfter) return ['consumed'];
  const idle = answersEarly ? [] : (['printer-idle'] as const);
  return ['consumed', ...idle, ...(counts ? (['counter-moved'] as const) : [])];
};
