import { readConfig } from './config.ts';
import { explain, UserError } from './errors.ts';
import { AGENT_VERSION, inOwnWords, IS_PROGRAM } from './program/self.ts';

type Say = (line: string) => void;
type Command = (home: string, args: string[], say: Say) => Promise<void> | void;

const say: Say = (line) => void process.stdout.write(`${inOwnWords(line)}\n`);

const help: Command = async (_home, _args, say) => say((await import('./cli/help.ts')).HELP);

/** Each loaded when it is asked for: what only watches over another process needs no fonts. */
const COMMANDS: Readonly<Record<string, Command>> = {
  run: async (...given) => (await import('./cli/run.ts')).run(...given),
  pair: async (...given) => (await import('./cli/pair.ts')).pair(...given),
  printer: async (...given) => (await import('./cli/printer.ts')).printer(...given),
  status: async (home, _args, say) => (await import('./cli/status.ts')).status(home, say),
  'virtual-printer': async (_home, args, say) =>
    (await import('./cli/virtual-printer.ts')).virtualPrinter(args, say),
  '--version': (_home, _args, say) => say(AGENT_VERSION),
  help,
  '--help': help,
  '-h': help,
};

const unnamed: Command = async (home, args, say) => {
  const { readKey } = await import('./settings.ts');
  // Somebody new is better served by the commands than by an error.
  if (readKey(home)) return COMMANDS['run']?.(home, args, say);
  await help(home, args, say);
  say('这个打印客户端还没有配对。先运行：npm run agent -- pair');
};

const main = async ([name, ...args]: string[]): Promise<void> => {
  const { home } = readConfig();
  const command = name === undefined ? unnamed : COMMANDS[name];
  if (!command || (name !== undefined && !Object.hasOwn(COMMANDS, name)))
    throw new UserError(`没有 ${name} 这个命令`, '查看用法：npm run agent -- help');
  await command(home, args, say);
};

const failed = (error: unknown): void => {
  const known = explain(error);
  if (!known) throw error;
  const hint = known.hint ? `${known.hint}\n` : '';
  process.stderr.write(inOwnWords(`${known.message}\n${hint}`));
  process.exit(1);
};

// Its key and its ledger are for this user only, whatever else comes to lie beside them.
process.umask(0o077);
// The lock is node:sqlite's, which announces itself as experimental.
if (IS_PROGRAM) process.removeAllListeners('warning');
void main(process.argv.slice(2)).then(() => process.exit(0), failed);
