export { type Counter, openCounter, type Taken } from './counter.ts';
export { limitByPause, limitWindow, type Rule, type Tally } from './rules.ts';
export { sweepCounters } from './sweep.ts';
