import { decodeZplText } from '../encoding.ts';
import { decodeFieldData } from '../field-data.ts';
import { FONT_DOTS, resolveFontSize, SYMBOL_FONT } from '../fonts.ts';
import type { TextBlock } from '../label.ts';
import { decodeLatin1 } from '../lexer.ts';
import { ZPL_LIMITS } from '../limits.ts';
import { openFieldDraft } from '../formats.ts';
import { parseRotationLetter } from '../params.ts';
import type { Call, Handler } from '../printer.ts';

const MAX_DOTS = 32_000;
const MAX_LINES = 9999;
const MAX_NUMBER = 9999;
const UNDERSCORE = 0x5f;

const createPlaceHandler =
  (origin: 'corner' | 'base'): Handler =>
  (call) => {
    const { printer, params, readDots } = call;
    const field = openFieldDraft(call);
    const { home, shift } = printer.settings;
    field.origin = origin;
    field.isFollowing = origin === 'base' && params.readText(0) === '' && params.readText(1) === '';
    field.x = home.x - shift.left + (readDots(0, 0, MAX_DOTS) ?? 0);
    field.y = home.y + shift.down + (readDots(1, 0, MAX_DOTS) ?? 0);
    const side = params.readText(2);
    if (side !== '') field.isRight = side === '1';
  };

const ALIGNS: Readonly<Record<string, TextBlock['align']>> = {
  L: 'left',
  C: 'center',
  R: 'right',
  J: 'justified',
};

/** Field data and field properties. */
export const FIELD_COMMANDS: Readonly<Record<string, Handler>> = {
  '^FO': createPlaceHandler('corner'),
  '^FT': createPlaceHandler('base'),
  '^FD': setFieldData,
  '^FV': setFieldData,
  '^FR': ({ getDraft }) => {
    getDraft().isReversed = true;
  },
  '^FH': ({ command, getDraft }) => {
    const [mark = UNDERSCORE] = command.data;
    getDraft().hexMark = mark < 0x20 ? UNDERSCORE : mark;
  },
  '^FN': ({ params, getDraft, fail }) => {
    const number = params.readNumber(0, 0, MAX_NUMBER);
    if (number === undefined) fail('^FN 后面要有 0 到 9999 的号');
    else getDraft().number = Math.round(number);
  },
  '^FB': ({ printer, params, readDots, getDraft }) => {
    getDraft().block = {
      width: readDots(0, 0, MAX_DOTS) ?? 0,
      lines: Math.round(params.readNumber(1, 1, MAX_LINES) ?? 1),
      gap: readDots(2, -MAX_LINES, MAX_LINES) ?? 0,
      align: ALIGNS[params.readText(3)] ?? 'left',
      indent: readDots(4, 0, MAX_LINES) ?? 0,
      isCut: false,
    };
    getDraft().rotation ??= printer.settings.rotation;
  },
  '^TB': ({ printer, params, readDots, getDraft }) => {
    const field = getDraft();
    field.rotation = params.readRotation(0, printer.settings.rotation);
    const height = readDots(2, 1, MAX_DOTS) ?? 1;
    const lines = Math.floor(height / (field.font ?? printer.settings.font).height);
    const width = readDots(1, 1, MAX_DOTS) ?? 1;
    const blockDefaults = { gap: 0, align: 'left', indent: 0, isCut: true } as const;
    field.block = { width, lines: Math.max(1, lines), ...blockDefaults };
  },
  '^A': setFieldFont,
  '^GS': ({ printer, params, readDots, getDraft }) => {
    const field = getDraft();
    const { least, most } = FONT_DOTS;
    field.rotation = params.readRotation(0, printer.settings.rotation);
    const requestedSize = { height: readDots(1, least, most), width: readDots(2, least, most) };
    // Without a width, symbols are as wide as high.
    const { height } = printer.settings.font;
    field.font = resolveFontSize(
      SYMBOL_FONT,
      requestedSize,
      { name: SYMBOL_FONT, height, width: height },
      printer.dpi,
    );
  },
  '^SN': setFieldSerial,
  '^SF': ({ command, getDraft, warn }) => {
    const [mask = '', step = '1'] = decodeLatin1(
      command.data.subarray(0, ZPL_LIMITS.dataBytes),
    ).split(String.fromCharCode(command.delimiter));
    if (/^[dD]+$/.test(mask.trim()) && /^\d{1,6}$/.test(step.trim()))
      getDraft().serial = { step: Number(step), isFilled: true };
    else warn('这种流水号（^SF）只画第一张，以后的怎么变没有用上');
  },
  '^FC': ({ warn }) => warn('日期和时间由打印机的时钟填，这里照原样画'),
  '^FP': ({ params, readDots, getDraft, warn }) => {
    if (params.readText(0) !== '' && params.readText(0) !== 'H')
      warn('竖排和反向的文字（^FP）按横排画');
    getDraft().spacing = readDots(1, 0, MAX_LINES) ?? 0;
  },
  // A comment, ignored.
  '^FX': () => undefined,
};

