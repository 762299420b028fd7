import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { STATES } from './state.ts';
import { TABLE } from './table.ts';

const DOCUMENT = new URL('../../../../../../docs/printing.md', import.meta.url);
const HEARING = STATES.filter((name) => name !== 'silent' && name !== 'ended');

/** Reads the cells of the table below `heading`, without the separator line. */
const readTable = (heading: string): string[][] => {
  const lines = readFileSync(DOCUMENT, 'utf8').split('\n');
  const from = lines.indexOf(heading) + 2;
  const to = lines.findIndex((line, i) => i > from && !line.startsWith('|'));
  return lines.slice(from, to).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
};

const writeStates = (from: readonly string[]): string =>
  from.length === HEARING.length && HEARING.every((name) => from.includes(name))
    ? 'hearing'
    : from.join(', ');

it('does what docs/printing.md says', () => {
  const rows = TABLE.map(({ from, event, when, does, to }) => [
    writeStates(from),
    event,
    when === 'always' ? '' : when,
    does,
    to ?? '',
  ]);
  expect(readTable('| in | event | when | then | next |')).toEqual(rows);
});

it('has every state the document tells of, and a way out of each but the last', () => {
  const names = readTable('| state | |').map(([name]) => name?.replaceAll('`', ''));
  expect(names).toEqual(STATES);
  for (const state of STATES.filter((name) => name !== 'ended'))
    expect([state, TABLE.some(({ from, to }) => from.includes(state) && to !== state)]).toEqual([
      state,
      true,
    ]);
});

it('follows a label to its end, also when a stop is told just before its first byte', () => {
  for (const state of ['unrested', 'rested', 'stopped'])
    expect(
      TABLE.find(({ from, event }) => event === 'label sent' && from.some((name) => name === state))
        ?.to,
    ).toBe('printing');
});

it('answers a tick in any state', () => {
  for (const state of STATES) {
    const ticks = TABLE.filter(({ from, event }) => event === 'tick' && from.includes(state));
    expect([state, ticks.at(-1)?.when]).toEqual([state, 'always']);
  }
});
