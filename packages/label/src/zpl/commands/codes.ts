import { dotsPerMm } from '../../layout/place.ts';
import type { MaxiCodeMode } from '../../matrix/maxicode/encode.ts';
import type { BarSizes, CodeSpec, LinearSpec, LinearSymbology, TextPlace } from '../label.ts';
import type { Call, Draft, Handler } from '../printer.ts';

const MAX_DOTS = 32_000;
/** How large modules of two-dimensional codes are made, dots (^BQ, ^B0). */
const MAX_MODULE = 10;
const MAX_QR_MODULE = 100;
const USUAL_MAGNIFICATION = { 203: 2, 300: 3, 600: 6 } as const;

/** Where the parameters of a linear code stand; those it has not are left out. */
type Places = {
  height: number;
  text: number;
  above: number;
  check?: number;
  /** Where its line stands when nothing is said of it. */
  isAbove?: boolean;
};

const noCheck: Places = { height: 1, text: 2, above: 3 };
const checkFirst: Places = { height: 2, text: 3, above: 4, check: 1 };
const checkLast: Places = { ...noCheck, check: 4 };

/** What is to be told of a code is told of this command. */
function codeField({ place, draft }: Call): Draft {
  return Object.assign(draft(), { place });
}

const linear =
  (
    symbology: LinearSymbology,
    places: Places,
    more: (call: Call) => Partial<LinearSpec> = () => ({}),
  ): Handler =>
  (call) => {
    const { printer, params, dots } = call;
    const { bars } = printer.settings;
    const field = codeField(call);
    field.rotation = params.rotation(0, printer.settings.rotation);
    field.code = {
      symbology,
      ...barsWith(bars, dots(places.height, 1, MAX_DOTS)),
      textPlace: getTextPlace(call, places),
      hasCheck: places.check !== undefined && params.isYes(places.check, false),
      mode: 'N',
      ends: ['A', 'A'],
      ...more(call),
    };
  };

const barsWith = (bars: BarSizes, height: number | undefined): BarSizes => ({
  ...bars,
  height: height ?? bars.height,
});

function getTextPlace({ params }: Call, { text, above, isAbove = false }: Places): TextPlace {
  if (!params.isYes(text, true)) return 'none';
  return params.isYes(above, isAbove) ? 'above' : 'below';
}

/** A letter that starts or ends Codabar. */
const getEnd = (text: string): string => (/^[A-D]$/.test(text) ? text : 'A');

const matrix =
  (getCode: (call: Call) => CodeSpec): Handler =>
  (call) => {
    const field = codeField(call);
    field.code = getCode(call);
    field.rotation = call.params.rotation(0, call.printer.settings.rotation);
  };

/** Every code that is drawn, by its command. */
export const CODE_COMMANDS: Readonly<Record<string, Handler>> = {
  '^BC': linear('code128', checkLast, ({ params }) => ({ mode: params.text(5) || 'N' })),
  '^B3': linear('code39', checkFirst),
  '^BA': linear('code93', noCheck),
  '^B2': linear('itf', checkLast),
  '^BE': linear('ean13', noCheck),
  '^B8': linear('ean8', noCheck),
  '^BU': linear('upca', noCheck),
  '^B9': linear('upce', noCheck),
  '^BS': linear('addon', { ...noCheck, isAbove: true }),
  '^BK': linear('codabar', { ...checkFirst }, ({ params }) => ({
    hasCheck: false,
    ends: [getEnd(params.text(5)), getEnd(params.text(6))],
  })),
  '^BQ': (call) => {
    const { printer, params } = call;
    if (params.text(1) === '1') call.warn('按二维码的第二种型号画');
    const usual = USUAL_MAGNIFICATION[printer.dpi];
    const module = Math.round(params.number(2, 1, MAX_QR_MODULE) ?? usual);
    const field = codeField(call);
    // Its direction is fixed (guide: ^BQ), and its top is as far below ^FO as bars are high by ^BY.
    field.rotation = 0;
    field.code = { symbology: 'qr', module, drop: printer.settings.bars.height };
  },
  '^BD': (call) => {
    const field = codeField(call);
    // It is not turned (guide: ^BD has no direction).
    field.rotation = 0;
    field.code = readMaxiCode(call);
  },
  '^BX': matrix(getDataMatrix),
  '^B7': matrix(getPdf417),
  '^BO': matrix(getAztec),
  '^B0': matrix(getAztec),
};

function getDataMatrix({ printer, params, dots, warn }: Call): CodeSpec {
  if (params.text(2) !== '200') warn('Data Matrix 只画 ECC 200，^BX 的第三个参数要写 200');
  const getSide = (index: number): number => Math.round(params.number(index, 1, 144) ?? 0);
  const [columns, rows] = [getSide(3), getSide(4)];
  const height = dots(1, 1, MAX_DOTS);
  // Without a size of modules the whole is about as high as bars are.
  const across = Math.max(10, columns, rows);
  const module = height ?? Math.max(1, Math.round(printer.settings.bars.height / across));
  const escape = params.text(6).charAt(0);
  return {
    symbology: 'datamatrix',
    module,
    columns,
    rows,
    isRectangle: params.text(7) === '2',
    escape,
  };
}

/** As many symbols may belong together (guide: ^BD). */
const MAX_PARTS = 8;

function readMaxiCode({ printer, params }: Call): CodeSpec {
  const readCount = (index: number): number => Math.round(params.number(index, 1, MAX_PARTS) ?? 1);
  return {
    symbology: 'maxicode',
    module: 1,
    dotsPerMm: dotsPerMm(printer.dpi),
    mode: Math.round(params.number(0, 2, 6) ?? 2) as MaxiCodeMode,
    part: { number: readCount(1), total: readCount(2) },
  };
}

function getPdf417({ printer, params, dots }: Call): CodeSpec {
  const { module, height } = printer.settings.bars;
  const readCount = (index: number, most: number): number =>
    Math.round(params.number(index, 0, most) ?? 0);
  return {
    symbology: 'pdf417',
    module,
    // In dots, whatever the module is (guide: ^B7); without one the whole is as high as bars are.
    rowHeight: dots(1, 1, MAX_DOTS),
    height,
    level: readCount(2, 8),
    columns: readCount(3, 30),
    rows: readCount(4, 90),
    isTruncated: params.isYes(5, false),
  };
}

function getAztec({ printer, params }: Call): CodeSpec {
  const usual = USUAL_MAGNIFICATION[printer.dpi];
  const module = Math.round(params.number(1, 1, MAX_MODULE) ?? usual);
  const sizeCode = Math.round(params.number(3, 0, 300) ?? 0);
  return { symbology: 'aztec', module, sizeCode };
}
