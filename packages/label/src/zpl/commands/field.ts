import { decodeText } from '../encoding.ts';
import { readFieldData } from '../field-data.ts';
import { FONT_DOTS, sizedFont, SYMBOL_FONT } from '../fonts.ts';
import type { TextBlock } from '../label.ts';
import { toLatin1 } from '../lexer.ts';
import { ZPL_LIMITS } from '../limits.ts';
import { openDraft } from '../formats.ts';
import { getRotation } from '../params.ts';
import type { Call, Handler } from '../printer.ts';

const MAX_DOTS = 32_000;
const MAX_LINES = 9999;
const MAX_NUMBER = 9999;
const UNDERSCORE = 0x5f;

const placed =
  (origin: 'corner' | 'base'): Handler =>
  (call) => {
    const { printer, params, dots } = call;
    const field = openDraft(call);
    const { home, shift } = printer.settings;
    field.origin = origin;
    field.isFollowing = origin === 'base' && params.text(0) === '' && params.text(1) === '';
    field.x = home.x - shift.left + (dots(0, 0, MAX_DOTS) ?? 0);
    field.y = home.y + shift.down + (dots(1, 0, MAX_DOTS) ?? 0);
    const side = params.text(2);
    if (side !== '') field.isRight = side === '1';
  };

const ALIGNS: Readonly<Record<string, TextBlock['align']>> = {
  L: 'left',
  C: 'center',
  R: 'right',
  J: 'justified',
};

/** Field data and what is said of it. */
export const FIELD_COMMANDS: Readonly<Record<string, Handler>> = {
  '^FO': placed('corner'),
  '^FT': placed('base'),
  '^FD': readData,
  '^FV': readData,
  '^FR': ({ draft }) => {
    draft().isReversed = true;
  },
  '^FH': ({ command, draft }) => {
    const [mark = UNDERSCORE] = command.data;
    draft().hexMark = mark < 0x20 ? UNDERSCORE : mark;
  },
  '^FN': ({ params, draft, fail }) => {
    const number = params.number(0, 0, MAX_NUMBER);
    if (number === undefined) fail('^FN 后面要有 0 到 9999 的号');
    else draft().number = Math.round(number);
  },
  '^FB': ({ printer, params, dots, draft }) => {
    draft().block = {
      width: dots(0, 0, MAX_DOTS) ?? 0,
      lines: Math.round(params.number(1, 1, MAX_LINES) ?? 1),
      gap: dots(2, -MAX_LINES, MAX_LINES) ?? 0,
      align: ALIGNS[params.text(3)] ?? 'left',
      indent: dots(4, 0, MAX_LINES) ?? 0,
      isCut: false,
    };
    draft().rotation ??= printer.settings.rotation;
  },
  '^TB': ({ printer, params, dots, draft }) => {
    const field = draft();
    field.rotation = params.rotation(0, printer.settings.rotation);
    const height = dots(2, 1, MAX_DOTS) ?? 1;
    const lines = Math.floor(height / (field.font ?? printer.settings.font).height);
    const width = dots(1, 1, MAX_DOTS) ?? 1;
    const rest = { gap: 0, align: 'left', indent: 0, isCut: true } as const;
    field.block = { width, lines: Math.max(1, lines), ...rest };
  },
  '^A': chooseFont,
  '^GS': ({ printer, params, dots, draft }) => {
    const field = draft();
    const { least, most } = FONT_DOTS;
    field.rotation = params.rotation(0, printer.settings.rotation);
    const asked = { height: dots(1, least, most), width: dots(2, least, most) };
    // Symbols are as wide as they are high where no width is given.
    const { height } = printer.settings.font;
    field.font = sizedFont(
      SYMBOL_FONT,
      asked,
      { name: SYMBOL_FONT, height, width: height },
      printer.dpi,
    );
  },
  '^SN': countUp,
  '^SF': ({ command, draft, warn }) => {
    const [mask = '', step = '1'] = toLatin1(command.data.subarray(0, ZPL_LIMITS.dataBytes)).split(
      String.fromCharCode(command.delimiter),
    );
    if (/^[dD]+$/.test(mask.trim()) && /^\d{1,6}$/.test(step.trim()))
      draft().serial = { step: Number(step), isFilled: true };
    else warn('这种流水号（^SF）只画第一张，以后的怎么变没有用上');
  },
  '^FC': ({ warn }) => warn('日期和时间由打印机的时钟填，这里照原样画'),
  '^FP': ({ params, dots, draft, warn }) => {
    if (params.text(0) !== '' && params.text(0) !== 'H') warn('竖排和反向的文字（^FP）按横排画');
    draft().spacing = dots(1, 0, MAX_LINES) ?? 0;
  },
  // A remark: read and left alone.
  '^FX': () => undefined,
};

/** `^A0N,30,20` and `^A@N,30,20,E:SONG.TTF`: the direction follows the font's name without a comma. */
function chooseFont({ printer, params, dots, draft }: Call): void {
  const { settings, dpi } = printer;
  const [name = settings.font.name, turn = ''] = params.text(0).replaceAll(' ', '');
  const field = draft();
  field.rotation = getRotation(turn) ?? settings.rotation;
  const { least, most } = FONT_DOTS;
  const asked = { height: dots(1, least, most), width: dots(2, least, most) };
  field.font = sizedFont(name, asked, settings.font, dpi);
}

function readData({ printer, command, draft, warn }: Call): void {
  const field = draft();
  const { data } = command;
  if (data.length > ZPL_LIMITS.dataBytes)
    warn(`数据太长，只取前 ${ZPL_LIMITS.dataBytes} 个字节，和打印机一样`);
  const { hexMark } = field;
  const { isTyped, settings } = printer;
  const encoding = { ...settings.encoding };
  const part = data.subarray(0, ZPL_LIMITS.dataBytes);
  field.data = readFieldData(part, { encoding, hexMark, isTyped });
  const isAscii = part.every((byte) => byte < 0x80);
  if (field.data.text.includes('\ufffd'))
    warn(`有的字节不是 ^CI${encoding.set} 的字，画成“\ufffd”`);
  else if (!isAscii && encoding.set <= 13) {
    if (isTyped) warn('前面没有 ^CI28，打印机会把中文印成乱码；这里照打的字画');
    else if (isTextInUtf8(part)) warn('像是 UTF-8 的字，前面却没有 ^CI28，会印成乱码');
  }
}

function isTextInUtf8(bytes: Uint8Array): boolean {
  return !decodeText(bytes, { set: 28, table: '' }).includes('\ufffd');
}

/** `^SNstart,step,zeros`: the start may hold anything but the delimiter. */
function countUp({ printer, command, params, draft, warn }: Call): void {
  const { data, delimiter } = command;
  const end = data.indexOf(delimiter);
  const start = data.subarray(0, Math.min(end < 0 ? data.length : end, ZPL_LIMITS.dataBytes));
  const field = draft();
  const { isTyped, settings } = printer;
  const { hexMark } = field;
  field.data = readFieldData(start, { encoding: { ...settings.encoding }, hexMark, isTyped });
  const step = params.number(1, -999_999_999, 999_999_999) ?? 1;
  field.serial = { step: Math.round(step), isFilled: params.isYes(2, false) };
  if (step < 0) warn('往回数的流水号只画第一张');
}
