import { describe, expect, it } from 'vitest';
import { chooseGesture, type InHand, type Modifier, type Under } from './gesture-table.ts';

const MODIFIERS: readonly Modifier[] = ['none', 'shift', 'ctrl', 'alt'];

/** A row for each thing under the pointer; a column for each modifier: down, drag, click. */
const TABLE: Record<InHand, Record<Under, readonly [string, string, string, string]>> = {
  arrow: {
    handle: ['- resize -', '- resize -', '- resize -', '- resize -'],
    line: ['- line -', '- line -', '- line -', '- line -'],
    guide: ['- guide -', '- guide -', '- guide -', '- guide -'],
    selected: ['- move front', '- move toggle', '- move below', '- move front'],
    element: ['front move -', 'add move -', 'front move -', 'front move -'],
    nothing: ['clear marquee -', '- marquee -', 'clear marquee -', 'clear marquee -'],
  },
  drawing: {
    handle: ['- draw -', '- draw -', '- draw -', '- draw -'],
    line: ['- draw -', '- draw -', '- draw -', '- draw -'],
    guide: ['- draw -', '- draw -', '- draw -', '- draw -'],
    selected: ['- draw -', '- draw -', '- draw -', '- draw -'],
    element: ['- draw -', '- draw -', '- draw -', '- draw -'],
    nothing: ['- draw -', '- draw -', '- draw -', '- draw -'],
  },
  style: {
    handle: ['- - drop-style', '- - drop-style', '- - drop-style', '- - drop-style'],
    line: ['- - drop-style', '- - drop-style', '- - drop-style', '- - drop-style'],
    guide: ['- - drop-style', '- - drop-style', '- - drop-style', '- - drop-style'],
    selected: ['- - apply-style', '- - apply-style', '- - apply-style', '- - apply-style'],
    element: ['- - apply-style', '- - apply-style', '- - apply-style', '- - apply-style'],
    nothing: ['- - drop-style', '- - drop-style', '- - drop-style', '- - drop-style'],
  },
};

const CELLS = Object.entries(TABLE).flatMap(([hand, rows]) =>
  Object.entries(rows).flatMap(([under, row]) =>
    row.map((wanted, i) => [hand, MODIFIERS[i] ?? 'none', under, wanted] as const),
  ),
);

describe('a press', () => {
  it.each(CELLS)('with %s and %s on %s: %s', (hand, modifier, under, wanted) => {
    const { down, drag, click } = chooseGesture(hand as InHand, modifier, under as Under);
    const shown = [down, drag, click].map((act) => (act === 'none' ? '-' : act)).join(' ');
    expect(shown).toBe(wanted);
  });
});
