import { binaryLength, CHANGES, type Command, commandsOf, latin1Of } from '../zpl/lexer.ts';

/** They draw one label, or set what every label of ours sets again, or what is the printer's calibration. */
const ALLOWED = new Set(
  [
    '^XA ^XZ ^FS ^FX ^FO ^FT ^FD ^FV ^FB ^TB ^FH ^FN ^FR ^FW ^FP ^FC ^FE ^FM ^SN ^SF ^A ^CF ^CI ^CW ^SE ^PA ^FL',
    '^BY ^B0 ^B1 ^B2 ^B3 ^B4 ^B5 ^B7 ^B8 ^B9 ^BA ^BB ^BC ^BD ^BE ^BF ^BI ^BJ ^BK ^BL ^BM ^BO ^BP ^BQ ^BR ^BS',
    '^BT ^BU ^BX ^BZ ^GB ^GC ^GD ^GE ^GF ^GS ^XG ^IM ^IL ^XF ^DF ^ID ~DG ~DY ~DN',
    '^PW ^LL ^LH ^LS ^LT ^LR ^PO ^PM ^PQ ^PR ^MD ^ML ^MM ^MN ^MT ^JZ ^CV ^CO ^CN ^CP ^XB ~SD ~TA ~JS',
  ].flatMap((names) => names.split(' ')),
);

const HEAD_BYTES = 80;

type IsUsual = (text: string) => boolean;

const begins =
  (mark: string): IsUsual =>
  (text) =>
    text.startsWith(mark);
/** What is longer than was read of it may say anything. */
const is =
  (...values: string[]): IsUsual =>
  (text) =>
    text.length < HEAD_BYTES && values.includes(text.trim().toUpperCase());

/** They would stay on for every label after this one; as they are when a printer is switched on they change nothing. */
const AS_USUAL: ReadonlyMap<string, IsUsual> = new Map([
  ['^CC', begins('^')],
  ['~CC', begins('^')],
  ['^CT', begins('~')],
  ['~CT', begins('~')],
  ['^CD', begins(',')],
  ['~CD', begins(',')],
  ['^MU', is('', 'D')],
  ['^MC', is('', 'Y')],
  ['^JM', is('', 'A')],
  ['^JU', is('S')],
  ['^SZ', is('', '2')],
]);

/** With one of these something comes out of a format. */
const DRAWN = /^\^(?:F[DV]|SN|G[BCDEFS]|XG|I[ML]|XF)$/;

/** Commands for the printer itself that are no ZPL (SGD, JSON), outside of formats. */
const SETTINGS = /! ?U|\{\}\{/;

const textOf = ({ data }: Command): string => latin1Of(data.subarray(0, HEAD_BYTES));

/** Why a command is none of a label's; '' for one that is. */
function commandTrouble(command: Command): string {
  const { name } = command;
  if (name === '' || name === '^' || name === '~') return '';
  const usual = AS_USUAL.get(name);
  if (usual) {
    if (usual(textOf(command))) return '';
    return CHANGES.has(name)
      ? `${name} 会改掉命令的前缀或分隔符，后面的标签就读不懂了`
      : `${name} 会一直留在打印机里，影响后面的标签`;
  }
  if (name === '^PQ' && command.data.length >= HEAD_BYTES) return `${name} 太长，看不出要印几张`;
  if (ALLOWED.has(name)) return '';
  return name.charAt(1) === 'H'
    ? `${name} 会让打印机回话，这里没有人听，还会和打印机状态的回答混在一起`
    : `${name} 不是画标签的命令，会动打印机本身（设置、走纸、清空或重启）`;
}

/** Copies of a format, `^PQ`; it takes what it cannot read for one, as printers do. */
function copiesOf(command: Command): number {
  const copies = /^\s*(\d{1,10})/.exec(textOf(command));
  return copies ? Number(copies[1]) : 1;
}

/** A format on its way. */
type Format = { isDrawn: boolean; isStored: boolean; copies: number };

/** Adds a command to the format it is in. Returns the labels the format prints once it ends. */
function follow(
  format: Format | null,
  command: Command,
): { format: Format | null; labels: number } {
  const { name } = command;
  const blank = { isDrawn: false, isStored: false, copies: 1 };
  if (name === '^XA') return { format: format ?? blank, labels: 0 };
  if (!format) return { format, labels: 0 };
  if (name === '^XZ') {
    const labels = format.isDrawn && !format.isStored ? format.copies : 0;
    return { format: null, labels };
  }
  if (DRAWN.test(name)) format.isDrawn = true;
  if (name === '^DF') format.isStored = true;
  if (name === '^PQ') format.copies = copiesOf(command);
  return { format, labels: 0 };
}

/**
 * What is wrong with ZPL that is to be printed as one label between others, '' when nothing is: it prints one label, leaves
 * nothing open that would swallow the next one, and touches nothing but its label. In linear time.
 */
export function rawZplTrouble(bytes: Uint8Array): string {
  let format: Format | null = null;
  let labels = 0;
  for (const command of commandsOf(bytes)) {
    const { name, at, data } = command;
    const trouble = commandTrouble(command);
    if (trouble !== '') return `第 ${at + 1} 个字节：${trouble}`;
    if (data.length < binaryLength(data, name, 0))
      return `第 ${at + 1} 个字节：${name} 说的长度比后面的内容长，会吞掉下一张标签`;
    const next = follow(format, command);
    ({ format } = next);
    labels += next.labels;
    if (!format && SETTINGS.test(latin1Of(data)))
      return `第 ${at + 1} 个字节：这里有改打印机设置的命令（! U 或 JSON），不能夹在标签里`;
  }
  if (format) return '最后一个 ^XA 没有配上 ^XZ，会吞掉下一张标签';
  if (labels === 0) return '没有要印的标签：要有 ^XA … ^XZ，里面有内容';
  return labels > 1 ? `一次只印一张，这里要印 ${labels} 张：按 ^XZ 拆开，分几次提交` : '';
}
