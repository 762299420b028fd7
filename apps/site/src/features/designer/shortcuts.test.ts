import { describe, expect, it } from 'vitest';
import { SHORTCUTS, findShortcut, type FocusArea } from './shortcuts.ts';

/** Builds the keyboard event of a shortcut. */
const press = (written: string): KeyboardEvent => {
  const parts = written.split('+');
  const key = parts.at(-1) ?? '';
  return {
    key,
    code: /^[A-Z]$/.test(key) ? `Key${key}` : key,
    ctrlKey: parts.includes('Mod'),
    metaKey: false,
    altKey: parts.includes('Alt'),
    shiftKey: parts.includes('Shift'),
  } as KeyboardEvent;
};

const listKeysFor = (where: FocusArea): string[] =>
  SHORTCUTS.flatMap(({ keys }) => keys).filter((key) => findShortcut(press(key), where));

describe('shortcuts', () => {
  it('all work on the canvas, each key for one thing', () => {
    const all = SHORTCUTS.flatMap(({ keys }) => keys);
    expect(new Set(all).size).toBe(all.length);
    expect(listKeysFor('canvas')).toEqual(all);
    for (const one of SHORTCUTS)
      for (const key of one.keys) expect(findShortcut(press(key), 'canvas')).toBe(one);
  });

  it('beside the canvas are saving, printing and undo; single letters and the browser’s own keys are not', () => {
    expect(listKeysFor('page')).toEqual(['Mod+Z', 'Mod+Shift+Z', 'Mod+Y', 'Mod+S', 'Mod+P']);
  });

  it('where something is typed are saving and printing: a field has an undo of its own', () => {
    expect(listKeysFor('field')).toEqual(['Mod+S', 'Mod+P']);
  });

  it('are the same with the command key, another layout, and plus for equals', () => {
    const createKeyEvent = (part: object): KeyboardEvent =>
      ({ ...press('Z'), ...part }) as KeyboardEvent;
    const [undo] = SHORTCUTS.filter(({ what }) => what === '撤销');
    expect(findShortcut(createKeyEvent({ metaKey: true, key: 'я' }), 'canvas')).toBe(undo);
    const plus = createKeyEvent({ key: '+', code: 'Equal', shiftKey: true });
    expect(findShortcut(plus, 'canvas')?.what).toBe('放大');
    const help = createKeyEvent({ key: '?', code: 'Slash', shiftKey: true });
    expect(findShortcut(help, 'canvas')?.what).toBe('快捷键');
  });
});
