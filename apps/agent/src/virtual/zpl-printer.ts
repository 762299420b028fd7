import type { ZplCommand } from './commands.ts';
import { createCommandReader } from './commands.ts';
import { createLabelCanvas } from './label-canvas.ts';
import type { LabelCanvas } from './label-canvas.ts';
import { createVirtualRoll } from './roll.ts';
import type { Roll, RollOptions } from './roll.ts';
import type { VirtualPrinter } from './serve.ts';

export type ZplPrinterOptions = RollOptions & {
  dpi: number;
  /** Answers `odometer.total_label_count`. */
  counts: boolean;
};

export type ZplPrinter = VirtualPrinter &
  Pick<Roll, 'setHead' | 'hasPaper' | 'isPrinting' | 'switchOff'>;

const STX = '\x02';
const ETX = '\x03\r\n';
const DEFAULT_MM = { width: 60, height: 40 };

/** Simulates a ZPL printer with one receive buffer and one format at a time for all connections. */
// oxlint-disable-next-line house/function-length -- one printer: its commands share the canvas and the roll
export const createZplPrinter = (options: ZplPrinterOptions): ZplPrinter => {
  const convertMmToDots = (mm: number): number => Math.round((mm * options.dpi) / 25.4);
  const fallback = {
    width: convertMmToDots(DEFAULT_MM.width),
    height: convertMmToDots(DEFAULT_MM.height),
  };
  const roll = createVirtualRoll(options);
  let canvas: LabelCanvas | null = null;
  let sendReply: (text: string) => void = () => undefined;

  const finishLabelFormat = (): void => {
    if (!canvas) return;
    const { bitmap, copies, undrawn } = canvas.finish();
    canvas = null;
    roll.add({ bitmap, undrawn }, copies);
  };

  const formatFlag = (value: boolean): string => (value ? '1' : '0');
  const buildHostStatus = (): string => {
    const formats = String(roll.countWaiting()).padStart(3, '0');
    const length = String(fallback.height).padStart(4, '0');
    const firstLine = `030,${formatFlag(!roll.hasPaper())},${formatFlag(roll.isPaused())},${length},${formats},0,0,${formatFlag(canvas !== null)},000,0,0,0`;
    const two = `001,0,${formatFlag(roll.isHeadOpen())},0,1,2,6,0,00000000,1,000`;
    return `${STX}${firstLine}${ETX}${STX}${two}${ETX}${STX}1234,0${ETX}`;
  };

  const answerGetvar = (line: string): void => {
    const name = /^getvar\s+"([\w.]+)"/.exec(line)?.[1];
    if (name === undefined) return;
    const values: Record<string, string> = { 'device.product_name': 'Yunbiao Virtual Printer' };
    if (options.counts) values['odometer.total_label_count'] = String(roll.getCounter());
    sendReply(`"${values[name] ?? '?'}"\r\n`);
  };

  const handleZplCommand = (command: ZplCommand): void => {
    switch (command.name) {
      case '~HS':
        return sendReply(buildHostStatus());
      case '! U1 ':
        return answerGetvar(command.parameters);
      case '~JA':
        canvas = null;
        roll.cancel();
        return;
      case '~JX':
        canvas = null;
        return;
      case '^JZ':
        return roll.setReprints(!command.parameters.startsWith('N'));
      case '^XA':
        canvas = createLabelCanvas(fallback);
        return;
      case '^XZ':
        return finishLabelFormat();
      default:
        canvas?.applyCommand(command);
    }
  };
  const read = createCommandReader(handleZplCommand);

  return {
    receive: (chunk, answer) => {
      sendReply = answer;
      read(chunk);
    },
    setPaper: roll.setPaper,
    setHead: roll.setHead,
    setPaused: roll.setPaused,
    hasPaper: roll.hasPaper,
    isPrinting: roll.isPrinting,
    getCounter: roll.getCounter,
    switchOff: () => {
      canvas = null;
      roll.switchOff();
    },
  };
};