/** `^A0N,30,20` and `^A@N,30,20,E:SONG.TTF`: the rotation follows the font name without a comma. */
function setFieldFont({ printer, params, readDots, getDraft }: Call): void {
  const { settings, dpi } = printer;
  const [name = settings.font.name, turn = ''] = params.readText(0).replaceAll(' ', '');
  const field = getDraft();
  field.rotation = parseRotationLetter(turn) ?? settings.rotation;
  const { least, most } = FONT_DOTS;
  const requestedSize = { height: readDots(1, least, most), width: readDots(2, least, most) };
  field.font = resolveFontSize(name, requestedSize, settings.font, dpi);
}

function setFieldData({ printer, command, getDraft, warn }: Call): void {
  const field = getDraft();
  const { data } = command;
  if (data.length > ZPL_LIMITS.dataBytes)
    warn(`数据太长，只取前 ${ZPL_LIMITS.dataBytes} 个字节，和打印机一样`);
  const { hexMark } = field;
  const { isEditorText, settings } = printer;
  const encoding = { ...settings.encoding };
  const part = data.subarray(0, ZPL_LIMITS.dataBytes);
  field.data = decodeFieldData(part, { encoding, hexMark, isEditorText });
  const isAscii = part.every((byte) => byte < 0x80);
  if (field.data.text.includes('\ufffd'))
    warn(`有的字节不是 ^CI${encoding.set} 的字，画成“\ufffd”`);
  else if (!isAscii && encoding.set <= 13) {
    if (isEditorText) warn('前面没有 ^CI28，打印机会把中文打印成乱码；这里按填的字画');
    else if (isValidUtf8(part)) warn('像是 UTF-8 的字，前面却没有 ^CI28，会打印成乱码');
  }
}

function isValidUtf8(bytes: Uint8Array): boolean {
  return !decodeZplText(bytes, { set: 28, table: '' }).includes('\ufffd');
}

/** `^SNstart,step,zeros`: the start may contain anything except the delimiter. */
function setFieldSerial({ printer, command, params, getDraft, warn }: Call): void {
  const { data, delimiter } = command;
  const end = data.indexOf(delimiter);
  const start = data.subarray(0, Math.min(end < 0 ? data.length : end, ZPL_LIMITS.dataBytes));
  const field = getDraft();
  const { isEditorText, settings } = printer;
  const { hexMark } = field;
  field.data = decodeFieldData(start, {
    encoding: { ...settings.encoding },
    hexMark,
    isEditorText,
  });
  const step = params.readNumber(1, -999_999_999, 999_999_999) ?? 1;
  field.serial = { step: Math.round(step), isFilled: params.isYes(2, false) };
  if (step < 0) warn('往回数的流水号只画第一张');
}
