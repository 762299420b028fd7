import { concat, latin1 } from '../../bytes.ts';
import { indexEffects, listStarts } from '../../language/effects.ts';
import { TSPL_EFFECTS } from '../../language/tspl-effects.ts';
import { type Chunk, type Paper, type RawLabel, type RawRefusal, Repeats } from '../label.ts';
import { checkImmediate, isReadable, type Line, readLines, refuseLine } from './lines.ts';

const EFFECTS = indexEffects(TSPL_EFFECTS);
const STARTS = listStarts(TSPL_EFFECTS).map((line) => `${line}\r\n`);
const TALKS = new Set([
  'OUT',
  'INP',
  'INP$',
  'FILES',
  'OUTR',
  'SET RESPONSE',
  'GETSENSOR',
  'GETSETTING$',
]);

/** How many sets of how many copies. */
const PRINT = /^(\d{1,9})(?: *, *(\d{1,9}))?$/;

/** What holds until it is said again: `GAP` and `BLINE` take each other's place. */
const SETTINGS: Readonly<Record<string, { key: string; values: RegExp }>> = {
  SIZE: { key: 'SIZE', values: /^[\d.]+(?: *(?:mm|dot))?(?: *, *[\d.]+(?: *(?:mm|dot))?)?$/i },
  GAP: { key: 'GAP', values: /^[\d.]+(?: *(?:mm|dot))?(?: *, *-?[\d.]+(?: *(?:mm|dot))?)?$/i },
  BLINE: { key: 'GAP', values: /^[\d.]+(?: *(?:mm|dot))?(?: *, *-?[\d.]+(?: *(?:mm|dot))?)?$/i },
  SPEED: { key: 'SPEED', values: /^[\d.]{1,4}$/ },
  DIRECTION: { key: 'DIRECTION', values: /^[01](?: *, *[01])?$/ },
  REFERENCE: { key: 'REFERENCE', values: /^-?\d{1,6} *, *-?\d{1,6}$/ },
  CODEPAGE: { key: 'CODEPAGE', values: /^[\w-]{1,12}$/ },
};

function refuseCommand({ number, name }: Line): RawRefusal {
  if (TALKS.has(name)) return refuseLine(number, `${name} 会让打印机回话，这里没有人听`);
  if (name.startsWith('SET ')) return refuseLine(number, `${name} 会动打印机本身的设置`);
  return refuseLine(number, `${name} 不是画标签的命令，会动打印机本身（设置、走纸、程序或存储）`);
}

/** What a stream has said so far. */
type State = {
  settings: Map<string, string>;
  /** In the image buffer: what was drawn since it was cleared. */
  drawn: Chunk[];
  drawnBytes: number;
  /** Of these what the label before shows, too. */
  shownBytes: number;
  readonly repeats: Repeats;
  from: number | null;
  inherited: readonly string[];
  readonly paper: Paper;
};

const ZERO = /^[+-]?0*(?:\.0*)?(?: *(?:mm|dot))?(?: *, *[+-]?0*(?:\.0*)?(?: *(?:mm|dot))?)?$/i;

/** How far paper goes by what a command says. */
const LENGTHS: ReadonlyMap<string, (parts: readonly string[]) => readonly string[]> = new Map([
  ['SIZE', (parts) => parts.slice(1)],
  ['GAP', (parts) => parts],
  ['BLINE', (parts) => parts],
]);

/** Without a unit they are inches. */
const toMm = (length: string, { dotsPerMm }: Paper): number => {
  const value = Math.abs(Number.parseFloat(length));
  if (/mm/i.test(length)) return value;
  return /dot/i.test(length) ? value / dotsPerMm : value * 25.4;
};

function set(state: State, { number, name, rest }: Line): void {
  const setting = SETTINGS[name];
  if (!setting) return;
  if (!setting.values.test(rest)) throw refuseLine(number, `${name} 的参数读不懂`);
  const lengths = LENGTHS.get(name)?.(rest.split(',')) ?? [];
  if (lengths.some((length) => toMm(length, state.paper) > state.paper.maxLengthMm))
    throw refuseLine(number, `${name} 比这个配置的标签长得多，最多 ${state.paper.maxLengthMm} mm`);
  state.settings.delete(setting.key);
  state.settings.set(setting.key, `${name} ${rest}\r\n`);
}

function draw(state: State, { number, name, rest, dots }: Line): void {
  if (!dots && !isReadable(rest))
    throw refuseLine(number, `${name} 的参数读不懂：要是数字和引号里的文字，用逗号隔开`);
  const chunks = dots ? [`BITMAP ${rest},`, dots, '\r\n'] : [`${name} ${rest}\r\n`];
  for (const chunk of chunks) state.drawnBytes += chunk.length;
  state.drawn.push(...chunks);
}

function clear(state: State): void {
  Object.assign(state, { drawn: [], drawnBytes: 0, shownBytes: 0 });
}

/** @throws RawRefusal for what is no label's, or would be missed if it were left out */
function obey(state: State, line: Line): void {
  const { number, name, rest } = line;
  const effect = EFFECTS.get(name);
  if (!effect) throw refuseCommand(line);
  if (name === 'SHIFT' && !ZERO.test(rest))
    throw refuseLine(number, 'SHIFT 会留在打印机里，挪动后面的标签：用 REFERENCE 或坐标');
  if (SETTINGS[name]) set(state, line);
  else if (name === 'CLS') clear(state);
  else if (effect.lasting !== 'printer') draw(state, line);
}

function createLabel(state: State, { number, rest, to }: Line): RawLabel {
  const [, sets, copies = '1'] = PRINT.exec(rest) ?? [];
  const count = Number(sets) * Number(copies);
  if (!(count > 0)) throw refuseLine(number, 'PRINT 的张数读不懂');
  const { drawn, inherited, from, paper } = state;
  const settings = [...state.settings.values()];
  const length = drawn.length;
  state.repeats.add(state.shownBytes);
  state.repeats.addAll(settings);
  state.shownBytes = state.drawnBytes;
  return {
    from: from ?? 0,
    to,
    copies: count,
    inherited,
    bytes: () =>
      join([
        `\r\n${paper.stock}`,
        ...STARTS,
        ...settings,
        'CLS\r\n',
        ...drawn.slice(0, length),
        'PRINT 1,1\r\n',
      ]),
  };
}

const join = (chunks: readonly Chunk[]): Uint8Array =>
  concat(chunks.map((chunk) => (typeof chunk === 'string' ? latin1(chunk) : chunk)));

/**
 * The labels of a stream of TSPL, one by one, each with what it inherits from those before: settings, and what is in the
 * image buffer. What a label may hold and what becomes of the rest: `TSPL_EFFECTS`. In linear time. @throws RawRefusal at
 * the first line that is not understood, or would do more than draw labels
 */
export function* readTsplLabels(bytes: Uint8Array, paper: Paper): Generator<RawLabel> {
  checkImmediate(bytes);
  const state: State = {
    settings: new Map(),
    drawn: [],
    drawnBytes: 0,
    shownBytes: 0,
    repeats: new Repeats(),
    from: null,
    inherited: [],
    paper,
  };
  for (const line of readLines(bytes)) {
    state.from ??= line.from;
    if (line.name === 'PRINT') {
      yield createLabel(state, line);
      state.from = null;
      state.inherited = [...state.settings.values()];
    } else obey(state, line);
  }
}
