import { describe, expect, test } from 'vitest';
import { listSpellings, TSPL_MANUAL } from './manual.ts';
import { findTsplEffects, probeTspl } from './probe.ts';

const none = { setup: new Uint8Array() };
const findEffects = (text: string, options = {}): string[] =>
  findTsplEffects(Buffer.from(text, 'latin1'), options);
const probe = (text: string, setup = '') =>
  probeTspl(Buffer.from(text, 'latin1'), { setup: Buffer.from(setup, 'latin1') });

/** Control flow outside a program, or commands that need an existing file. */
const ALONE =
  /^(?:EOP|KILL|MOVE|COPY|:PROBE|REM|END|NEXT|WEND|DO|LOOP|ELSE|ENDIF|RETURN|EXITDO|FOR|WHILE|IF|GO|INPUT|WRITE|PUT)/;
const lasting = TSPL_MANUAL.filter(
  ({ name, effects: kinds }) =>
    !ALONE.test(name) &&
    kinds.some((kind) => ['power', 'saved', 'device', 'stores', 'reads'].includes(kind)),
);

test.each(lasting)('$name, $title, is seen afterwards', ({ name, bytes }) => {
  const setup = name === 'INITIALPRINTER' ? {} : none;
  expect(findTsplEffects(Buffer.concat([bytes, Buffer.from('\r\n')]), setup)).not.toEqual([]);
});

test.each([
  ['SIZE 30 mm,20 mm', 'width'],
  ['DIRECTION 1,1', 'hash'],
  ['REFERENCE 24,16', 'left'],
  ['SHIFT 10,12', 'top'],
  ['SPEED 2', 'speed'],
  ['DENSITY 15', 'said.DENSITY'],
  ['SET CUTTER 1', 'cuts'],
  ['SET PEEL ON', 'peels'],
  ['CODEPAGE 1252', 'said.CODEPAGE'],
])('%s changes %s of the next label', (line, what) => {
  expect(findEffects(`${line}\r\n`, none).join('\n')).toMatch(
    new RegExp(`^labels\\.0\\.${what}`, 'm'),
  );
});

test('the image buffer is printed again until CLS', () => {
  expect(findEffects('BAR 200,9,50,9\r\nPRINT 1\r\n').join('\n')).toMatch(/^labels\.0\.hash/m);
  expect(findEffects('TEXT 9,9,"3",0,1,1,"theirs"\r\nPRINT 1\r\n').join()).toContain('theirs');
  expect(findEffects('BAR 200,9,50,9\r\nPRINT 1\r\nCLS\r\n')).toEqual([]);
});

test('every spelling of a command does the same', () => {
  for (const name of ['DENSITY', 'SET PEEL', 'REFERENCE']) {
    const command = TSPL_MANUAL.find((item) => item.name === name);
    if (!command) throw new Error(name);
    const effectsBySpelling = listSpellings(command).map((spelling) =>
      findEffects(spelling.toString('latin1'), none),
    );
    expect(effectsBySpelling[0]?.length).toBeGreaterThan(0);
    for (const other of effectsBySpelling) expect(other).toEqual(effectsBySpelling[0]);
  }
});

test.each([
  ['half a BITMAP', 'BITMAP 0,0,100,50,0,abc'],
  ['half a file', 'DOWNLOAD "A.DAT",5000,abc'],
  ['a program without EOP', 'DOWNLOAD "A.BAS"\r\nCLS\r\n'],
  ['dump mode', '\x1b!D'],
  ['dump mode in its turn', '~!D'],
  ['a pause', '\x1b!P'],
  ['a wait for a key', 'SET PRINTKEY ON\r\nPRINT 1\r\n'],
  ['a label that hangs out', 'SET PEEL ON\r\nPRINT 1\r\n'],
])('%s swallows or holds the next label', (_, text) => {
  expect(probe(text).labels).toEqual([]);
});

describe('programs', () => {
  const LOOP =
    'DOWNLOAD "A.BAS"\r\nFOR I=1 TO 3\r\nCLS\r\nTEXT 9,9,"3",0,1,1,"a"\r\nPRINT 1\r\nNEXT\r\nDENSITY 2\r\nEOP\r\n';

  test('print nothing while they are stored, and all when they are run', () => {
    expect(probe(LOOP).during.labels).toBe(0);
    expect(probe('RUN "A.BAS"\r\n', LOOP).during.labels).toBe(3);
    expect(probe('A\r\n', LOOP).during.labels).toBe(3);
    expect(findEffects('RUN "A.BAS"\r\n', { setup: Buffer.from(LOOP) }).join()).toContain(
      'DENSITY',
    );
  });

  test('have conditions, jumps and variables, and come to an end', () => {
    const text =
      'DOWNLOAD "A.BAS"\r\nN=0\r\n:AGAIN\r\nN=N+1\r\nPRINT 1\r\nIF N<4 THEN GOTO AGAIN\r\nEOP\r\n';
    expect(probe('RUN "A.BAS"\r\n', text).during.labels).toBe(4);
    const endless = 'DOWNLOAD "A.BAS"\r\n:AGAIN\r\nGOTO AGAIN\r\nEOP\r\n';
    expect(probe('RUN "A.BAS"\r\n', endless).during.labels).toBe(0);
    const nested = ['A', 'B', 'C'].map(
      (name, at) =>
        `DOWNLOAD "${name}.BAS"\r\n:AGAIN\r\nRUN "${['B', 'C', 'A'][at]}.BAS"\r\nGOTO AGAIN\r\nEOP\r\n`,
    );
    expect(probe('RUN "A.BAS"\r\n', nested.join('')).during.labels).toBe(0);
  });

  test('AUTO.BAS is run when the power comes back, of a memory that kept it', () => {
    const off = { restart: true, ...none };
    const buildAutoProgram = (memory: string) =>
      `DOWNLOAD ${memory}"AUTO.BAS"\r\nDENSITY 2\r\nEOP\r\n`;
    expect(findEffects(buildAutoProgram(''), off)).toEqual([]);
    expect(findEffects(buildAutoProgram('F,'), off).join()).toContain('labels.0.said.DENSITY');
  });
});

test('the power ends settings, not the device’s', () => {
  const off = { restart: true, ...none };
  expect(findEffects('DENSITY 15\r\nSIZE 30 mm,20 mm\r\nBAR 1,1,9,9\r\n', off)).toEqual([]);
  expect(findEffects('NET PORT 9101\r\n', off)).not.toEqual([]);
});

test('feeds leave the paper elsewhere', () => {
  expect(findEffects('FEED 40\r\n', none).join()).toContain('state.fed');
  expect(probe('FEED 40\r\nCUT\r\nFORMFEED\r\n').during.acts).toHaveLength(3);
});
