import { concatBytes, encodeLatin1 } from '../../bytes.ts';
import { indexEffectsByCommand, listPowerUpCommands } from '../../language/effects.ts';
import { TSPL_EFFECTS } from '../../language/tspl-effects.ts';
import { type Chunk, type Paper, type RawLabel, type RawRefusal, Repeats } from '../label.ts';
import {
  rejectImmediateCommands,
  areParametersReadable,
  type Line,
  readTsplLines,
  createLineRefusal,
} from './lines.ts';

const EFFECTS = indexEffectsByCommand(TSPL_EFFECTS);
const POWER_UP_COMMANDS = listPowerUpCommands(TSPL_EFFECTS).map((line) => `${line}\r\n`);
const REPLYING_COMMANDS = new Set([
  'OUT',
  'INP',
  'INP$',
  'FILES',
  'OUTR',
  'SET RESPONSE',
  'GETSENSOR',
  'GETSETTING$',
]);

/** Number of sets and copies. */
const PRINT = /^(\d{1,9})(?: *, *(\d{1,9}))?$/;

/** Settings that last until they are set again; `GAP` and `BLINE` replace each other. */
const SETTINGS: Readonly<Record<string, { key: string; values: RegExp }>> = {
  SIZE: { key: 'SIZE', values: /^[\d.]+(?: *(?:mm|dot))?(?: *, *[\d.]+(?: *(?:mm|dot))?)?$/i },
  GAP: { key: 'GAP', values: /^[\d.]+(?: *(?:mm|dot))?(?: *, *-?[\d.]+(?: *(?:mm|dot))?)?$/i },
  BLINE: { key: 'GAP', values: /^[\d.]+(?: *(?:mm|dot))?(?: *, *-?[\d.]+(?: *(?:mm|dot))?)?$/i },
  SPEED: { key: 'SPEED', values: /^[\d.]{1,4}$/ },
  DIRECTION: { key: 'DIRECTION', values: /^[01](?: *, *[01])?$/ },
  REFERENCE: { key: 'REFERENCE', values: /^-?\d{1,6} *, *-?\d{1,6}$/ },
  CODEPAGE: { key: 'CODEPAGE', values: /^[\w-]{1,12}$/ },
};

function createTsplCommandRefusal({ number, name }: Line): RawRefusal {
  if (REPLYING_COMMANDS.has(name))
    return createLineRefusal(number, `${name} 会让打印机回话，这里没有人听`);
  if (name.startsWith('SET ')) return createLineRefusal(number, `${name} 会动打印机本身的设置`);
  return createLineRefusal(
    number,
    `${name} 不是画标签的命令，会动打印机本身（设置、走纸、程序或存储）`,
  );
}

/** State of the stream. */
type State = {
  settings: Map<string, string>;
  /** Image buffer: commands since the last `CLS`. */
  imageBuffer: Chunk[];
  drawnBytes: number;
  /** Bytes of it that the previous label already contains. */
  previousLabelBytes: number;
  readonly repeats: Repeats;
  from: number | null;
  inherited: readonly string[];
  readonly paper: Paper;
};

const ZERO = /^[+-]?0*(?:\.0*)?(?: *(?:mm|dot))?(?: *, *[+-]?0*(?:\.0*)?(?: *(?:mm|dot))?)?$/i;

/** Parameters of a command that affect the feed length. */
const LENGTHS: ReadonlyMap<string, (parts: readonly string[]) => readonly string[]> = new Map([
  ['SIZE', (parts) => parts.slice(1)],
  ['GAP', (parts) => parts],
  ['BLINE', (parts) => parts],
]);

/** Lengths without a unit are inches. */
const parseLengthAsMm = (length: string, { dotsPerMm }: Paper): number => {
  const value = Math.abs(Number.parseFloat(length));
  if (/mm/i.test(length)) return value;
  return /dot/i.test(length) ? value / dotsPerMm : value * 25.4;
};

