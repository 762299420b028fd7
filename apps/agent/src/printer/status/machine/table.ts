import type { Action } from './actions.ts';
import type { Condition } from './conditions.ts';
import type { EventName } from './events.ts';
import type { StateName } from './state.ts';

/** A transition: states, event and condition give the action and the next state. */
export type Row = {
  from: readonly StateName[];
  event: EventName;
  when: Condition;
  does: Action;
  /** State after the row; null leaves the state unchanged. */
  to: StateName | null;
};

const createTransitionRow = (
  from: readonly StateName[],
  event: EventName,
  when: Condition,
  action: Action,
  to: StateName | null,
): Row => ({ from, event, when, does: action, to });

/** No label is open, neither of this process nor of an earlier one. */
const FREE = ['unrested', 'rested', 'stopped'] as const;
const HEARING = ['greeting', ...FREE, 'printing', 'leaving'] as const;

/**
 * Transition table; the first matching row applies. Events update labels and printer facts in any
 * state (`record.ts`). A tick applies row after row, until one gives the driver a step.
 * docs/printing.md shows the table.
 */
export const TABLE: readonly Row[] = [
  createTransitionRow(['greeting'], 'status', 'labels are open', '', 'printing'),
  createTransitionRow(['greeting', ...FREE], 'status', 'it says that it is stopped', '', 'stopped'),
  createTransitionRow(['greeting', 'stopped'], 'status', 'always', '', 'unrested'),
  createTransitionRow(['silent'], 'status', 'always', 'give up the open questions', 'leaving'),
  // A stop may be reported between the step that starts a label and its first byte.
  createTransitionRow(FREE, 'label sent', 'always', '', 'printing'),

  createTransitionRow(
    ['printing'],
    'tick',
    'a label is decided, late answers may tell more',
    'wait for late answers',
    null,
  ),
  createTransitionRow(
    ['printing', 'silent', 'leaving'],
    'tick',
    'a label is decided',
    'settle',
    null,
  ),
  createTransitionRow(HEARING, 'tick', 'nothing was heard for too long', 'note the stop', 'silent'),
  createTransitionRow(
    ['silent'],
    'tick',
    'nothing was heard for 15 s of a label',
    'renew',
    'ended',
  ),
  createTransitionRow(['silent'], 'tick', 'always', 'ask ever more rarely', null),
  createTransitionRow(HEARING, 'tick', 'half a format has stood there for 20 s', 'renew', 'ended'),
  createTransitionRow(['leaving'], 'tick', 'no label is open', 'renew', 'ended'),
  createTransitionRow(['ended'], 'tick', 'always', 'renew', null),
  createTransitionRow(['printing'], 'tick', 'no label is open', '', 'unrested'),
  createTransitionRow(['rested'], 'tick', 'its rest is in doubt', '', 'unrested'),
  createTransitionRow(['unrested'], 'tick', 'it has rested', 'note the rest', 'rested'),
  createTransitionRow(
    ['unrested'],
    'tick',
    'work waits, others leave no pause',
    'start a label without a counter',
    null,
  ),
  createTransitionRow(
    ['rested'],
    'tick',
    'work waits, and each answer has its question',
    'start a label',
    null,
  ),
  createTransitionRow(['rested'], 'tick', 'work waits, and an answer was lost', 'renew', 'ended'),
  createTransitionRow(
    ['rested'],
    'tick',
    'work waits, and an answer may only be late',
    'wait for late answers',
    null,
  ),
  createTransitionRow(
    ['unrested'],
    'tick',
    'work waits, and its rest cannot be told',
    'renew',
    'ended',
  ),
  createTransitionRow(
    ['unrested'],
    'tick',
    'work waits, and its rest may yet be told',
    'wait for late answers',
    null,
  ),
  createTransitionRow(
    ['printing'],
    'tick',
    'work waits, and may go behind the label',
    'start the label behind',
    null,
  ),
  createTransitionRow(HEARING, 'tick', 'a question is due', 'ask', null),
  createTransitionRow(HEARING, 'tick', 'always', 'wait', null),
];
