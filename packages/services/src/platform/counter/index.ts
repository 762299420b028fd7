export { type Counter, createRateLimitCounter, type Reservation } from './counter.ts';
export { createPauseRule, createWindowRule, type RateLimitRule, type Count } from './rules.ts';
export { deleteExpiredCounters } from './delete-expired.ts';
