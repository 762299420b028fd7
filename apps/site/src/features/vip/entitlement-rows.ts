import {
  API_CALLS,
  CLIENTS,
  LABELS,
  PRINTERS,
  RETENTION,
  TEMPLATES,
} from '../../shell/entitlement-rows.ts';
import type { Plan } from './load.ts';

export const ROWS = [LABELS, CLIENTS, PRINTERS, TEMPLATES, RETENTION, API_CALLS];

/** Whether it is the free plan, which nobody buys. */
export const isFree = (plan: Plan): boolean => plan.isFree || plan.priceFen === 0;
