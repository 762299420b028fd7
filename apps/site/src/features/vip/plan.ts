import type { Plan } from './load.ts';

/** True for the free plan, which is not sold. */
export const isFreePlan = (plan: Plan): boolean => plan.isFree || plan.priceFen === 0;
