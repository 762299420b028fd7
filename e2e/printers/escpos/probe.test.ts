import { expect, test } from 'vitest';
import { ESCPOS_MANUAL } from './manual.ts';
import { findEscposEffects, probeEscpos } from './probe.ts';
import { toBytes } from './testing.ts';

const none = { setup: new Uint8Array() };
const find = (name: string): Buffer => {
  const command = ESCPOS_MANUAL.find((item) => item.name === name);
  if (!command) throw new Error(name);
  return command.bytes;
};
const findEffects = (name: string, options = {}): string[] =>
  findEscposEffects(find(name), { ...none, ...options });

/** They set the current value, or end something that has not started. */
const ALREADY = new Set(['ESC 2', 'ESC S', 'ESC @', 'FS &', 'GS ( E fn=2', 'ESC T', 'ESC W']);
const lasting = ESCPOS_MANUAL.filter(
  ({ name, effects: kinds }) =>
    !ALREADY.has(name) &&
    kinds.some((kind) => ['power', 'saved', 'device', 'stores', 'reads'].includes(kind)),
);

test.each(lasting)('$name, $title, is seen afterwards', ({ bytes: sent }) => {
  expect(findEscposEffects(sent, none)).not.toEqual([]);
});

test.each(ESCPOS_MANUAL)('$name, $title, is read whole', ({ bytes: sent }) => {
  const machine = probeEscpos(sent);
  expect(machine.state.isPending).toBe(false);
});

test.each([
  ['ESC 3', 'hash'],
  ['ESC a', 'left'],
  ['GS L', 'left'],
  ['GS !', 'hash'],
  ['GS ( K fn=49', 'said'],
  ['ESC t', 'said'],
])('%s changes %s of the next label', (name, what) => {
  expect(findEffects(name).join('\n')).toMatch(new RegExp(`^labels\\.0\\.${what}`, 'm'));
});

test('ESC @ takes back settings, not memories of the device', () => {
  const reset = find('ESC @');
  const findUndone = (name: string): string[] =>
    findEscposEffects(Buffer.concat([find(name), reset]), none);
  expect(findUndone('GS L')).toEqual([]);
  expect(findUndone('GS ( K fn=49')).toEqual([]);
  expect(findUndone('ESC &')).toEqual([]);
  expect(findUndone('FS q')).not.toEqual([]);
  expect(findUndone('GS ( E fn=3')).not.toEqual([]);
});

test('ESC @ takes the owner’s settings, too', () => {
  expect(findEscposEffects(find('ESC @')).join('\n')).toMatch(/^labels\.0\./m);
});

test.each([
  ['ESC =', 'another device'],
  ['GS ( E fn=1', 'the user setting mode'],
  ['ESC L', 'page mode'],
])('%s, %s, swallows the next label', (name) => {
  const { labels } = probeEscpos(find(name));
  expect(labels).not.toEqual(probeEscpos(new Uint8Array()).labels);
});

test('half a picture swallows the next label', () => {
  expect(probeEscpos(toBytes(0x1d, 'v0', 0, 100, 0, 100, 0, 1)).labels).toEqual([]);
});

test('a macro is kept over ESC @, and printed when it is run', () => {
  const macro = toBytes(0x1d, ':', 'theirs\n\f', 0x1d, ':');
  const setup = Buffer.concat([macro, find('ESC @')]);
  expect(findEscposEffects(macro, none).join()).toContain('macro');
  expect(probeEscpos(find('GS ^'), { setup }).during.labels).toBe(2);
});

test('the power ends settings and macros, not memories', () => {
  const off = { restart: true };
  expect(findEffects('GS L', off)).toEqual([]);
  expect(findEffects('ESC =', off)).toEqual([]);
  expect(findEffects('FS q', off)).not.toEqual([]);
});
