import { isKnownSet } from '../encoding.ts';
import { FONT_DOTS, sizedFont } from '../fonts.ts';
import type { Handler } from '../printer.ts';
import { dotsPerMm } from '../../layout/place.ts';

/** Positions and lengths, dots (^FO, ^LL). */
const MAX_DOTS = 32_000;
const MAX_SHIFT = 9999;
const MAX_TOP = 120;
const MAX_COPIES = 99_999_999;
const MM_PER_INCH = 25.4;

/** Commands that change how the label and what follows on it are drawn. */
export const LABEL_COMMANDS: Readonly<Record<string, Handler>> = {
  '^LH': ({ printer, dots }) => {
    const { x, y } = printer.settings.home;
    printer.settings.home = { x: dots(0, 0, MAX_DOTS) ?? x, y: dots(1, 0, MAX_DOTS) ?? y };
  },
  '^LL': ({ printer, dots }) => {
    printer.settings.heightDots = dots(0, 1, MAX_DOTS) ?? printer.settings.heightDots;
  },
  '^PW': ({ printer, dots }) => {
    printer.settings.widthDots = dots(0, 2, MAX_DOTS) ?? printer.settings.widthDots;
  },
  '^LS': ({ printer, dots }) => {
    printer.settings.shift.left = dots(0, -MAX_SHIFT, MAX_SHIFT) ?? 0;
  },
  '^LT': ({ printer, params }) => {
    printer.settings.shift.down = Math.round(params.number(0, -MAX_TOP, MAX_TOP) ?? 0);
  },
  '^JM': ({ printer, params }) => {
    printer.settings.dotSize = params.text(0) === 'B' ? 2 : 1;
  },
  '^PO': ({ printer, params }) => {
    printer.settings.isInverted = params.text(0) === 'I';
  },
  '^PM': ({ printer, params }) => {
    printer.settings.isMirrored = params.isYes(0, false);
  },
  '^LR': ({ printer, params }) => {
    printer.settings.isReversed = params.isYes(0, false);
  },
  '^PQ': ({ printer, params }) => {
    if (printer.format) printer.format.copies = Math.round(params.number(0, 1, MAX_COPIES) ?? 1);
  },
  '^MU': ({ printer, params }) => {
    const [from, to] = [params.number(1, 150, 600), params.number(2, 150, 600)];
    const perMm = dotsPerMm(printer.dpi);
    const unit = params.text(0);
    printer.settings.dotsPerUnit =
      unit === 'M' ? perMm : unit === 'I' ? perMm * MM_PER_INCH : (to ?? 1) / (from ?? to ?? 1);
  },
  '^CI': ({ printer, params, warn }) => {
    const set = params.number(0, 0, 36) ?? 0;
    if (!isKnownSet(set)) warn('没有这种编码，按 ^CI0 读');
    if (params.text(1) !== '') warn('把一个字符换成另一个的设定没有用上');
    printer.settings.encoding.set = isKnownSet(set) ? set : 0;
  },
  '^SE': ({ printer, params }) => {
    printer.settings.encoding.table = params.text(0);
  },
  '^CF': ({ printer, params, dots }) => {
    const { font } = printer.settings;
    const name = params.text(0).charAt(0) || font.name;
    const { least, most } = FONT_DOTS;
    const asked = { height: dots(1, least, most), width: dots(2, least, most) };
    printer.settings.font = sizedFont(name, asked, font, printer.dpi);
  },
  '^FW': ({ printer, params }) => {
    printer.settings.rotation = params.rotation(0, printer.settings.rotation);
    if (params.text(1) !== '') printer.settings.isRight = params.text(1) === '1';
  },
  '^BY': ({ printer, params, dots }) => {
    const { bars } = printer.settings;
    printer.settings.bars = {
      module: Math.round(params.number(0, 1, 10) ?? bars.module),
      ratio: Math.round((params.number(1, 2, 3) ?? bars.ratio) * 10) / 10,
      height: dots(2, 1, MAX_DOTS) ?? bars.height,
    };
  },
};
