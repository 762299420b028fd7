import { runProgram } from './process.ts';

/** Runs `npm run admin` on a server's data. The server has seen the change when this returns. */
export const runAdmin = async (
  site: { dataDir: string },
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> => {
  const own = { ...env, DATA_DIR: site.dataDir };
  const { code, output } = await runProgram('apps/server/src/admin/main.ts', args, own);
  if (code !== 0) throw new Error(`admin ${args.join(' ')} left with ${code}:\n${output}`);
  return output;
};
