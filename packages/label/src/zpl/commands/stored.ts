import { readPackedGraphic, readPackedPng } from '../graphic.ts';
import type { GraphicTrouble, PackedGraphic } from '../graphic.ts';
import { addFieldDrafts, openFieldDraft } from '../formats.ts';
import { ZPL_LIMITS } from '../limits.ts';
import { storeGraphic } from '../stores.ts';
import type { Call, Handler } from '../printer.ts';
import { readByteCountParameter, readDataAfterDelimiters } from './shapes.ts';

const MAX_MAGNIFICATION = 10;

/**
 * Name without drive and with extension: printers search the drives in order, and a stream stores a
 * name once.
 */
function toNameInStream(text: string, extension: string): string {
  const name = text.replace(/^[A-Z]:/, '') || 'UNKNOWN';
  return name.includes('.') ? name : `${name}.${extension}`;
}

/** Commands that store and recall pictures and formats. */
export const STORED_COMMANDS: Readonly<Record<string, Handler>> = {
  '~DG': (call) => {
    const size = {
      total: readByteCountParameter(call, 1),
      stride: readByteCountParameter(call, 2),
    };
    storeGraphicData(
      call,
      toNameInStream(call.params.readText(0), 'GRF'),
      'text',
      readDataAfterDelimiters(call, 3),
      size,
    );
  },
  '~DY': (call) => {
    const [kind, type] = [call.params.readText(1), call.params.readText(2)];
    if (type === 'P' || type === 'PNG') {
      const data = readDataAfterDelimiters(call, 5);
      const graphic = readPackedPng(data, readByteCountParameter(call, 3) ?? data.length);
      storeGraphicOrReport(call, toNameInStream(call.params.readText(0), 'PNG'), graphic);
      return;
    }
    const isDots = type === '' || type === 'G' || type === 'GRF';
    if (!isDots || (kind !== 'A' && kind !== 'B')) {
      call.warn('存进打印机的这种文件没有用上');
      return;
    }
    const size = {
      total: readByteCountParameter(call, 3),
      stride: readByteCountParameter(call, 4),
    };
    const data = readDataAfterDelimiters(call, 5);
    const name = toNameInStream(call.params.readText(0), 'GRF');
    if (kind === 'A') storeGraphicData(call, name, 'text', data, size);
    else storeGraphicData(call, name, 'binary', data.subarray(0, size.total ?? 0), size);
  },
  '^XG': (call) => {
    const readMagnification = (index: number): number =>
      Math.round(call.params.readNumber(index, 1, MAX_MAGNIFICATION) ?? 1);
    recallGraphic(call, readMagnification(1), readMagnification(2));
  },
  '^IM': (call) => recallGraphic(call, 1, 1),
  '^DF': ({ printer, params }) => {
    if (printer.format) printer.format.storeAs = toNameInStream(params.readText(0), 'ZPL');
  },
  '^XF': recallFormat,
};

function storeGraphicData(
  call: Call,
  name: string,
  format: 'text' | 'binary',
  data: Uint8Array,
  size: { total: number | undefined; stride: number | undefined },
): void {
  storeGraphicOrReport(call, name, readPackedGraphic(format, data, size));
}

function storeGraphicOrReport(
  call: Call,
  name: string,
  graphic: PackedGraphic | GraphicTrouble,
): void {
  const { stores } = call.printer;
  if ('trouble' in graphic) {
    storeGraphic(stores, name, undefined);
    call.fail(`${graphic.trouble}，没有存下`);
  } else if (!storeGraphic(stores, name, graphic))
    call.fail('存进打印机的东西太多，这一样没有存下');
}

function recallGraphic(call: Call, across: number, down: number): void {
  const { graphics } = call.printer.stores;
  const name = toNameInStream(call.params.readText(0), 'GRF');
  // A name without extension may also refer to a PNG.
  const graphic =
    graphics.get(name) ?? graphics.get(toNameInStream(call.params.readText(0), 'PNG'));
  const field = openFieldDraft(call);
  if (graphic === undefined) {
    call.fail(`图形 ${name} 存在打印机里，这一段 ZPL 里没有，画不出来`);
    field.isLost = true;
  } else field.shape = { kind: 'graphic', graphic, across, down };
}

/** Inserts the fields of a stored format; the values of this format fill them by number. */
function recallFormat({ printer, params, fail }: Call): void {
  const { stores, format } = printer;
  const name = toNameInStream(params.readText(0), 'ZPL');
  const drafts = stores.formats.get(name);
  if (format === undefined) return;
  format.hasRecalled = true;
  if (drafts === undefined) fail(`格式 ${name} 存在打印机里，这一段 ZPL 里没有，画不出来`);
  else {
    printer.recalledFieldCount += addFieldDrafts(printer, drafts, fail);
    // Stored formats may recall each other, so recalled fields are counted even without a label.
    if (printer.recalledFieldCount > ZPL_LIMITS.streamFields) printer.isFull = true;
  }
}
