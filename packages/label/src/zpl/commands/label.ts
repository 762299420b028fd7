import { isKnownCharacterSet } from '../encoding.ts';
import { FONT_DOTS, resolveFontSize } from '../fonts.ts';
import type { Handler } from '../printer.ts';
import { getDotsPerMm } from '../../layout/place.ts';

/** Maximum position and length, dots (^FO, ^LL). */
const MAX_DOTS = 32_000;
const MAX_SHIFT = 9999;
const MAX_TOP = 120;
const MAX_COPIES = 99_999_999;
const MM_PER_INCH = 25.4;

/** Commands that change how the label and later ones are drawn. */
export const LABEL_COMMANDS: Readonly<Record<string, Handler>> = {
  '^LH': ({ printer, readDots }) => {
    const { x, y } = printer.settings.home;
    printer.settings.home = { x: readDots(0, 0, MAX_DOTS) ?? x, y: readDots(1, 0, MAX_DOTS) ?? y };
  },
  '^LL': ({ printer, readDots }) => {
    printer.settings.heightDots = readDots(0, 1, MAX_DOTS) ?? printer.settings.heightDots;
  },
  '^PW': ({ printer, readDots }) => {
    printer.settings.widthDots = readDots(0, 2, MAX_DOTS) ?? printer.settings.widthDots;
  },
  '^LS': ({ printer, readDots }) => {
    printer.settings.shift.left = readDots(0, -MAX_SHIFT, MAX_SHIFT) ?? 0;
  },
  '^LT': ({ printer, params }) => {
    printer.settings.shift.down = Math.round(params.readNumber(0, -MAX_TOP, MAX_TOP) ?? 0);
  },
  '^JM': ({ printer, params }) => {
    printer.settings.dotSize = params.readText(0) === 'B' ? 2 : 1;
  },
  '^PO': ({ printer, params }) => {
    printer.settings.isInverted = params.readText(0) === 'I';
  },
  '^PM': ({ printer, params }) => {
    printer.settings.isMirrored = params.isYes(0, false);
  },
  '^LR': ({ printer, params }) => {
    printer.settings.isReversed = params.isYes(0, false);
  },
  '^PQ': ({ printer, params }) => {
    if (printer.format)
      printer.format.copies = Math.round(params.readNumber(0, 1, MAX_COPIES) ?? 1);
  },
  '^MU': ({ printer, params }) => {
    const [from, to] = [params.readNumber(1, 150, 600), params.readNumber(2, 150, 600)];
    const perMm = getDotsPerMm(printer.dpi);
    const unit = params.readText(0);
    printer.settings.dotsPerUnit =
      unit === 'M' ? perMm : unit === 'I' ? perMm * MM_PER_INCH : (to ?? 1) / (from ?? to ?? 1);
  },
  '^CI': ({ printer, params, warn }) => {
    const set = params.readNumber(0, 0, 36) ?? 0;
    if (!isKnownCharacterSet(set)) warn('没有这种编码，按 ^CI0 读');
    if (params.readText(1) !== '') warn('把一个字符换成另一个的设定没有用上');
    printer.settings.encoding.set = isKnownCharacterSet(set) ? set : 0;
  },
  '^SE': ({ printer, params }) => {
    printer.settings.encoding.table = params.readText(0);
  },
  '^CF': ({ printer, params, readDots }) => {
    const { font } = printer.settings;
    const name = params.readText(0).charAt(0) || font.name;
    const { least, most } = FONT_DOTS;
    const requestedSize = { height: readDots(1, least, most), width: readDots(2, least, most) };
    printer.settings.font = resolveFontSize(name, requestedSize, font, printer.dpi);
  },
  '^FW': ({ printer, params }) => {
    printer.settings.rotation = params.readRotation(0, printer.settings.rotation);
    if (params.readText(1) !== '') printer.settings.isRight = params.readText(1) === '1';
  },
  '^BY': ({ printer, params, readDots }) => {
    const { bars } = printer.settings;
    printer.settings.bars = {
      module: Math.round(params.readNumber(0, 1, 10) ?? bars.module),
      ratio: Math.round((params.readNumber(1, 2, 3) ?? bars.ratio) * 10) / 10,
      height: readDots(2, 1, MAX_DOTS) ?? bars.height,
    };
  },
};
