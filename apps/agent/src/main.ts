import { readAgentConfig } from './config.ts';
import { toUserErrorOrNull, UserError } from './errors.ts';
import { AGENT_VERSION, replaceNpmCommandsByProgram, IS_PROGRAM } from './self.ts';

type Say = (line: string) => void;
/** A command of the program. Returns its exit code, default 0. */
type Command = (home: string, args: string[], print: Say) => Promise<number | void> | number | void;

/** Writes output. Replaced when a command runs in a Windows console. */
let writeOutput = (text: string): void => {
  try {
    process.stdout.write(text);
  } catch {
    // A windowed program may have no stdout.
  }
};

const printLine: Say = (line) => writeOutput(`${replaceNpmCommandsByProgram(line)}\n`);

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

const showHelp: Command = async (_home, _args, print) =>
  print((await import('./cli/help.ts')).HELP);

/** Commands by name. Each loads its modules on demand, because the supervisor needs no fonts. */
const COMMANDS: Readonly<Record<string, Command>> = {
  run: async (...args) => (await import('./cli/run.ts')).runInForeground(...args),
  pair: async (...args) => (await import('./cli/pair.ts')).runPairCommand(...args),
  printer: async (...args) => (await import('./cli/printer.ts')).runPrinterCommand(...args),
  status: async (home, _args, print) => (await import('./cli/status.ts')).showStatus(home, print),
  doctor: async (...args) => (await import('./cli/doctor.ts')).runDoctor(...args),
  'virtual-printer': async (_home, args, print) =>
    (await import('./cli/virtual-printer.ts')).runVirtualPrinter(args, print),
  open: async (...args) => (await import('./cli/background.ts')).startAndOpenClientPage(...args),
  start: async (...args) => (await import('./cli/background.ts')).runStartCommand(...args),
  stop: async (...args) => (await import('./cli/background.ts')).runStopCommand(...args),
  install: async (...args) => (await import('./cli/background.ts')).runInstallCommand(...args),
  uninstall: async (...args) => (await import('./cli/background.ts')).runUninstallCommand(...args),
  // Internal: the background process and its supervisor.
  supervise: async (...args) => (await import('./program/supervise.ts')).supervise(...args),
  serve: async (home) => (await import('./program/serve.ts')).runSupervisedClient(home),
  '--version': (_home, _args, print) => print(AGENT_VERSION),
  help: showHelp,
  '--help': showHelp,
  '-h': showHelp,
};

/**
 * Without a command, the program opens its page (double-click); the source runs in the terminal.
 */
const runDefaultCommand: Command = async (home, args, print) => {
  if (IS_PROGRAM) return COMMANDS['open']?.(home, args, print);
  const { readClientKey: readKey } = await import('./settings.ts');
  // Without pairing, the help is more useful than an error.
  if (readKey(home)) return COMMANDS['run']?.(home, args, print);
  await showHelp(home, args, print);
  print('这个打印客户端还没有配对。先运行：npm run agent -- pair');
};

const runMain = async ([name, ...args]: string[]): Promise<number> => {
  const { home } = readAgentConfig();
  await redirectToConsole(name);
  const command = name === undefined ? runDefaultCommand : COMMANDS[name];
  if (!command || (name !== undefined && !Object.hasOwn(COMMANDS, name)))
    throw new UserError(`没有 ${name} 这个命令`, '查看用法：npm run agent -- help');
  return (await command(home, args, printLine)) ?? 0;
};

const exitWithError = (error: unknown): void => {
  const userError = toUserErrorOrNull(error);
  if (!userError) throw error;
  const hint = userError.hint ? `${userError.hint}\n` : '';
  const text = replaceNpmCommandsByProgram(`${userError.message}\n${hint}`);
  if (IS_PROGRAM && process.platform === 'win32') writeOutput(text);
  else process.stderr.write(text);
  process.exit(1);
};

// Only this user may read the key, the ledger and all other files.
process.umask(0o077);
// Hides the warning that node:sqlite, used for the lock, is experimental.
if (IS_PROGRAM) process.removeAllListeners('warning');
void runMain(process.argv.slice(2)).then((code) => process.exit(code), exitWithError);
