import { type Command, toLatin1 } from '../../zpl/lexer.ts';
import { isControl, refuseAt } from '../label.ts';
import { type Graphic, readDownload, readGraphic } from './graphic-head.ts';
import { readName, type StoredObject } from './objects.ts';
import { readText } from './params.ts';
import { type Format, place, set, startKeeping, type State } from './state.ts';

type ObjectCommand = (state: State, format: Format | null, command: Command) => void;

const MAX_OBJECTS = 100;
/** Extensions of what may be recalled as a picture. */
const PICTURES = ['GRF', 'PNG', 'BMP', 'PCX'] as const;
const NAME_BYTES = 80;
const MAX_PARAMETER_BYTES = 80;
/** Of the stored formats that a label recalls, as often as it does: twice what a stream may have, bytes. */
const MAX_RECALLED_BYTES = 1024 * 1024;

/** A name of the stream's own, in the printer's memory: nothing else is written to. @throws RawRefusal */
function readStoredName({ name, at }: Command, text: string, extension: string): string {
  const object = readName(text, [extension]);
  if (!object || object.isPattern)
    throw refuseAt(at, `${name} 的名字读不懂：${text.slice(0, 20).replaceAll(/[^ -~]/g, '?')}`);
  if (object.drive !== 'R')
    throw refuseAt(at, `${name} 往 ${object.drive}: 里写，会一直留在打印机里：只能存在 R: 里`);
  return object.name;
}

/** A name that no other system has for what it keeps in the printer: that is neither written over nor erased. */
export function createName(state: State, extension: string): string {
  state.storedCount += 1;
  return `R:YB${state.storedCount.toString(36).toUpperCase().padStart(4, '0')}.${extension}`;
}

/** `key`: the stream's own name for it. @throws RawRefusal when there are too many */
export function keepObject(
  state: State,
  { key, at }: { key: string; at: number },
  object: StoredObject,
): void {
  if (state.objects.size >= MAX_OBJECTS && !state.objects.has(key))
    throw refuseAt(at, `存的东西太多，最多 ${MAX_OBJECTS} 样`);
  state.objects.set(key, object);
}

/** `writtenName`: as the command has it. */
function download(
  state: State,
  command: Command,
  part: { key: string; name: string; writtenName: string; graphic: Graphic },
): void {
  const { key, name, writtenName, graphic } = part;
  if ('trouble' in graphic) throw refuseAt(command.at, `${command.name} ${graphic.trouble}`);
  keepObject(
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

/** The name a download begins with, and what stands behind its comma. */
function splitName({ data }: Command): { text: string; rest: Uint8Array } {
  const comma = data.subarray(0, NAME_BYTES).indexOf(0x2c);
  const end = comma < 0 ? 0 : comma;
  return { text: toLatin1(data.subarray(0, end)), rest: data.subarray(end + 1) };
}

const requireFormat = (format: Format | null, { name, at }: Command): Format => {
  if (format) return format;
  throw refuseAt(at, `${name} 在 ^XA … ^XZ 外面，打印机不理它`);
};

const splitParameters = (command: Command): { name: string; rest: string } => {
  const control = command.data.findIndex(isControl);
  if (control >= 0) throw refuseAt(command.at, `${command.name} 里有控制字节`);
  if (command.data.length > MAX_PARAMETER_BYTES)
    throw refuseAt(command.at, `${command.name} 的参数太长`);
  const text = readText(command);
  const comma = text.indexOf(',');
  return comma < 0
    ? { name: text, rest: '' }
    : { name: text.slice(0, comma), rest: text.slice(comma) };
};

const recallPicture: ObjectCommand = (state, given, command) => {
  const format = requireFormat(given, command);
  const { name, rest } = splitParameters(command);
  const object = readName(name, PICTURES);
  if (!object || object.isPattern) throw refuseAt(command.at, `${command.name} 的名字读不懂`);
  const own = state.objects.get(object.name);
  if (own) format.recalls.add(own);
  place(state, format);
  format.isDrawn = true;
  const foreign = object.hasDrive ? object.name : object.name.slice('R:'.length);
  format.chunks.push(`${command.name}${own?.name ?? foreign}${rest}`);
};

/** What the printer draws of stored formats, as if the label said it. @throws RawRefusal beyond `MAX_RECALLED_BYTES` */
function countRecalled(format: Format, { chunks }: StoredObject, at: number): void {
  for (const { length } of chunks) format.recalledBytes += length;
  if (format.recalledBytes > MAX_RECALLED_BYTES)
    throw refuseAt(at, '^XF 在一张标签里调出来的内容太多，最多 1 MB');
}

/** How often a format prints that stands in the printer is not known: only those of the stream are recalled. */
const recallFormat: ObjectCommand = (state, given, command) => {
  const format = requireFormat(given, command);
  const { name } = splitParameters(command);
  if (format.storedAs)
    throw refuseAt(
      command.at,
      '^DF 存的格式里不能有 ^XF，一层层调会没有尽头：把内容直接写进去，或者在要印的标签里写几个 ^XF',
    );
  const object = state.objects.get(readName(name, ['ZPL'])?.name ?? '');
  if (!object)
    throw refuseAt(command.at, `^XF ${name.trim()} 存在打印机里，印几张不知道：把格式一起发来`);
  countRecalled(format, object, command.at);
  for (const needed of object.recalls) format.recalls.add(needed);
  format.recalls.add(object);
  place(state, format);
  format.isDrawn ||= object.isDrawn;
  format.copies = object.copies ?? format.copies;
  format.chunks.push(`^XF${object.name}`);
  if (!object.sets) return;
  const { commands, modes } = object.sets;
  for (const [key, said] of commands) set(state, null, key, said);
  Object.assign(state, modes);
};

const storeFormat: ObjectCommand = (state, given, command) => {
  const format = requireFormat(given, command);
  if (format.isBegun || format.storedAs)
    throw refuseAt(command.at, '^DF 要写在 ^XA 后面，第一个 ^FO 前面');
  startKeeping(state, format, readStoredName(command, splitParameters(command).name, 'ZPL'));
};

/** What the stream keeps in the printer is taken out behind the label; what others keep there stays. */
const erase: ObjectCommand = (_state, _format, command) => {
  const { name } = splitParameters(command);
  const drive = /^\s*([A-Z]):/i.exec(name)?.[1]?.toUpperCase() ?? 'R';
  if (drive !== 'R') throw refuseAt(command.at, `^ID 会删掉 ${drive}: 里存着的东西`);
};

/** Commands about what is kept in the printer. */
export const OBJECT_COMMANDS: Readonly<Record<string, ObjectCommand>> = {
  '~DG': (state, _format, command) => {
    const { text, rest } = splitName(command);
    const key = readStoredName(command, text, 'GRF');
    const name = createName(state, 'GRF');
    download(state, command, { key, name, writtenName: name, graphic: readGraphic(rest) });
  },
  '~DY': (state, _format, command) => {
    const { text, rest } = splitName(command);
    const { graphic, extension } = readDownload(rest);
    const key = readStoredName(command, text, extension || 'GRF');
    const name = createName(state, extension || 'GRF');
    // Its extension stands in a parameter of its own.
    const writtenName = name.slice(0, name.lastIndexOf('.'));
    download(state, command, { key, name, writtenName, graphic });
  },
  '^XG': recallPicture,
  '^IM': recallPicture,
  '^IL': recallPicture,
  '^XF': recallFormat,
  '^DF': storeFormat,
  '^ID': erase,
};
