import { concat, latin1 } from '../../bytes.ts';
import { indexEffects } from '../../language/effects.ts';
import { ZPL_EFFECTS } from '../../language/zpl-effects.ts';
import { CHANGES, type Command, commandsOf, latin1Of } from '../../zpl/lexer.ts';
import {
  type Chunk,
  findControl,
  hexByte,
  LARGEST_PAPER,
  type Paper,
  type RawLabel,
  refuseAt,
} from '../label.ts';
import { checkPairs, sayEncoding } from './encoding.ts';
import { checkUsual } from './usual.ts';
import { eraseObjects } from './objects.ts';
import { createName, keepObject, OBJECT_COMMANDS } from './object-commands.ts';
import { readGraphicField } from './graphic-head.ts';
import { dropLineEnds, readNumber, readText } from './params.ts';
import { ZPL_SETTERS } from './settings.ts';
import { checkStray, isIdle } from './stray.ts';
import { createFormat, createState, type Format, place, type State } from './state.ts';

const EFFECTS = indexEffects(ZPL_EFFECTS);

/** With one of these something comes out of a format. */
const DRAWN = /^\^(?:F[DV]|SN|G[BCDEFS]|XG|I[ML])$/;
/** They place something: what moves all of the label must be said before. */
const PLACED = /^\^(?:F[DOTV]|SN|G[BCDEFS]|XG|XF|I[ML])$/;
/** Their data is text, in which a tilde may stand. */
const TEXT = new Set(['^FD', '^FV', '^SN']);
const MAX_COPIES_BYTES = 80;

/** Why a command is none of a label's. */
function refuseCommand({ name, at, data }: Command): Error {
  const shown = name.length > 1 ? name : `${name}${latin1Of(data.subarray(0, 2))}`.trim();
  if (name.length < 2)
    return refuseAt(at, `“${shown}”不是命令：前缀后面要有两个字母；文字里的 ^ 和 ~ 用 ^FH 写`);
  if (/^[\^~]H/.test(name))
    return refuseAt(at, `${name} 会让打印机回话，这里没有人听，还会和打印机状态的回答混在一起`);
  return refuseAt(at, `${name} 不是画标签的命令，会动打印机本身（设置、走纸、清空或重启）`);
}

/** A tilde in text that another printer could take for a command. */
const TILDE = /~\s*(?:[A-Za-z]{1,2}|$)/;

/** Commands come as bytes of text: what is counted is looked at elsewhere. */
function checkBytes({ name, at, data }: Command): void {
  const control = findControl(data);
  if (control >= 0)
    throw refuseAt(
      at,
      `${name} 里有控制字节 ${hexByte(data[control] ?? 0)}：文字里要用 ^FH 写成十六进制`,
    );
  const tilde = TILDE.exec(latin1Of(data));
  if (tilde) throw refuseAt(at, `${name} 里的“${tilde[0]}”会被当成命令：用 ^FH 写成 _7E`);
}

/** Copies of a format; what cannot be read is one, as printers have it. */
function readCopies({ name, at, data }: Command): number {
  if (data.length >= MAX_COPIES_BYTES) throw refuseAt(at, `${name} 太长，看不出要印几张`);
  return Math.max(1, readNumber(readText({ data }), 0) ?? 1);
}

function copyCommand(format: Format, state: State, command: Command): void {
  const { name, at, data } = command;
  if (name === '^GF') {
    const graphic = readGraphicField(data);
    if ('trouble' in graphic) throw refuseAt(at, `^GF ${graphic.trouble}`);
    format.chunks.push(`^GF${graphic.head}`, graphic.data);
    return;
  }
  checkBytes(command);
  checkPairs(state, command);
  if (state.encoding === 'unsaid') format.unsaid.push(data);
  format.chunks.push(name, TEXT.has(name) ? dropLineEnds(data) : readText(command));
}

/** Follows one command. */
function follow(state: State, format: Format, command: Command): void {
  const { name } = command;
  if (PLACED.test(name)) place(state, format);
  if (DRAWN.test(name)) format.isDrawn = true;
  if (name === '^PQ') format.copies = readCopies(command);
  else if (name === '^FX') checkBytes(command);
  else if (name === '^FS') format.chunks.push(name);
  else copyCommand(format, state, command);
}

