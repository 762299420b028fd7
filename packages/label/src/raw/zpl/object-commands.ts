import { type Command, decodeLatin1 } from '../../zpl/lexer.ts';
import { isControlByte, createRefusalAtByte } from '../label.ts';
import { type Graphic, readPictureDownload, readGraphicDownload } from './graphic-head.ts';
import { parseObjectName } from './objects.ts';
import type { StoredObject } from './state.ts';
import { readParameterText } from './params.ts';
import {
  type Format,
  beginFormatContent,
  applyZplSetting,
  startFormatStorage,
  type State,
} from './state.ts';

type ObjectCommand = (state: State, format: Format | null, command: Command) => void;

const MAX_OBJECTS = 100;
/** Extensions of files that can be recalled as pictures. */
const PICTURES = ['GRF', 'PNG', 'BMP', 'PCX'] as const;
const NAME_BYTES = 80;
const MAX_PARAMETER_BYTES = 80;
/**
 * Maximum bytes of recalled formats per label, counted for each recall: twice the limit of a
 * stream.
 */
const MAX_RECALLED_BYTES = 1024 * 1024;

/** Reads a name in the printer's volatile memory, the only writable location. @throws RawRefusal */
function readStoredObjectName({ name, at }: Command, text: string, extension: string): string {
  const object = parseObjectName(text, [extension]);
  if (!object || object.isPattern)
    throw createRefusalAtByte(
      at,
      `${name} 的名字读不懂：${text.slice(0, 20).replaceAll(/[^ -~]/g, '?')}`,
    );
  if (object.drive !== 'R')
    throw createRefusalAtByte(
      at,
      `${name} 往 ${object.drive}: 里写，会一直留在打印机里：只能存在 R: 里`,
    );
  return object.name;
}

/**
 * Creates a name that other systems do not use, so that their stored objects are neither
 * overwritten nor erased.
 */
export function createObjectName(state: State, extension: string): string {
  state.storedCount += 1;
  return `R:YB${state.storedCount.toString(36).toUpperCase().padStart(4, '0')}.${extension}`;
}

/** `key`: the object's name in the stream. @throws RawRefusal when there are too many objects */
export function storeObjectWithinLimit(
  state: State,
  { key, at }: { key: string; at: number },
  object: StoredObject,
): void {
  if (state.objects.size >= MAX_OBJECTS && !state.objects.has(key))
    throw createRefusalAtByte(at, `存的东西太多，最多 ${MAX_OBJECTS} 样`);
  state.objects.set(key, object);
}

/** `writtenName`: the name in the syntax of the command. */
function storeDownloadedGraphic(
  state: State,
  command: Command,
  part: { key: string; name: string; writtenName: string; graphic: Graphic },
): void {
  const { key, name, writtenName, graphic } = part;
  if ('trouble' in graphic)
    throw createRefusalAtByte(command.at, `${command.name} ${graphic.trouble}`);
  storeObjectWithinLimit(
    state,
    { key, at: command.at },
    {
      name,
      chunks: [`${command.name}${writtenName},${graphic.head}`, graphic.data, '\r\n'],
      recalls: new Set(),
      isDrawn: true,
      copies: null,
    },
  );
}

/** Splits a download into its name and the data after the comma. */
function splitDownloadName({ data }: Command): { text: string; rest: Uint8Array } {
  const comma = data.subarray(0, NAME_BYTES).indexOf(0x2c);
  const end = comma < 0 ? 0 : comma;
  return { text: decodeLatin1(data.subarray(0, end)), rest: data.subarray(end + 1) };
}

const requireOpenFormat = (format: Format | null, { name, at }: Command): Format => {
  if (format) return format;
  throw createRefusalAtByte(at, `${name} 在 ^XA … ^XZ 外面，打印机不理它`);
};

const splitParameters = (command: Command): { name: string; rest: string } => {
  const control = command.data.findIndex(isControlByte);
  if (control >= 0) throw createRefusalAtByte(command.at, `${command.name} 里有控制字节`);
  if (command.data.length > MAX_PARAMETER_BYTES)
    throw createRefusalAtByte(command.at, `${command.name} 的参数太长`);
  const text = readParameterText(command);
  const comma = text.indexOf(',');
  return comma < 0
    ? { name: text, rest: '' }
    : { name: text.slice(0, comma), rest: text.slice(comma) };
};

