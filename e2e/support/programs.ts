import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** The programs journeys start again and again, by their paths in the repository. */
export const PROGRAMS: Readonly<Record<string, string>> = {
  'apps/server/src/main.ts': 'server',
  'apps/server/src/admin/main.ts': 'admin',
  'apps/server/src/backup.ts': 'backup',
  'apps/agent/src/main.ts': 'agent',
  'apps/agent/src/virtual/host.ts': 'host',
  'e2e/crash/server.ts': 'crash-server',
};

/** Names the folder with the programs made into few files; without it they run from their sources. */
export const MADE_PROGRAMS = 'YUNBIAO_TEST_PROGRAMS';

/** The file to start for a program named by its path in the repository. */
export const programFile = (
  path: string,
  env: Readonly<Record<string, string | undefined>> = {},
): string => {
  const folder = process.env[MADE_PROGRAMS];
  const name = PROGRAMS[path];
  // A hook that takes a module's place finds it among the sources only.
  return folder && name && !env.NODE_OPTIONS ? join(folder, `${name}.mjs`) : join(root, path);
};
