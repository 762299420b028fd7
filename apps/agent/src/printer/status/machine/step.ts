import { ACTIONS } from './actions.ts';
import type { Result } from './actions.ts';
import { CONDITIONS } from './conditions.ts';
import type { Event, Step } from './events.ts';
import { record } from './record.ts';
import { TABLE } from './table.ts';
import type { Facts, State } from './state.ts';

/** Rows one tick goes through at most: more of them would be a circle. */
const MAX_ROWS = 8;

const findRow = ({ name, facts }: State, event: Event) =>
  TABLE.find(
    (row) =>
      row.from.includes(name) && row.event === event.name && CONDITIONS[row.when](facts, event),
  );

/** Takes the rows of a tick until there is something to do. */
const tick = (state: State, event: Event, rows: number): { state: State; effects: Step[] } => {
  const found = findRow(state, event);
  if (!found || rows > MAX_ROWS) throw new Error(`no step in the state ${state.name}`);
  const { facts, step: effect }: Result = ACTIONS[found.does](state.facts, event);
  const next = { name: found.to ?? state.name, facts };
  return effect ? { state: next, effects: [effect] } : tick(next, event, rows + 1);
};

/** What an event makes of a state, and what is to be done. Pure: no I/O and no clock; only a tick has effects. */
export const step = (state: State, event: Event): { state: State; effects: Step[] } => {
  if (event.name === 'tick') return tick({ ...state, facts: record(state.facts, event) }, event, 0);
  const found = findRow(state, event);
  const facts: Facts = found ? ACTIONS[found.does](state.facts, event).facts : state.facts;
  return { state: { name: found?.to ?? state.name, facts: record(facts, event) }, effects: [] };
};
