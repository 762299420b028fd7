import { concatBytes, encodeLatin1 } from '../../bytes.ts';
import { indexEffectsByCommand, listPowerUpCommands } from '../../language/effects.ts';
import { ZPL_EFFECTS } from '../../language/zpl-effects.ts';
import { PREFIX_COMMANDS, type Command, listZplCommands } from '../../zpl/lexer.ts';
import { type Chunk, type Paper, type RawLabel, createRefusalAtByte } from '../label.ts';
import { refuseControlBytesAndTildes, createZplCommandRefusal } from './check.ts';
import { checkDoubleByteText, buildEncodingCommand } from './encoding.ts';
import { rejectNonDefaultSetting } from './power-up-defaults.ts';
import { buildEraseCommands } from './objects.ts';
import { createObjectName, storeObjectWithinLimit, OBJECT_COMMANDS } from './object-commands.ts';
import { formatFontParameters } from './fonts.ts';
import { readGraphicFieldData } from './graphic-head.ts';
import { stripLineEnds, readNumberParameter, readParameterText } from './params.ts';
import { ZPL_SETTERS } from './settings.ts';
import { checkStrayBytes, isIgnoredPrefix } from './check-stray.ts';
import {
  createZplFormat,
  createZplStreamState,
  type Format,
  beginFormatContent,
  type State,
} from './state.ts';

const EFFECTS = indexEffectsByCommand(ZPL_EFFECTS);
const POWER_UP_COMMANDS = listPowerUpCommands(ZPL_EFFECTS).join('');

/** Commands that print something. */
const DRAWING_COMMANDS = /^\^(?:F[DV]|SN|G[BCDEFS]|XG|I[ML])$/;
/** Commands that place something; commands that move the whole label must precede them. */
const PLACING_COMMANDS = /^\^(?:F[DOTV]|SN|G[BCDEFS]|XG|XF|I[ML])$/;
/** Commands whose data is text and may contain a tilde. */
const TEXT_COMMANDS = new Set(['^FD', '^FV', '^SN']);
const MAX_COPIES_BYTES = 80;

/** Copies of a format; unreadable values count as 1, as in printers. */
function readCopyCount({ name, at, data }: Command): number {
  if (data.length >= MAX_COPIES_BYTES)
    throw createRefusalAtByte(at, `${name} 太长，看不出要打印几张`);
  return Math.max(1, readNumberParameter(readParameterText({ data }), 0) ?? 1);
}

function encodeCommandData(state: State, command: Command): Chunk {
  if (command.name === '^A') return formatFontParameters(state, command);
  return TEXT_COMMANDS.has(command.name) ? stripLineEnds(command.data) : readParameterText(command);
}

function copyCommandToFormat(format: Format, state: State, command: Command): void {
  const { name, at, data } = command;
  if (name === '^GF') {
    const graphic = readGraphicFieldData(data);
    if ('trouble' in graphic) throw createRefusalAtByte(at, `^GF ${graphic.trouble}`);
    format.chunks.push(`^GF${graphic.head}`, graphic.data);
    return;
  }
  refuseControlBytesAndTildes(command);
  checkDoubleByteText(state, command);
  if (state.encoding === 'unsaid') format.unencodedTexts.push(data);
  format.chunks.push(name, encodeCommandData(state, command));
}

/** Executes a command inside a format. */
function executeCommandInFormat(state: State, format: Format, command: Command): void {
  const { name } = command;
  if (PLACING_COMMANDS.test(name)) beginFormatContent(state, format);
  if (DRAWING_COMMANDS.test(name)) format.isDrawn = true;
  if (name === '^PQ') format.copies = readCopyCount(command);
  else if (name === '^FX') refuseControlBytesAndTildes(command);
  else if (name === '^FS') format.chunks.push(name);
  else copyCommandToFormat(format, state, command);
}

/**
 * Executes a command that is valid inside and outside of a format. Returns false when it must be
 * executed inside.
 */
