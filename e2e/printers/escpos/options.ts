import { manualPrinter, type Partially, type PrinterOptions } from '../works/options.ts';
import type { Order } from '../works/intake.ts';
import type { StreamRules } from '../works/stream.ts';
import type { Known } from './commands.ts';
import type { DrawRules } from './draw.ts';
import type { LexerRules } from './lexer.ts';
import type { DrawnPiece, Stock } from './paper.ts';
import type { StatusRules } from './status.ts';

export type EscposPrinterOptions = PrinterOptions<DrawnPiece> &
  Omit<StatusRules, 'cutter'> &
  StreamRules &
  Pick<LexerRules, 'realTime' | 'pairs' | 'greedyRows'> &
  Pick<Known, 'graphics' | 'mostRows' | 'unknown'> &
  Pick<DrawRules, 'formFeedAtTop' | 'midLine' | 'carriageReturn' | 'lineDots' | 'unitY'> & {
    stock: Stock['kind'];
    gapMm: number;
    /** Distance from the head to the cutter or the tear edge. */
    cutterMm: number;
    /**
     * GS ( H 48: answered when the preceding content is printed, or when it is drawn; ignored; or
     * an unknown command.
     */
    processIds: 'when printed' | 'when drawn' | 'ignored' | 'unknown';
    /** When GS r is answered, in stream order. */
    inTurn: Exclude<Order, 'immediate'>;
    /** GS a: obeyed or ignored, and its value at power on. */
    statusBack: 'followed' | 'ignored';
    statusBackAtPowerUp: number;
  };

export type PartialOptions = Partially<EscposPrinterOptions>;

/** 80 mm paper at 203 dpi: 72 mm are printable. */
const HEAD_DOTS = 576;

/**
 * The printer of the manual; the README lists choices where the manual is silent or
 * model-dependent.
 */
export const addDefaults = (options: PartialOptions): EscposPrinterOptions => ({
  ...manualPrinter,
  identify: null,
  headDots: HEAD_DOTS,
  drawMs: 5,
  bufferBytes: 4096,
  // UB-E02: three connections, the first one is read, and the idle timeout is five minutes.
  connections: 'one waits',
  mostConnections: 3,
  idleMs: 300_000,
  partialOnClose: 'kept',
  stock: 'labels',
  gapMm: 2,
  cutterMm: 12,
  aheadMm: 30,
  afterStop: 'goes on',
  realTime: 'everywhere',
  pairs: 'valid bytes',
  greedyRows: 0,
  graphics: true,
  mostRows: 2303,
  unknown: 'skipped',
  formFeedAtTop: 'nothing',
  midLine: 'ignored',
  carriageReturn: 'ignored',
  lineDots: 30,
  unitY: 'dot',
  statuses: [1, 2, 3, 4],
  cover: 'as cover',
  offline: 'shown',
  nearEnd: false,
  drawerHigh: false,
  kanji: true,
  processIds: 'when printed',
  inTurn: 'after drawing',
  statusBack: 'followed',
  statusBackAtPowerUp: 0,
  ...options,
  status: { ...manualPrinter.status, onFault: 'flags', ...options.status },
  counter: { ...manualPrinter.counter, labels: 'none', length: 'none', ...options.counter },
});

export const drawRules = (options: EscposPrinterOptions): DrawRules => {
  const { dotsPerMm, headDots, labelMm, gapMm, cutterMm, stock, processIds } = options;
  return {
    ...options,
    stock: {
      kind: stock,
      headDots,
      labelDots: Math.round(labelMm * dotsPerMm),
      gapDots: Math.round(gapMm * dotsPerMm),
      cutterDots: Math.round(cutterMm * dotsPerMm),
    },
    lexer: { ...options, processIds: processIds !== 'unknown' },
  };
};
