import { pair } from './cli/pair.ts';
import { HELP } from './cli/help.ts';
import { printer } from './cli/printer.ts';
import { run } from './cli/run.ts';
import { status } from './cli/status.ts';
import { virtualPrinter } from './cli/virtual-printer.ts';
import { readConfig } from './config.ts';
import { explain, UserError } from './errors.ts';
import { readKey } from './settings.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const main = async ([command, ...args]: string[]): Promise<void> => {
  const { home } = readConfig();
  switch (command) {
    case undefined:
      // Somebody new is better served by the commands than by an error.
      if (readKey(home)) return run(home, args, say);
      return say(`${HELP}\n这个打印客户端还没有配对。先运行：npm run agent -- pair`);
    case 'run':
      return run(home, args, say);
    case 'pair':
      return pair(home, args, say);
    case 'printer':
      return printer(home, args, say);
    case 'status':
      return status(home, say);
    case 'virtual-printer':
      return virtualPrinter(args, say);
    case 'help':
    case '--help':
    case '-h':
      return say(HELP);
    default:
      throw new UserError(`没有 ${command} 这个命令`, '查看用法：npm run agent -- help');
  }
};

// Its key and its ledger are for this user only, whatever else comes to lie beside them.
process.umask(0o077);
try {
  await main(process.argv.slice(2));
  process.exit(0);
} catch (error) {
  const known = explain(error);
  if (!known) throw error;
  process.stderr.write(`${known.message}\n${known.hint ? `${known.hint}\n` : ''}`);
  process.exit(1);
}
