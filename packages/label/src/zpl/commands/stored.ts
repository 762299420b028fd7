import { packedGraphic, packedPng } from '../graphic.ts';
import type { GraphicTrouble, PackedGraphic } from '../graphic.ts';
import { addDrafts, openDraft } from '../formats.ts';
import { ZPL_LIMITS } from '../limits.ts';
import { storeGraphic } from '../stores.ts';
import type { Call, Handler } from '../printer.ts';
import { readByteCount, dataBehind } from './shapes.ts';

const MAX_MAGNIFICATION = 10;

/**
 * A name without its drive and with its extension: drives are searched one after the other, and a stream stores a name
 * once.
 */
function getName(text: string, extension: string): string {
  const name = text.replace(/^[A-Z]:/, '') || 'UNKNOWN';
  return name.includes('.') ? name : `${name}.${extension}`;
}

/** Pictures and formats a stream brings along, and where they are called. */
export const STORED_COMMANDS: Readonly<Record<string, Handler>> = {
  '~DG': (call) => {
    const size = { total: readByteCount(call, 1), stride: readByteCount(call, 2) };
    store(call, getName(call.params.text(0), 'GRF'), 'text', dataBehind(call, 3), size);
  },
  '~DY': (call) => {
    const [kind, type] = [call.params.text(1), call.params.text(2)];
    if (type === 'P' || type === 'PNG') {
      const data = dataBehind(call, 5);
      const graphic = packedPng(data, readByteCount(call, 3) ?? data.length);
      keepGraphic(call, getName(call.params.text(0), 'PNG'), graphic);
      return;
    }
    const isDots = type === '' || type === 'G' || type === 'GRF';
    if (!isDots || (kind !== 'A' && kind !== 'B')) {
      call.warn('存进打印机的这种文件没有用上');
      return;
    }
    const size = { total: readByteCount(call, 3), stride: readByteCount(call, 4) };
    const data = dataBehind(call, 5);
    const name = getName(call.params.text(0), 'GRF');
    if (kind === 'A') store(call, name, 'text', data, size);
    else store(call, name, 'binary', data.subarray(0, size.total ?? 0), size);
  },
  '^XG': (call) => {
    const times = (index: number): number =>
      Math.round(call.params.number(index, 1, MAX_MAGNIFICATION) ?? 1);
    recall(call, times(1), times(2));
  },
  '^IM': (call) => recall(call, 1, 1),
  '^DF': ({ printer, params }) => {
    if (printer.format) printer.format.storeAs = getName(params.text(0), 'ZPL');
  },
  '^XF': recallFormat,
};

function store(
  call: Call,
  name: string,
  format: 'text' | 'binary',
  data: Uint8Array,
  size: { total: number | undefined; stride: number | undefined },
): void {
  keepGraphic(call, name, packedGraphic(format, data, size));
}

function keepGraphic(call: Call, name: string, graphic: PackedGraphic | GraphicTrouble): void {
  const { stores } = call.printer;
  if ('trouble' in graphic) {
    storeGraphic(stores, name, undefined);
    call.fail(`${graphic.trouble}，没有存下`);
  } else if (!storeGraphic(stores, name, graphic))
    call.fail('存进打印机的东西太多，这一样没有存下');
}

function recall(call: Call, across: number, down: number): void {
  const { graphics } = call.printer.stores;
  const name = getName(call.params.text(0), 'GRF');
  // A name without an extension also means a PNG.
  const graphic = graphics.get(name) ?? graphics.get(getName(call.params.text(0), 'PNG'));
  const field = openDraft(call);
  if (graphic === undefined) {
    call.fail(`图形 ${name} 存在打印机里，这一段 ZPL 里没有，画不出来`);
    field.isLost = true;
  } else field.shape = { kind: 'graphic', graphic, across, down };
}

/** The fields of a stored format come first; what this one says fills them by their numbers. */
function recallFormat({ printer, params, fail }: Call): void {
  const { stores, format } = printer;
  const name = getName(params.text(0), 'ZPL');
  const drafts = stores.formats.get(name);
  if (format === undefined) return;
  format.hasRecalled = true;
  if (drafts === undefined) fail(`格式 ${name} 存在打印机里，这一段 ZPL 里没有，画不出来`);
  else {
    printer.recalled += addDrafts(printer, drafts, fail);
    // A format may be recalled by one that is stored, and that one again: no label would ever count it.
    if (printer.recalled > ZPL_LIMITS.streamFields) printer.isFull = true;
  }
}
