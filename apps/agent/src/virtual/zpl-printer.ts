import type { Bitmap } from '@yunbiao/label';
import type { Command } from './commands.ts';
import { createCommandReader } from './commands.ts';
import { createLabelCanvas } from './label-canvas.ts';
import type { LabelCanvas } from './label-canvas.ts';

export type PrintedLabel = { bitmap: Bitmap; undrawn: string[] };

export type ZplPrinterOptions = {
  dpi: number;
  /** Time a label takes, ms. */
  speedMs: number;
  onLabel: (label: PrintedLabel) => void;
  /** Answers `odometer.total_label_count`. */
  counts: boolean;
};

/** The inside of a ZPL printer: one receive buffer, one format at a time, whoever is connected. */
export type ZplPrinter = {
  /** Feeds bytes; `reply` takes the answers to what they ask. */
  receive: (chunk: Buffer, reply: (text: string) => void) => void;
  setPaper: (present: boolean) => void;
  setPaused: (paused: boolean) => void;
  counter: () => number;
};

const STX = '\x02';
const ETX = '\x03\r\n';
const DEFAULT_MM = { width: 60, height: 40 };

export const createZplPrinter = (options: ZplPrinterOptions): ZplPrinter => {
  const dots = (mm: number): number => Math.round((mm * options.dpi) / 25.4);
  const fallback = { width: dots(DEFAULT_MM.width), height: dots(DEFAULT_MM.height) };
  const waiting: PrintedLabel[] = [];
  let canvas: LabelCanvas | null = null;
  let paper = true;
  let paused = false;
  let printing = false;
  let count = 0;
  let reply: (text: string) => void = () => undefined;

  const printNext = (): void => {
    if (printing || !paper || paused || waiting.length === 0) return;
    printing = true;
    const end = (): void => {
      const label = waiting.shift();
      printing = false;
      if (label) {
        count += 1;
        options.onLabel(label);
      }
      printNext();
    };
    if (options.speedMs > 0) setTimeout(end, options.speedMs);
    else end();
  };

  const finish = (): void => {
    if (!canvas) return;
    const { bitmap, copies, undrawn } = canvas.finish();
    canvas = null;
    for (let i = 0; i < copies; i += 1) waiting.push({ bitmap, undrawn });
    printNext();
  };

  const flag = (value: boolean): string => (value ? '1' : '0');
  const status = (): string => {
    const formats = String(waiting.length).padStart(3, '0');
    const length = String(fallback.height).padStart(4, '0');
    const one = `030,${flag(!paper)},${flag(paused)},${length},${formats},0,0,${flag(canvas !== null)},000,0,0,0`;
    const two = `001,0,0,0,1,2,6,0,00000000,1,000`;
    return `${STX}${one}${ETX}${STX}${two}${ETX}${STX}1234,0${ETX}`;
  };

  const sgd = (line: string): void => {
    const name = /^getvar\s+"([\w.]+)"/.exec(line)?.[1];
    if (name === undefined) return;
    const values: Record<string, string> = { 'device.product_name': 'Yunbiao Virtual Printer' };
    if (options.counts) values['odometer.total_label_count'] = String(count);
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
        waiting.length = printing ? 1 : 0;
        return;
      case '~JX':
        canvas = null;
        return;
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
    setPaper: (present) => {
      paper = present;
      printNext();
    },
    setPaused: (value) => {
      paused = value;
      printNext();
    },
    counter: () => count,
  };
};
