import { expect, it } from 'vitest';
import { chooseCellAct } from './cell-keys.ts';

const press = (written: string, isEditing: boolean): string => {
  const parts = written.split('+');
  const has = (part: string): boolean => parts.includes(part);
  const key = {
    key: parts.at(-1) ?? '',
    shiftKey: has('Shift'),
    altKey: has('Alt'),
    ctrlKey: has('Ctrl'),
    metaKey: false,
  };
  const { act, step } = chooseCellAct(key, isEditing);
  return step ? `${act} ${step}` : act;
};

it.each([
  // key, in a chosen cell, while typing
  ['ArrowUp', 'move up', 'move up'],
  ['ArrowDown', 'move down', 'move down'],
  ['ArrowLeft', 'move left', 'none'],
  ['ArrowRight', 'move right', 'none'],
  ['Shift+ArrowRight', 'none', 'none'],
  ['Enter', 'move down', 'move down'],
  ['Shift+Enter', 'move up', 'move up'],
  ['Alt+Enter', 'break', 'break'],
  ['Tab', 'move next', 'move next'],
  ['Shift+Tab', 'move previous', 'move previous'],
  ['F2', 'edit', 'none'],
  ['Delete', 'clear', 'none'],
  ['Backspace', 'clear', 'none'],
  ['Escape', 'none', 'restore'],
  ['a', 'none', 'none'],
  ['Ctrl+a', 'none', 'none'],
  ['Ctrl+Enter', 'none', 'none'],
])('%s in a cell: %s; while typing: %s', (key, chosen, typing) => {
  expect([press(key, false), press(key, true)]).toEqual([chosen, typing]);
});
