import { readConfig } from './config.ts';
import { explain, UserError } from './errors.ts';
import { AGENT_VERSION, inOwnWords, IS_PROGRAM } from './self.ts';

type Say = (line: string) => void;
/** Resolves to the code the process leaves with, 0 unless it says another. */
type Command = (home: string, args: string[], say: Say) => Promise<number | void> | number | void;

/** Where words go; a command typed in a window of Windows finds another way. */
let write = (text: string): void => {
  try {
    process.stdout.write(text);
  } catch {
    // A program without a window may have nowhere to say it.
  }
};

const say: Say = (line) => write(`${inOwnWords(line)}\n`);

/** What nobody types. */
const IN_BACKGROUND: readonly (string | undefined)[] = [undefined, 'start', 'supervise', 'serve'];

const findWindow = async (command: string | undefined): Promise<void> => {
  if (!IS_PROGRAM || process.platform !== 'win32' || IN_BACKGROUND.includes(command)) return;
  const { typedInWindow } = await import('./native/console.ts');
  write = typedInWindow() ?? write;
};

const help: Command = async (_home, _args, say) => say((await import('./cli/help.ts')).HELP);

/** Each loaded when it is asked for: what only watches over another process needs no fonts. */
const COMMANDS: Readonly<Record<string, Command>> = {
  run: async (...given) => (await import('./cli/run.ts')).run(...given),
  pair: async (...given) => (await import('./cli/pair.ts')).pair(...given),
  printer: async (...given) => (await import('./cli/printer.ts')).printer(...given),
  status: async (home, _args, say) => (await import('./cli/status.ts')).status(home, say),
  doctor: async (...given) => (await import('./cli/doctor.ts')).doctor(...given),
  'virtual-printer': async (_home, args, say) =>
    (await import('./cli/virtual-printer.ts')).virtualPrinter(args, say),
  open: async (...given) => (await import('./cli/background.ts')).open(...given),
  start: async (...given) => (await import('./cli/background.ts')).start(...given),
  stop: async (...given) => (await import('./cli/background.ts')).stop(...given),
  install: async (...given) => (await import('./cli/background.ts')).install(...given),
  uninstall: async (...given) => (await import('./cli/background.ts')).uninstall(...given),
  // Not for people: what runs in the background, and what watches over it.
  supervise: async (...given) => (await import('./program/supervise.ts')).supervise(...given),
  serve: async (home) => (await import('./program/serve.ts')).serve(home),
  '--version': (_home, _args, say) => say(AGENT_VERSION),
  help,
  '--help': help,
  '-h': help,
};

/** A program that was double-clicked; the source, as always, in the window it was started in. */
const unnamed: Command = async (home, args, say) => {
  if (IS_PROGRAM) return COMMANDS['open']?.(home, args, say);
  const { readKey } = await import('./settings.ts');
  // Somebody new is better served by the commands than by an error.
  if (readKey(home)) return COMMANDS['run']?.(home, args, say);
  await help(home, args, say);
  say('这个打印客户端还没有配对。先运行：npm run agent -- pair');
};

const main = async ([name, ...args]: string[]): Promise<number> => {
  const { home } = readConfig();
  await findWindow(name);
  const command = name === undefined ? unnamed : COMMANDS[name];
  if (!command || (name !== undefined && !Object.hasOwn(COMMANDS, name)))
    throw new UserError(`没有 ${name} 这个命令`, '查看用法：npm run agent -- help');
  return (await command(home, args, say)) ?? 0;
};

const failed = (error: unknown): void => {
  const known = explain(error);
  if (!known) throw error;
  const hint = known.hint ? `${known.hint}\n` : '';
  const text = inOwnWords(`${known.message}\n${hint}`);
  if (IS_PROGRAM && process.platform === 'win32') write(text);
  else process.stderr.write(text);
  process.exit(1);
};

// Its key and its ledger are for this user only, whatever else comes to lie beside them.
process.umask(0o077);
// The lock is node:sqlite's, which announces itself as experimental.
if (IS_PROGRAM) process.removeAllListeners('warning');
void main(process.argv.slice(2)).then((code) => process.exit(code), failed);
