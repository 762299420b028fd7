import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Programs that journeys start often, by path in the repository. */
export const PROGRAMS: Readonly<Record<string, string>> = {
  'apps/server/src/main.ts': 'server',
  'apps/server/src/admin/main.ts': 'admin',
  'apps/server/src/backup.ts': 'backup',
  'apps/server/src/restore.ts': 'restore',
  'apps/agent/src/main.ts': 'agent',
  'apps/agent/src/virtual/host.ts': 'host',
  'e2e/crash/server.ts': 'crash-server',
};

/** Names the folder of the bundled programs; when unset, programs run from their sources. */
export const MADE_PROGRAMS = 'YUNBIAO_TEST_PROGRAMS';

/** The file to start for a program given by its path in the repository. */
export const getProgramPath = (
  path: string,
  env: Readonly<Record<string, string | undefined>> = {},
): string => {
  const folder = process.env[MADE_PROGRAMS];
  const name = PROGRAMS[path];
  // A hook that replaces a module resolves it in the sources only.
  return folder && name && !env.NODE_OPTIONS ? join(folder, `${name}.mjs`) : join(root, path);
};