function executeIfValidOutsideFormat(
  state: State,
  format: Format | null,
  command: Command,
): boolean {
  const { name, at } = command;
  const effect = EFFECTS.get(name);
  if (!effect) throw createZplCommandRefusal(command);
  const object = OBJECT_COMMANDS[name];
  if (object) {
    object(state, format, command);
    return true;
  }
  const setter = ZPL_SETTERS[name];
  if (setter) {
    refuseControlBytesAndTildes(command);
    checkDoubleByteText(state, command);
    setter(state, format, command);
    return true;
  }
  if (effect.duration === 'printer') {
    if (!PREFIX_COMMANDS.has(name)) refuseControlBytesAndTildes(command);
    rejectNonDefaultSetting(command);
    return true;
  }
  if (format) return false;
  if (name !== '^FS' && name !== '^FX' && name !== '^PQ')
    throw createRefusalAtByte(at, `${name} 在 ^XA … ^XZ 外面，打印机不理它`);
  return true;
}

function createZplLabel({ paper, repeats }: State, format: Format, to: number): RawLabel {
  const { inherited, chunks, recalls, copies, from, unencodedTexts } = format;
  const encoding = buildEncodingCommand(unencodedTexts, from);
  repeats.addAll(inherited);
  for (const object of recalls) repeats.addAll(object.chunks);
  return {
    from,
    to,
    copies: copies ?? 1,
    inherited,
    buildBytes: () =>
      joinChunks([
        ...[...recalls].flatMap((object) => object.chunks),
        `^XA${paper.stock}${POWER_UP_COMMANDS}${encoding}`,
        ...inherited,
        ...chunks,
        '^XZ\r\n',
        buildEraseCommands(recalls),
      ]),
  };
}

const joinChunks = (chunks: readonly Chunk[]): Uint8Array =>
  concatBytes(chunks.map((chunk) => (typeof chunk === 'string' ? encodeLatin1(chunk) : chunk)));

function storeFinishedFormat(state: State, format: Format, key: string): void {
  const { chunks, recalls, isDrawn, copies, from, unencodedTexts, deferredSettings, before } =
    format;
  if (buildEncodingCommand(unencodedTexts, from) !== '')
    throw createRefusalAtByte(from, '存起来的格式要写明文字的编码：^CI28');
  const { home, shift, encoding, fonts, namedFont } = state;
  Object.assign(state, before);
  const name = createObjectName(state, 'ZPL');
  storeObjectWithinLimit(
    state,
    { key, at: from },
    {
      name,
      chunks: [`^XA^DF${name}^FS`, ...chunks, '^XZ\r\n'],
      recalls: new Set(recalls),
      isDrawn,
      copies,
      sets: { commands: deferredSettings, modes: { home, shift, encoding, fonts, namedFont } },
    },
  );
}

/**
 * Reads the labels of a ZPL II stream one by one, each with the settings it inherits. `ZPL_EFFECTS`
 * defines which commands are allowed. Linear time. @throws RawRefusal at the first byte that is not
 * understood, or would do more than draw labels
 */
export function* readRawZplLabels(bytes: Uint8Array, paper: Paper): Generator<RawLabel> {
  const state = createZplStreamState(paper);
  let format: Format | null = null;
  let before = '';
  for (const command of listZplCommands(bytes)) {
    const { name, at, data } = command;
    if (isIgnoredPrefix(command, before)) continue;
    before = '';
    if (name === '' && data.length === bytes.length) return;
    if (name === '') before = checkStrayBytes(data, at);
    else if (name === '^XA') {
      // Printers either continue or restart the format; both are the same while nothing is placed.
      if (format?.isBegun || format?.storedAs)
        throw createRefusalAtByte(at, '上一个 ^XA 没有配上 ^XZ，又开始一张');
      format ??= createZplFormat(at, state);
    } else if (name === '^XZ') {
      before = checkStrayBytes(data, at + 3);
      if (format?.storedAs) storeFinishedFormat(state, format, format.storedAs);
      else if (format?.isDrawn)
        yield createZplLabel(state, format, data.byteOffset - bytes.byteOffset);
      format = null;
    } else {
      if (!executeIfValidOutsideFormat(state, format, command) && format)
        executeCommandInFormat(state, format, command);
      before = name;
    }
  }
  if (format)
    throw createRefusalAtByte(bytes.length - 1, '最后一个 ^XA 没有配上 ^XZ，会吞掉下一张标签');
}
