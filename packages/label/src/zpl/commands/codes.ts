import { getDotsPerMm } from '../../layout/place.ts';
import type { MaxiCodeMode } from '../../matrix/maxicode/encode.ts';
import type { BarSizes, CodeSpec, LinearSpec, LinearSymbology, TextPlace } from '../label.ts';
import type { Call, Draft, Handler } from '../printer.ts';

const MAX_DOTS = 32_000;
/** Maximum module size of two-dimensional codes, dots (^BQ, ^B0). */
const MAX_MODULE = 10;
const MAX_QR_MODULE = 100;
const USUAL_MAGNIFICATION = { 203: 2, 300: 3, 600: 6 } as const;

/** Parameter positions of a linear code; omitted when it has no such parameter. */
type ParameterPositions = {
  height: number;
  text: number;
  above: number;
  check?: number;
  /** Default position of the text line. */
  isAbove?: boolean;
};

const noCheck: ParameterPositions = { height: 1, text: 2, above: 3 };
const checkFirst: ParameterPositions = { height: 2, text: 3, above: 4, check: 1 };
const checkLast: ParameterPositions = { ...noCheck, check: 4 };

/** Opens a field with a code. Notices about the code refer to this command. */
function openCodeDraft({ place, getDraft }: Call): Draft {
  return Object.assign(getDraft(), { place });
}

const createLinearHandler =
  (
    symbology: LinearSymbology,
    places: ParameterPositions,
    buildOptions: (call: Call) => Partial<LinearSpec> = () => ({}),
  ): Handler =>
  (call) => {
    const { printer, params, readDots } = call;
    const { bars } = printer.settings;
    const field = openCodeDraft(call);
    field.rotation = params.readRotation(0, printer.settings.rotation);
    field.code = {
      symbology,
      ...replaceBarHeight(bars, readDots(places.height, 1, MAX_DOTS)),
      textPlace: getTextPlace(call, places),
      hasCheck: places.check !== undefined && params.isYes(places.check, false),
      mode: 'N',
      ends: ['A', 'A'],
      ...buildOptions(call),
    };
  };

const replaceBarHeight = (bars: BarSizes, height: number | undefined): BarSizes => ({
  ...bars,
  height: height ?? bars.height,
});

function getTextPlace(
  { params }: Call,
  { text, above, isAbove = false }: ParameterPositions,
): TextPlace {
  if (!params.isYes(text, true)) return 'none';
  return params.isYes(above, isAbove) ? 'above' : 'below';
}

/** Start or stop character of Codabar. */
const toCodabarEnd = (text: string): string => (/^[A-D]$/.test(text) ? text : 'A');

const createMatrixHandler =
  (getCode: (call: Call) => CodeSpec): Handler =>
  (call) => {
    const field = openCodeDraft(call);
    field.code = getCode(call);
    field.rotation = call.params.readRotation(0, call.printer.settings.rotation);
  };

/** Handlers of all supported codes, by command. */
export const CODE_COMMANDS: Readonly<Record<string, Handler>> = {
  '^BC': createLinearHandler('code128', checkLast, ({ params }) => ({
    mode: params.readText(5) || 'N',
  })),
  '^B3': createLinearHandler('code39', checkFirst),
  '^BA': createLinearHandler('code93', noCheck),
  '^B2': createLinearHandler('itf', checkLast),
  '^BE': createLinearHandler('ean13', noCheck),
  '^B8': createLinearHandler('ean8', noCheck),
  '^BU': createLinearHandler('upca', noCheck),
  '^B9': createLinearHandler('upce', noCheck),
  '^BS': createLinearHandler('addon', { ...noCheck, isAbove: true }),
  '^BK': createLinearHandler('codabar', { ...checkFirst }, ({ params }) => ({
    hasCheck: false,
    ends: [toCodabarEnd(params.readText(5)), toCodabarEnd(params.readText(6))],
  })),
  '^BQ': (call) => {
    const { printer, params } = call;
    if (params.readText(1) === '1') call.warn('按二维码的第二种型号画');
    const usual = USUAL_MAGNIFICATION[printer.dpi];
    const module = Math.round(params.readNumber(2, 1, MAX_QR_MODULE) ?? usual);
    const field = openCodeDraft(call);
    // No rotation (guide: ^BQ). The top is below ^FO by the bar height of ^BY.
    field.rotation = 0;
    field.code = { symbology: 'qr', module, topOffsetDots: printer.settings.bars.height };
  },
  '^BD': (call) => {
    const field = openCodeDraft(call);
    // No rotation (guide: ^BD has no such parameter).
    field.rotation = 0;
    field.code = readMaxiCodeCommand(call);
  },
  '^BX': createMatrixHandler(readDataMatrixCommand),
  '^B7': createMatrixHandler(readPdf417Command),
  '^BO': createMatrixHandler(readAztecCommand),
  '^B0': createMatrixHandler(readAztecCommand),
};

function readDataMatrixCommand({ printer, params, readDots, warn }: Call): CodeSpec {
  if (params.readText(2) !== '200') warn('Data Matrix 只画 ECC 200，^BX 的第三个参数要写 200');
  const readSideModules = (index: number): number =>
    Math.round(params.readNumber(index, 1, 144) ?? 0);
  const [columns, rows] = [readSideModules(3), readSideModules(4)];
  const height = readDots(1, 1, MAX_DOTS);
  // Without a module size the symbol is about as high as the bars of ^BY.
  const across = Math.max(10, columns, rows);
  const module = height ?? Math.max(1, Math.round(printer.settings.bars.height / across));
  const escape = params.readText(6).charAt(0);
  return {
    symbology: 'datamatrix',
    module,
    columns,
    rows,
    isRectangle: params.readText(7) === '2',
    escape,
  };
}

/** Maximum symbols in a structured append (guide: ^BD). */
const MAX_PARTS = 8;

function readMaxiCodeCommand({ printer, params }: Call): CodeSpec {
  const readPartCount = (index: number): number =>
    Math.round(params.readNumber(index, 1, MAX_PARTS) ?? 1);
  return {
    symbology: 'maxicode',
    module: 1,
    dotsPerMm: getDotsPerMm(printer.dpi),
    mode: Math.round(params.readNumber(0, 2, 6) ?? 2) as MaxiCodeMode,
    part: { number: readPartCount(1), total: readPartCount(2) },
  };
}

function readPdf417Command({ printer, params, readDots }: Call): CodeSpec {
  const { module, height } = printer.settings.bars;
  const readCountParameter = (index: number, max: number): number =>
    Math.round(params.readNumber(index, 0, max) ?? 0);
  return {
    symbology: 'pdf417',
    module,
    // In dots, independent of the module (guide: ^B7). When omitted, the symbol is as high as the
    // bars of ^BY.
    rowHeight: readDots(1, 1, MAX_DOTS),
    height,
    level: readCountParameter(2, 8),
    columns: readCountParameter(3, 30),
    rows: readCountParameter(4, 90),
    isTruncated: params.isYes(5, false),
  };
}

function readAztecCommand({ printer, params }: Call): CodeSpec {
  const usual = USUAL_MAGNIFICATION[printer.dpi];
  const module = Math.round(params.readNumber(1, 1, MAX_MODULE) ?? usual);
  const sizeCode = Math.round(params.readNumber(3, 0, 300) ?? 0);
  return { symbology: 'aztec', module, sizeCode };
}
