import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';
import type { DrawnLabel } from './drawn-label.ts';
import type { PartialOptions } from './options.ts';
import { getPersonality } from './personality.ts';
import { startZplPrinter, type ZplPrinter } from './zpl.ts';

/**
 * The printer as a separate process:
 *
 *     node e2e/printers/zpl/main.ts --port 0 [--seed 7] [--options '{"instant":true}']
 *       [--identify file.ts]
 *
 * First output line: `{"ready":{"port":…,"personality":…}}`. Each input line is
 * `{"id":1,"do":"mediaOut","with":{"mm":12}}`, answered by `{"id":1,"done":…}` or
 * `{"id":1,"error":…}`. Each entry of the truth is printed as `{"truth":…}`. It exits when its
 * input ends.
 */
const writeLine = (what: unknown): void => {
  process.stdout.write(`${JSON.stringify(what)}\n`);
};

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    seed: { type: 'string' },
    options: { type: 'string', default: '{}' },
    /** A module that exports `identify(label)`. */
    identify: { type: 'string' },
  },
});

const createIdentify = async (file: string): Promise<(label: DrawnLabel) => string> => {
  const module: unknown = await import(pathToFileURL(resolve(file)).href);
  const identify: unknown = Object(module).identify;
  if (typeof identify !== 'function') throw new Error(`${file} exports no identify`);
  return (label) => String(identify(label));
};

const asRecord = (value: unknown): Record<string, unknown> => Object(value);

/** Commands of an input line; the arguments are those of the method in `zpl.ts`. */
const listCommands = (printer: ZplPrinter): Record<string, (given: unknown) => unknown> => ({
  mediaOut: (input) => printer.mediaOut(toRecord(input)),
  ribbonOut: (input) => printer.ribbonOut(toRecord(input)),
  headOpen: (input) => printer.headOpen(toRecord(input)),
  clear: () => printer.clear(),
  pressPause: () => printer.pressPause(),
  pressCancel: (input) => printer.pressCancel(input === 'all' ? 'all' : 'current'),
  pressFeed: () => printer.pressFeed(),
  powerCut: (input) => printer.powerCut(asRecord(input)),
  dropFormats: (input) => printer.dropFormats(Number(input ?? 1)),
  cutConnection: (input) => printer.cutConnection({ bytes: 0, ...asRecord(input) }),
  resetConnections: (input) => printer.resetConnections(asRecord(input)),
  closeConnections: () => printer.closeConnections(),
  otherJob: (input) => printer.otherJob(asRecord(input)),
  rest: () => printer.rest(),
  state: () => printer.state(),
  truth: () => printer.truth(),
});

const toRecord = (given: unknown) => (given === undefined ? undefined : asRecord(given));

const runCommand = async (
  commands: ReturnType<typeof listCommands>,
  line: string,
): Promise<void> => {
  let id: unknown = null;
  try {
    const request = asRecord(JSON.parse(line));
    id = request.id ?? null;
    const command = Object.hasOwn(commands, String(request.do))
      ? commands[String(request.do)]
      : null;
    if (!command) throw new Error(`no such thing to do: ${String(request.do)}`);
    writeLine({ id, done: (await command(request.with)) ?? null });
  } catch (error) {
    writeLine({ id, error: String(error) });
  }
};

const personality = values.seed === undefined ? null : getPersonality(Number(values.seed));
// Options come from the test, so they are not validated.
const given: PartialOptions = JSON.parse(values.options);
const identify = values.identify === undefined ? null : await createIdentify(values.identify);
const printer = await startZplPrinter({
  ...personality?.options,
  ...given,
  status: { ...personality?.options.status, ...given.status },
  counter: { ...personality?.options.counter, ...given.counter },
  port: Number(values.port),
  identify,
});
printer.onEntry((entry) => writeLine({ truth: entry }));
writeLine({ ready: { port: printer.port, personality: personality?.words ?? [] } });

const commands = listCommands(printer);
process.stdout.on('error', () => process.exit(1));
for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() !== '') void runCommand(commands, line);
}
await printer.close();
