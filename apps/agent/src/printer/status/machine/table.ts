import type { Action } from './actions.ts';
import type { Condition } from './conditions.ts';
import type { EventName } from './events.ts';
import type { StateName } from './state.ts';

/** In a state, at an event, when something is so: what is done, and which state follows. */
export type Row = {
  from: readonly StateName[];
  event: EventName;
  when: Condition;
  does: Action;
  /** Null: the same. */
  to: StateName | null;
};

const row = (
  from: readonly StateName[],
  event: EventName,
  when: Condition,
  does: Action,
  to: StateName | null,
): Row => ({ from, event, when, does, to });

/** No label of this process is open, and none was left by an earlier one. */
const FREE = ['unrested', 'rested', 'stopped'] as const;
const HEARING = ['greeting', ...FREE, 'printing', 'leaving'] as const;

/**
 * The first row that fits is taken. What events say of labels and printer is recorded in any state (`record.ts`); a tick
 * goes on from row to row until the driver has something to do. docs/printing.md shows the table.
 */
export const TABLE: readonly Row[] = [
  row(['greeting'], 'status', 'labels are open', '', 'printing'),
  row(['greeting', ...FREE], 'status', 'it says that it is stopped', '', 'stopped'),
  row(['greeting', 'stopped'], 'status', 'always', '', 'unrested'),
  row(['silent'], 'status', 'always', 'give up the open questions', 'leaving'),
  // A stop may be told between the step that starts a label and its first byte.
  row(FREE, 'label sent', 'always', '', 'printing'),

  row(
    ['printing'],
    'tick',
    'a label is decided, late answers may tell more',
    'wait for late answers',
    null,
  ),
  row(['printing', 'silent', 'leaving'], 'tick', 'a label is decided', 'settle', null),
  row(HEARING, 'tick', 'nothing was heard for too long', 'note the stop', 'silent'),
  row(['silent'], 'tick', 'nothing was heard for 15 s of a label', 'renew', 'ended'),
  row(['silent'], 'tick', 'always', 'ask ever more rarely', null),
  row(HEARING, 'tick', 'half a format has stood there for 20 s', 'renew', 'ended'),
  row(['leaving'], 'tick', 'no label is open', 'renew', 'ended'),
  row(['ended'], 'tick', 'always', 'renew', null),
  row(['printing'], 'tick', 'no label is open', '', 'unrested'),
  row(['rested'], 'tick', 'its rest is in doubt', '', 'unrested'),
  row(['unrested'], 'tick', 'it has rested', 'note the rest', 'rested'),
  row(
    ['unrested'],
    'tick',
    'work waits, others leave no pause',
    'start a label without a counter',
    null,
  ),
  row(['rested'], 'tick', 'work waits, and each answer has its question', 'start a label', null),
  row(['rested'], 'tick', 'work waits, and an answer was lost', 'renew', 'ended'),
  row(
    ['rested'],
    'tick',
    'work waits, and an answer may only be late',
    'wait for late answers',
    null,
  ),
  row(['unrested'], 'tick', 'work waits, and its rest cannot be told', 'renew', 'ended'),
  row(
    ['unrested'],
    'tick',
    'work waits, and its rest may yet be told',
    'wait for late answers',
    null,
  ),
  row(
    ['printing'],
    'tick',
    'work waits, and may go behind the label',
    'start the label behind',
    null,
  ),
  row(HEARING, 'tick', 'a question is due', 'ask', null),
  row(HEARING, 'tick', 'always', 'wait', null),
];
