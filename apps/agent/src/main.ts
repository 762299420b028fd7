import { readConfig } from './config.ts';
import { toUserError, UserError } from './errors.ts';
import { AGENT_VERSION, rewriteCommandNotation, IS_PROGRAM } from './self.ts';

type Say = (line: string) => void;
/** Returns the exit code, default 0. */
type Command = (home: string, args: string[], say: Say) => Promise<number | void> | number | void;

/** Writes output. Replaced when a command runs in a Windows console. */
let writeOutput = (text: string): void => {
  try {
    process.stdout.write(text);
  } catch {
    // A windowed program may have no stdout.
  }
};

const printLine: Say = (line) => writeOutput(`${rewriteCommandNotation(line)}\n`);

/** Commands that the program runs without a console. */
const CONSOLELESS_COMMANDS: readonly (string | undefined)[] = [
  undefined,
  'start',
  'supervise',
  'serve',
];

const redirectToConsole = async (command: string | undefined): Promise<void> => {
  if (!IS_PROGRAM || process.platform !== 'win32' || CONSOLELESS_COMMANDS.includes(command)) return;
  const { openParentConsole } = await import('./native/console.ts');
  writeOutput = openParentConsole() ?? writeOutput;
};

const showHelp: Command = async (_home, _args, say) => say((await import('./cli/help.ts')).HELP);

/** Each loads its modules on demand: the supervisor needs no fonts. */
const COMMANDS: Readonly<Record<string, Command>> = {
  run: async (...given) => (await import('./cli/run.ts')).runInForeground(...given),
  pair: async (...given) => (await import('./cli/pair.ts')).runPairCommand(...given),
  printer: async (...given) => (await import('./cli/printer.ts')).runPrinterCommand(...given),
  status: async (home, _args, say) => (await import('./cli/status.ts')).showStatus(home, say),
  doctor: async (...given) => (await import('./cli/doctor.ts')).runDoctor(...given),
  'virtual-printer': async (_home, args, say) =>
    (await import('./cli/virtual-printer.ts')).runVirtualPrinter(args, say),
  open: async (...given) => (await import('./cli/background.ts')).startAndOpenClientPage(...given),
  start: async (...given) => (await import('./cli/background.ts')).runStartCommand(...given),
  stop: async (...given) => (await import('./cli/background.ts')).runStopCommand(...given),
  install: async (...given) => (await import('./cli/background.ts')).runInstallCommand(...given),
  uninstall: async (...given) =>
    (await import('./cli/background.ts')).runUninstallCommand(...given),
  // Internal: the background process and its supervisor.
  supervise: async (...given) => (await import('./program/supervise.ts')).supervise(...given),
  serve: async (home) => (await import('./program/serve.ts')).runSupervisedClient(home),
  '--version': (_home, _args, say) => say(AGENT_VERSION),
  help: showHelp,
  '--help': showHelp,
  '-h': showHelp,
};

/**
 * Without a command, the program opens its page (double-click); the source runs in the terminal.
 */
const runDefaultCommand: Command = async (home, args, say) => {
  if (IS_PROGRAM) return COMMANDS['open']?.(home, args, say);
  const { readClientKey: readKey } = await import('./settings.ts');
  // Without pairing, the help is more useful than an error.
  if (readKey(home)) return COMMANDS['run']?.(home, args, say);
  await showHelp(home, args, say);
  say('这个打印客户端还没有配对。先运行：npm run agent -- pair');
};

const main = async ([name, ...args]: string[]): Promise<number> => {
  const { home } = readConfig();
  await redirectToConsole(name);
  const command = name === undefined ? runDefaultCommand : COMMANDS[name];
  if (!command || (name !== undefined && !Object.hasOwn(COMMANDS, name)))
    throw new UserError(`没有 ${name} 这个命令`, '查看用法：npm run agent -- help');
  return (await command(home, args, printLine)) ?? 0;
};

const exitWithError = (error: unknown): void => {
  const explained = toUserError(error);
  if (!explained) throw error;
  const hint = explained.hint ? `${explained.hint}\n` : '';
  const text = rewriteCommandNotation(`${explained.message}\n${hint}`);
  if (IS_PROGRAM && process.platform === 'win32') writeOutput(text);
  else process.stderr.write(text);
  process.exit(1);
};

// Only this user may read the key, the ledger and all other files.
process.umask(0o077);
// Hides the warning that node:sqlite, used for the lock, is experimental.
if (IS_PROGRAM) process.removeAllListeners('warning');
void main(process.argv.slice(2)).then((code) => process.exit(code), exitWithError);
