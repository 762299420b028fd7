import { describe, expect, onTestFinished, test } from 'vitest';
import { Bitmap } from '../works/bitmap.ts';
import { describeDots } from '../works/probe.ts';
import { dialPrinter, pollFact } from '../works/testing.ts';
import { listSpellings, ZPL_MANUAL } from './manual.ts';
import { CONFIGURED, findZplEffects, probeZpl } from './probe.ts';
import { startZplPrinter } from './zpl.ts';

const findEffects = (text: string, options = {}): string[] =>
  findZplEffects(Buffer.from(text, 'latin1'), options);
const LABEL = '^XA^FO9,9^GB20,20,2^FS^XZ';

test('the manual has each command once', () => {
  const names = ZPL_MANUAL.map(({ name }) => name);
  expect(names.length).toBeGreaterThan(240);
  expect(new Set(names).size).toBe(names.length);
});

test('a label alone changes nothing of the next', () => {
  expect(findEffects(LABEL)).toEqual([]);
  expect(findEffects(`${LABEL}\r\n${LABEL}`)).toEqual([]);
});

/** Commands that have an effect only with something that is missing here. */
const ALONE = new Set([
  '^ID',
  '^XF',
  '^TO',
  '^EF',
  '~EF',
  '~EG',
  '^EG',
  '~JB',
  '^JB',
  '~DN',
  '~JQ',
]);
const lasting = ZPL_MANUAL.filter(
  ({ name, effects: kinds }) =>
    !ALONE.has(name) &&
    kinds.some((kind) => ['power', 'saved', 'device', 'stores', 'reads'].includes(kind)),
);

describe.each(lasting)('$name, $title', ({ name, bytes, effects: kinds }) => {
  const format = (text: string): string =>
    name.startsWith('^') && name !== '^DF' ? `^XA${text}^XZ` : text;
  const sent =
    name === '^DF'
      ? `^XA${bytes.toString('latin1')}^FO1,1^GB9,9^FS^XZ`
      : format(bytes.toString('latin1'));

  test('is seen afterwards', () => {
    // These switch to other languages, which are not simulated further.
    if (name.startsWith('! ') && kinds.includes('reads')) return;
    if (name === '! CISDFCRC16') return;
    expect(findEffects(`${sent}\r\n`)).not.toEqual([]);
  });
});

test.each([
  ['^LS40', 'left'],
  ['^LT20', 'top'],
  ['^POI', 'hash'],
  ['^PMY', 'hash'],
  ['^LRY', 'hash'],
  ['^JMB', 'hash'],
  ['^PW300', 'width'],
  ['^LL100', 'height'],
  ['^LH9,9', 'left'],
  ['^MD9', 'darkness'],
  ['^MMP', 'peels'],
  ['^MNN', 'media'],
  ['^FWR', 'with'],
  ['^BY4', 'with'],
  ['^CF0,60', 'with'],
  ['^CI28', 'with'],
  ['^PR6', 'print'],
])('%s changes %s of the next label', (command, what) => {
  const effects = findEffects(`^XA${command}^XZ`, { setup: new Uint8Array() });
  expect(effects.join('\n')).toMatch(new RegExp(`^labels.*${what}`, 'm'));
});

test('every spelling of ^LS and ~SD does the same', () => {
  const none = { setup: new Uint8Array() };
  for (const name of ['^LS', '~SD']) {
    const command = ZPL_MANUAL.find((item) => item.name === name);
    if (!command) throw new Error(name);
    const [plain] = listSpellings(command);
    const findSaid = (spelling: Buffer): string[] =>
      findEffects(`\x1eXA${spelling.toString('latin1')}\x1eXZ`, none).filter(
        (found) => found.startsWith('labels') || !found.includes('reading'),
      );
    const expected = findSaid(plain ?? Buffer.alloc(0));
    expect(expected.length).toBeGreaterThan(0);
    // A changed format prefix makes the next label unreadable.
    for (const spelling of listSpellings(command).filter((spelling) => !spelling.includes('~C')))
      expect(findSaid(spelling)).toEqual(expected);
  }
});

test('RS is ^, DLE is ~, US is a comma, SI is ^FS', () => {
  const plain = probeZpl(Buffer.from('^XA^LH5,6^FO1,2^GB9,9,1^FS^FO3,3^FDa^FS~SD20^XZ'));
  const coded =
    '\x1eXA\x1eLH5\x1f6\x1eFO1\x1f2\x1eGB9\x1f9\x1f1\x0f\x1eFO3\x1f3\x1eFDa\x0f\x10SD20\x1eXZ';
  expect(probeZpl(Buffer.from(coded, 'latin1'))).toEqual(plain);
});

test('a changed prefix leaves the next label unread, and RS works on', () => {
  expect(probeZpl(Buffer.from('~CC/')).labels).toEqual([]);
  expect(probeZpl(Buffer.from('~CC/\x1eXA\x1eCC^\x1eXZ')).labels).toHaveLength(1);
});