const recallPicture: ObjectCommand = (state, parameters, command) => {
  const format = requireOpenFormat(parameters, command);
  const { name, rest } = splitParameters(command);
  const object = parseObjectName(name, PICTURES);
  if (!object || object.isPattern)
    throw createRefusalAtByte(command.at, `${command.name} 的名字读不懂`);
  const storedObject = state.objects.get(object.name);
  if (storedObject) format.recalls.add(storedObject);
  beginFormatContent(state, format);
  format.isDrawn = true;
  const foreign = object.hasDrive ? object.name : object.name.slice('R:'.length);
  format.chunks.push(`${command.name}${storedObject?.name ?? foreign}${rest}`);
};

/**
 * Counts bytes that stored formats add to the label. @throws RawRefusal above `MAX_RECALLED_BYTES`
 */
function addRecalledBytesWithinLimit(format: Format, { chunks }: StoredObject, at: number): void {
  for (const { length } of chunks) format.recalledBytes += length;
  if (format.recalledBytes > MAX_RECALLED_BYTES)
    throw createRefusalAtByte(at, '^XF 在一张标签里调出来的内容太多，最多 1 MB');
}

/**
 * Only formats of the stream can be recalled, because the number of copies of a format stored in
 * the printer is unknown.
 */
const recallFormat: ObjectCommand = (state, parameters, command) => {
  const format = requireOpenFormat(parameters, command);
  const { name } = splitParameters(command);
  if (format.storedAs)
    throw createRefusalAtByte(
      command.at,
      '^DF 存的格式里不能有 ^XF，一层层调会没有尽头：把内容直接写进去，或者在要打印的标签里写几个 ^XF',
    );
  const object = state.objects.get(parseObjectName(name, ['ZPL'])?.name ?? '');
  if (!object)
    throw createRefusalAtByte(
      command.at,
      `^XF ${name.trim()} 存在打印机里，打印几张不知道：把格式一起发来`,
    );
  addRecalledBytesWithinLimit(format, object, command.at);
  for (const recall of object.recalls) format.recalls.add(recall);
  format.recalls.add(object);
  beginFormatContent(state, format);
  format.isDrawn ||= object.isDrawn;
  format.copies = object.copies ?? format.copies;
  format.chunks.push(`^XF${object.name}`);
  if (!object.sets) return;
  const { commands, modes } = object.sets;
  for (const [key, settingCommand] of commands) applyZplSetting(state, null, key, settingCommand);
  Object.assign(state, modes);
};

const handleStoreFormat: ObjectCommand = (state, parameters, command) => {
  const format = requireOpenFormat(parameters, command);
  if (format.isBegun || format.storedAs)
    throw createRefusalAtByte(command.at, '^DF 要写在 ^XA 后面，第一个 ^FO 前面');
  startFormatStorage(
    state,
    format,
    readStoredObjectName(command, splitParameters(command).name, 'ZPL'),
  );
};

/** Objects of the stream are erased after the label anyway; objects of others must stay. */
const checkEraseCommand: ObjectCommand = (_state, _format, command) => {
  const { name } = splitParameters(command);
  const drive = /^\s*([A-Z]):/i.exec(name)?.[1]?.toUpperCase() ?? 'R';
  if (drive !== 'R') throw createRefusalAtByte(command.at, `^ID 会删除 ${drive}: 里保存的东西`);
};

/** Commands for objects stored in the printer. */
export const OBJECT_COMMANDS: Readonly<Record<string, ObjectCommand>> = {
  '~DG': (state, _format, command) => {
    const { text, rest } = splitDownloadName(command);
    const key = readStoredObjectName(command, text, 'GRF');
    const name = createObjectName(state, 'GRF');
    storeDownloadedGraphic(state, command, {
      key,
      name,
      writtenName: name,
      graphic: readGraphicDownload(rest),
    });
  },
  '~DY': (state, _format, command) => {
    const { text, rest } = splitDownloadName(command);
    const { graphic, extension } = readPictureDownload(rest);
    const key = readStoredObjectName(command, text, extension || 'GRF');
    const name = createObjectName(state, extension || 'GRF');
    // `~DY` has the extension as a separate parameter.
    const writtenName = name.slice(0, name.lastIndexOf('.'));
    storeDownloadedGraphic(state, command, { key, name, writtenName, graphic });
  },
  '^XG': recallPicture,
  '^IM': recallPicture,
  '^IL': recallPicture,
  '^XF': recallFormat,
  '^DF': handleStoreFormat,
  '^ID': checkEraseCommand,
};
