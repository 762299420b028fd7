import { concat, latin1 } from '../../bytes.ts';
import { indexEffects, listStarts } from '../../language/effects.ts';
import { ZPL_EFFECTS } from '../../language/zpl-effects.ts';
import { CHANGES, type Command, listCommands } from '../../zpl/lexer.ts';
import { type Chunk, type Paper, type RawLabel, refuseAt } from '../label.ts';
import { checkBytes, refuseCommand } from './check.ts';
import { checkPairs, sayEncoding } from './encoding.ts';
import { checkUsual } from './usual.ts';
import { eraseObjects } from './objects.ts';
import { createName, keepObject, OBJECT_COMMANDS } from './object-commands.ts';
import { writeFont } from './fonts.ts';
import { readGraphicField } from './graphic-head.ts';
import { dropLineEnds, readNumber, readText } from './params.ts';
import { ZPL_SETTERS } from './settings.ts';
import { checkStray, isIdle } from './stray.ts';
import { createFormat, createState, type Format, place, type State } from './state.ts';

const EFFECTS = indexEffects(ZPL_EFFECTS);
const STARTS = listStarts(ZPL_EFFECTS).join('');

/** With one of these something comes out of a format. */
const DRAWN = /^\^(?:F[DV]|SN|G[BCDEFS]|XG|I[ML])$/;
/** They place something: what moves all of the label must be said before. */
const PLACED = /^\^(?:F[DOTV]|SN|G[BCDEFS]|XG|XF|I[ML])$/;
/** Their data is text, in which a tilde may stand. */
const TEXT = new Set(['^FD', '^FV', '^SN']);
const MAX_COPIES_BYTES = 80;

/** Copies of a format; what cannot be read is one, as printers have it. */
function readCopies({ name, at, data }: Command): number {
  if (data.length >= MAX_COPIES_BYTES) throw refuseAt(at, `${name} 太长，看不出要印几张`);
  return Math.max(1, readNumber(readText({ data }), 0) ?? 1);
}

function writeData(state: State, command: Command): Chunk {
  if (command.name === '^A') return writeFont(state, command);
  return TEXT.has(command.name) ? dropLineEnds(command.data) : readText(command);
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
  format.chunks.push(name, writeData(state, command));
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

/** What one command does inside a format and outside; false when it belongs into one. */
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

function createLabel({ paper, repeats }: State, format: Format, to: number): RawLabel {
  const { inherited, chunks, recalls, copies, from, unsaid } = format;
  const encoding = sayEncoding(unsaid, from);
  repeats.addAll(inherited);
  for (const object of recalls) repeats.addAll(object.chunks);
  return {
    from,
    to,
    copies: copies ?? 1,
    inherited,
    bytes: () =>
      join([
        ...[...recalls].flatMap((object) => object.chunks),
        `^XA${paper.stock}${STARTS}${encoding}`,
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
  const { home, shift, encoding, fonts, namedFont } = state;
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
      sets: { commands: kept, modes: { home, shift, encoding, fonts, namedFont } },
    },
  );
}

/**
 * The labels of a stream of ZPL II, one by one, each with what it inherits from those before. What a label may hold and
 * what becomes of the rest: `ZPL_EFFECTS`. In linear time. @throws RawRefusal at the first byte that is not understood, or
 * would do more than draw labels
 */
export function* readZplLabels(bytes: Uint8Array, paper: Paper): Generator<RawLabel> {
  const state = createState(paper);
  let format: Format | null = null;
  let before = '';
  for (const command of listCommands(bytes)) {
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
      else if (format?.isDrawn)
        yield createLabel(state, format, data.byteOffset - bytes.byteOffset);
      format = null;
    } else {
      if (!obeyAnywhere(state, format, command) && format) follow(state, format, command);
      before = name;
    }
  }
  if (format) throw refuseAt(bytes.length - 1, '最后一个 ^XA 没有配上 ^XZ，会吞掉下一张标签');
}
