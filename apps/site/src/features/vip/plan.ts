import type { Plan } from './load.ts';

/** Whether it is the free plan, which nobody buys. */
export const isFree = (plan: Plan): boolean => plan.isFree || plan.priceFen === 0;
