import { ACTIONS } from './actions.ts';
import type { Result } from './actions.ts';
import { CONDITIONS } from './conditions.ts';
import type { Event, Step } from './events.ts';
import { applyEventToFacts } from './record.ts';
import { TABLE } from './table.ts';
import type { Facts, State } from './state.ts';

/** Maximum number of rows per tick. More would be an endless loop. */
const MAX_ROWS = 8;

const findTransitionRow = ({ name, facts }: State, event: Event) =>
  TABLE.find(
    (row) =>
      row.from.includes(name) && row.event === event.name && CONDITIONS[row.when](facts, event),
  );

/** Applies rows for a tick until one has a step. */
const applyRowsUntilStep = (
  state: State,
  event: Event,
  rows: number,
): { state: State; effects: Step[] } => {
  const row = findTransitionRow(state, event);
  if (!row || rows > MAX_ROWS) throw new Error(`no step in the state ${state.name}`);
  const { facts, step: effect }: Result = ACTIONS[row.does](state.facts, event);
  const next = { name: row.to ?? state.name, facts };
  return effect ? { state: next, effects: [effect] } : applyRowsUntilStep(next, event, rows + 1);
};

/**
 * Transition function: applies an event to a state. Pure, without I/O or clock. Only a tick has
 * effects.
 */
export const applyMachineEvent = (
  state: State,
  event: Event,
): { state: State; effects: Step[] } => {
  if (event.name === 'tick')
    return applyRowsUntilStep({ ...state, facts: applyEventToFacts(state.facts, event) }, event, 0);
  const row = findTransitionRow(state, event);
  const facts: Facts = row ? ACTIONS[row.does](state.facts, event).facts : state.facts;
  return {
    state: { name: row?.to ?? state.name, facts: applyEventToFacts(facts, event) },
    effects: [],
  };
};
