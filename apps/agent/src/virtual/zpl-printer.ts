import type { Command } from './commands.ts';
import { createCommandReader } from './commands.ts';
import { createLabelCanvas } from './label-canvas.ts';
import type { LabelCanvas } from './label-canvas.ts';
import { createRoll } from './roll.ts';
import type { Roll, RollOptions } from './roll.ts';
import type { VirtualPrinter } from './serve.ts';

export type ZplPrinterOptions = RollOptions & {
  dpi: number;
  /** Answers `odometer.total_label_count`. */
  counts: boolean;
};

export type ZplPrinter = VirtualPrinter & Pick<Roll, 'setHead' | 'hasPaper' | 'isPrinting' | 'off'>;

const STX = '\x02';
const ETX = '\x03\r\n';
const DEFAULT_MM = { width: 60, height: 40 };

/** The inside of a ZPL printer: one receive buffer, one format at a time, whoever is connected. */
export const createZplPrinter = (options: ZplPrinterOptions): ZplPrinter => {
  const dots = (mm: number): number => Math.round((mm * options.dpi) / 25.4);
  const fallback = { width: dots(DEFAULT_MM.width), height: dots(DEFAULT_MM.height) };
  const roll = createRoll(options);
  let canvas: LabelCanvas | null = null;
  let reply: (text: string) => void = () => undefined;

  const finish = (): void => {
    if (!canvas) return;
    const { bitmap, copies, undrawn } = canvas.finish();
    canvas = null;
    roll.add({ bitmap, undrawn }, copies);
  };

  const flag = (value: boolean): string => (value ? '1' : '0');
  const status = (): string => {
    const formats = String(roll.waiting()).padStart(3, '0');
    const length = String(fallback.height).padStart(4, '0');
    const one = `030,${flag(!roll.hasPaper())},${flag(roll.isPaused())},${length},${formats},0,0,${flag(canvas !== null)},000,0,0,0`;
    const two = `001,0,${flag(roll.isHeadOpen())},0,1,2,6,0,00000000,1,000`;
    return `${STX}${one}${ETX}${STX}${two}${ETX}${STX}1234,0${ETX}`;
  };

  const sgd = (line: string): void => {
    const name = /^getvar\s+"([\w.]+)"/.exec(line)?.[1];
    if (name === undefined) return;
    const values: Record<string, string> = { 'device.product_name': 'Yunbiao Virtual Printer' };
    if (options.counts) values['odometer.total_label_count'] = String(roll.counter());
    reply(`"${values[name] ?? '?'}"\r\n`);
  };

  const onCommand = (command: Command): void => {
    switch (command.name) {
      case '~HS':
        return reply(status());
      case '! U1 ':
        return sgd(command.parameters);
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
        return finish();
      default:
        canvas?.command(command);
    }
  };
  const read = createCommandReader(onCommand);

  return {
    receive: (chunk, answer) => {
      reply = answer;
      read(chunk);
    },
    setPaper: roll.setPaper,
    setHead: roll.setHead,
    setPaused: roll.setPaused,
    hasPaper: roll.hasPaper,
    isPrinting: roll.isPrinting,
    counter: roll.counter,
    off: () => {
      canvas = null;
      roll.off();
    },
  };
};