function applyTsplSetting(state: State, { number, name, rest }: Line): void {
  const setting = SETTINGS[name];
  if (!setting) return;
  if (!setting.values.test(rest)) throw createLineRefusal(number, `${name} 的参数读不懂`);
  const lengths = LENGTHS.get(name)?.(rest.split(',')) ?? [];
  if (lengths.some((length) => parseLengthAsMm(length, state.paper) > state.paper.maxLengthMm))
    throw createLineRefusal(
      number,
      `${name} 比这个配置的标签长得多，最多 ${state.paper.maxLengthMm} mm`,
    );
  state.settings.delete(setting.key);
  state.settings.set(setting.key, `${name} ${rest}\r\n`);
}

function addDrawingCommand(state: State, { number, name, rest, dots }: Line): void {
  if (!dots && !areParametersReadable(rest))
    throw createLineRefusal(number, `${name} 的参数读不懂：要是数字和引号里的文字，用逗号隔开`);
  const chunks = dots ? [`BITMAP ${rest},`, dots, '\r\n'] : [`${name} ${rest}\r\n`];
  for (const chunk of chunks) state.drawnBytes += chunk.length;
  state.imageBuffer.push(...chunks);
}

function clearImageBuffer(state: State): void {
  state.imageBuffer = [];
  state.drawnBytes = 0;
  state.previousLabelBytes = 0;
}

/**
 * @throws RawRefusal for a command that is not part of a label, or that cannot be removed without
 * changing the result
 */
function executeTsplLine(state: State, line: Line): void {
  const { number, name, rest } = line;
  const effect = EFFECTS.get(name);
  if (!effect) throw createTsplCommandRefusal(line);
  if (name === 'SHIFT' && !ZERO.test(rest))
    throw createLineRefusal(number, 'SHIFT 会留在打印机里，移动后面的标签：用 REFERENCE 或坐标');
  if (SETTINGS[name]) applyTsplSetting(state, line);
  else if (name === 'CLS') clearImageBuffer(state);
  else if (effect.duration !== 'printer') addDrawingCommand(state, line);
}

function createTsplLabel(state: State, { number, rest, to }: Line): RawLabel {
  const [, sets, copies = '1'] = PRINT.exec(rest) ?? [];
  const count = Number(sets) * Number(copies);
  if (!(count > 0)) throw createLineRefusal(number, 'PRINT 的张数读不懂');
  const { imageBuffer, inherited, from, paper } = state;
  const settings = [...state.settings.values()];
  const length = imageBuffer.length;
  state.repeats.add(state.previousLabelBytes);
  state.repeats.addAll(settings);
  state.previousLabelBytes = state.drawnBytes;
  return {
    from: from ?? 0,
    to,
    copies: count,
    inherited,
    buildBytes: () =>
      joinChunks([
        `\r\n${paper.stock}`,
        ...POWER_UP_COMMANDS,
        ...settings,
        'CLS\r\n',
        ...imageBuffer.slice(0, length),
        'PRINT 1,1\r\n',
      ]),
  };
}

const joinChunks = (chunks: readonly Chunk[]): Uint8Array =>
  concatBytes(chunks.map((chunk) => (typeof chunk === 'string' ? encodeLatin1(chunk) : chunk)));

/**
 * Reads the labels of a TSPL stream one by one, each with the settings and image buffer it
 * inherits. `TSPL_EFFECTS` defines which commands are allowed. Linear time. @throws RawRefusal at
 * the first line that is not understood, or would do more than draw labels
 */
export function* readRawTsplLabels(bytes: Uint8Array, paper: Paper): Generator<RawLabel> {
  rejectImmediateCommands(bytes);
  const state: State = {
    settings: new Map(),
    imageBuffer: [],
    drawnBytes: 0,
    previousLabelBytes: 0,
    repeats: new Repeats(),
    from: null,
    inherited: [],
    paper,
  };
  for (const line of readTsplLines(bytes)) {
    state.from ??= line.from;
    if (line.name === 'PRINT') {
      yield createTsplLabel(state, line);
      state.from = null;
      state.inherited = [...state.settings.values()];
    } else executeTsplLine(state, line);
  }
}
