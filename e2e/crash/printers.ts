import type { Place } from '../../apps/agent/src/places.ts';
import { startEscposPrinter } from '../printers/escpos/escpos.ts';
import { startTsplPrinter } from '../printers/tspl/tspl.ts';
import type { Drawn } from '../printers/works/drawn.ts';
import { startZplPrinter } from '../printers/zpl/zpl.ts';
import { startCups, type TestCups } from '../support/cups.ts';
import type { PrinterKind } from './printer-kind.ts';
import {
  type Batch,
  listCells,
  listDots,
  listGraphics,
  listInks,
  isTopOfOne,
  getRowName,
} from './labels.ts';
import type { Printer } from './stage.ts';

/** Default paper speed: 150 ms for one of our labels. */
const SPEED_MM_S = 100;

/** Pieces that match no label: mixed content, or the upper part of a label. */
export const NAMELESS = ['unknown', 'a part'];

const QUEUE = 'label';

/**
 * The address of the printer for the client; a separate CUPS is in front of it when it is behind a
 * queue.
 */
export const placeFor = async (
  { behind }: PrinterKind,
  port: number,
): Promise<{ at: Place; cups: TestCups | null }> => {
  if (behind === undefined) return { at: { kind: 'tcp', host: '127.0.0.1', port }, cups: null };
  const cups = await startCups();
  await cups.addQueue(QUEUE, `socket://127.0.0.1:${port}`);
  const places: Record<typeof behind, Place> = {
    cups: { kind: 'cups-queue', name: QUEUE },
    ipp: { kind: 'ipp', uri: `${cups.address}/printers/${QUEUE}` },
    windows: { kind: 'windows-queue', name: QUEUE },
  };
  return { at: places[behind], cups };
};

/**
 * A printer that recognizes which label or row of the batch came out; `unknown` for mixed content.
 */
export const startPrinter = ({ printer }: PrinterKind, batch: Batch): Promise<Printer> => {
  const { labels, columns } = batch;
  const getName = (name: string | number | undefined): string => String(name ?? 'unknown');
  const usual = { speedMmPerS: SPEED_MM_S, ...printer.options, labelMm: 15 };
  const dots = listDots(batch);
  const getDrawnName = ({ bitmap, defects }: Pick<Drawn, 'bitmap' | 'defects'>): string =>
    getName(
      defects.length > 0 ? undefined : getRowName(columns, bitmap, (cell) => dots.get(cell.hash())),
    );
  if (printer.language === 'tspl') return startTsplPrinter({ ...usual, identify: getDrawnName });
  if (printer.language === 'escpos') {
    const inks = listInks(batch);
    return startEscposPrinter({
      ...usual,
      identify: ({ bitmap, text }) => {
        const rowName = getRowName(columns, bitmap, (cell) => inks.get(cell.ink().hash()));
        if (text !== '' || rowName !== undefined) return getName(text === '' ? rowName : undefined);
        const cells = listCells(columns, bitmap)?.filter((cell) => cell.blackDots() > 0);
        // It prints while it reads: a truncated label comes out partly.
        return cells?.every((cell) => isTopOfOne(batch, cell)) ? 'a part' : 'unknown';
      },
    });
  }
  const graphics = listGraphics(labels);
  return startZplPrinter({
    ...usual,
    identify: (drawn) => {
      if (columns > 1) return getDrawnName(drawn);
      const { text, defects } = drawn;
      const [found, another] = [...text.matchAll(/\^GF([^]*?)\^FS/g)];
      return getName(another || defects.length > 0 ? undefined : graphics.get(found?.[1] ?? ''));
    },
  });
};