test('a changed delimiter moves what the next label has', () => {
  expect(findEffects('^XA^CD;^XZ').join('\n')).toMatch(/^labels\.0\.(left|top|hash)/m);
});

test.each([
  ['a binary download that is cut short', '~DYR:X,B,G,5000,2,abc'],
  ['binary dots that are cut short', '^XA^GFB,5000,5000,10,abc'],
  ['the interpreter', '~JI'],
  ['diagnostics', '~JD'],
  ['a pause', '~PP'],
  ['a pause after a format', '^XA^FO1,1^GB9,9^FS^PP^XZ'],
  ['a pause in a quantity', '^XA^FO1,1^GB9,9^FS^PQ4,2^XZ'],
])('%s swallows or holds the next label', (_, text) => {
  expect(probeZpl(Buffer.from(text)).labels).toEqual([]);
});

test('a format left open mixes with what follows, or is lost', () => {
  expect(findEffects('^XA^LS40', { rules: { strayXa: 'merges' } }).join()).toContain('labels');
  expect(findEffects('^XA^LS40').join()).toContain('state.pending');
});

test('^MCN prints the label behind the next one', () => {
  expect(findEffects('^XA^MCN^FO200,9^GB90,90,9^FS^XZ').join('\n')).toMatch(/^labels\.0\.hash/m);
});

describe('power', () => {
  const findLeft = (text: string): string[] =>
    findEffects(text, { restart: true, setup: new Uint8Array() });

  test('ends what was not saved', () => {
    expect(findLeft('^XA^LS40^POI^XZ~DGR:A.GRF,1,1,FF')).toEqual([]);
  });

  test('leaves what ^JUS has saved, objects in other memories, and settings of the device', () => {
    expect(findLeft('^XA^LS40^JUS^XZ').join('\n')).toMatch(/^labels\.0\.left/m);
    expect(findLeft('~DGE:A.GRF,1,1,FF^XA^XZ').join()).toContain('E:A.GRF');
    expect(findLeft('! U1 setvar "ezpl.print_width" "100"\r\n')).not.toEqual([]);
  });

  test('AUTOEXEC.ZPL is carried out when it comes back', () => {
    expect(findLeft('^XA^DFE:AUTOEXEC.ZPL^LS40^XZ').join('\n')).toMatch(/^labels\.0\.left/m);
  });

  test('~JR is the same as the plug', () => {
    const { labels } = probeZpl(Buffer.from('~JR'), { setup: Buffer.from('^XA^LS9^XZ') });
    expect(labels).toEqual(probeZpl(Buffer.alloc(0)).labels);
  });
});

describe('stored formats', () => {
  test('are not printed, and printed when they are recalled, with what they set', () => {
    const stored = probeZpl(Buffer.from('^XA^DFR:A.ZPL^LS40^FO9,9^FN1^FS^XZ'));
    expect(stored.during.labels).toBe(0);
    const setup = Buffer.from('^XA^DFR:A.ZPL^LS40^FO9,9^FN1^FS^XZ');
    const recall = Buffer.from('^XA^XFR:A.ZPL^FN1^FDname^FS^XZ');
    const recalled = probeZpl(recall, { setup });
    expect(recalled.during.labels).toBe(1);
    expect(findZplEffects(recall, { setup }).join('\n')).toMatch(/^labels\.0\.left/m);
  });

  test('an object with the name of one of ours replaces it', () => {
    const effects = findEffects('~DGR:PROBE.GRF,00004,002,AAAAAAAA', { setup: CONFIGURED });
    expect(effects.join('\n')).toMatch(/^labels\.0\.hash/m);
  });
});

test('small letters and line ends within a command are read', () => {
  const shift = findEffects('^XA^LS40^XZ');
  expect(findEffects('^xa^ls40^xz')).toEqual(shift);
  expect(findEffects('^X\r\nA^\nL\rS40^XZ')).toEqual(shift);
});

test('commands before ^XA do nothing, or what they say', () => {
  expect(findEffects('^LS40')).toEqual([]);
  expect(findEffects('^LS40', { rules: { outside: 'obeyed' } }).join()).toContain('labels');
});

test('over the network, one host’s settings are in the next host’s label', async () => {
  const printer = await startZplPrinter({ instant: true });
  onTestFinished(() => printer.close());
  const first = await dialPrinter(printer.port);
  first.send('\x1eXA\x1eLS40\x1eXZ~DGR:A.GRF,2,1,FFFF^XA^JUS^XZ');
  first.socket.end();
  await first.closed;
  const print = async (formats: number) => {
    const host = await dialPrinter(printer.port);
    host.send('^XA^FO60,9^XGR:A.GRF^FS^FO60,20^GB9,9,9^FS^XZ');
    await pollFact(() => printer.labels().length).toBe(formats);
    return describeDots(printer.labels().at(-1)?.label.bitmap ?? new Bitmap(0, 0));
  };
  expect(await print(3)).toMatchObject({ left: 20, top: 9 });
  await printer.powerCut({ downMs: 0 });
  // ^LS was saved, and R: is empty.
  expect(await print(4)).toMatchObject({ left: 20, top: 20 });
});