/** What one command does wherever it stands; false when it belongs into a format. */
function obeyAnywhere(state: State, format: Format | null, command: Command): boolean {
  const { name, at } = command;
  const effect = EFFECTS.get(name);
  if (!effect) throw refuseCommand(command);
  const object = OBJECT_COMMANDS[name];
  if (object) {
    object(state, format, command);
    return true;
  }
  const setter = ZPL_SETTERS[name];
  if (setter) {
    checkBytes(command);
    checkPairs(state, command);
    setter(state, format, command);
    return true;
  }
  if (effect.lasting === 'printer') {
    if (!CHANGES.has(name)) checkBytes(command);
    checkUsual(command);
    return true;
  }
  if (format) return false;
  if (name !== '^FS' && name !== '^FX' && name !== '^PQ')
    throw refuseAt(at, `${name} 在 ^XA … ^XZ 外面，打印机不理它`);
  return true;
}

function createLabel(format: Format, to: number): RawLabel {
  const { inherited, chunks, recalls, copies, from, unsaid } = format;
  const encoding = sayEncoding(unsaid, from);
  return {
    from,
    to,
    copies: copies ?? 1,
    inherited,
    bytes: () =>
      join([
        ...[...recalls].flatMap((object) => object.chunks),
        `^XA${encoding}`,
        ...inherited,
        ...chunks,
        '^XZ\r\n',
        eraseObjects(recalls),
      ]),
  };
}

const join = (chunks: readonly Chunk[]): Uint8Array =>
  concat(chunks.map((chunk) => (typeof chunk === 'string' ? latin1(chunk) : chunk)));

function store(state: State, format: Format, key: string): void {
  const { chunks, recalls, isDrawn, copies, from, unsaid, kept, before } = format;
  if (sayEncoding(unsaid, from) !== '') throw refuseAt(from, '存起来的格式要写明文字的编码：^CI28');
  const { home, shift, encoding } = state;
  Object.assign(state, before);
  const name = createName(state, 'ZPL');
  keepObject(
    state,
    { key, at: from },
    {
      name,
      chunks: [`^XA^DF${name}^FS`, ...chunks, '^XZ\r\n'],
      recalls: new Set(recalls),
      isDrawn,
      copies,
      sets: { commands: kept, home, shift, encoding },
    },
  );
}

/**
 * The labels of a stream of ZPL II, one by one, each with what it inherits from those before. What a label may hold and
 * what becomes of the rest: `ZPL_EFFECTS`. In linear time. @throws RawRefusal at the first byte that is not understood, or
 * would do more than draw labels
 */
export function* readZplLabels(
  bytes: Uint8Array,
  paper: Paper = LARGEST_PAPER,
): Generator<RawLabel> {
  const state = createState(paper);
  let format: Format | null = null;
  let before = '';
  for (const command of commandsOf(bytes)) {
    const { name, at, data } = command;
    if (isIdle(command, before)) continue;
    before = '';
    if (name === '' && data.length === bytes.length) return;
    if (name === '') before = checkStray(data, at);
    else if (name === '^XA') {
      // Printers go on or begin again: where nothing stands on it yet that is the same.
      if (format?.isBegun || format?.storedAs)
        throw refuseAt(at, '上一个 ^XA 没有配上 ^XZ，又开始一张');
      format ??= createFormat(at, state);
    } else if (name === '^XZ') {
      before = checkStray(data, at + 3);
      if (format?.storedAs) store(state, format, format.storedAs);
      else if (format?.isDrawn) yield createLabel(format, data.byteOffset - bytes.byteOffset);
      format = null;
    } else {
      if (!obeyAnywhere(state, format, command) && format) follow(state, format, command);
      before = name;
    }
  }
  if (format) throw refuseAt(bytes.length - 1, '最后一个 ^XA 没有配上 ^XZ，会吞掉下一张标签');
}
