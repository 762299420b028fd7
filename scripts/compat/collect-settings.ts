import { readConfig as readServerConfig } from '../../apps/server/src/config/config.ts';
import { readConfig, readCupsServer, readDiscoveryConfig } from '../../apps/agent/src/config.ts';
import { settingsSchema } from '../../apps/agent/src/settings.ts';
import { describeSchema } from './describe-schema.ts';
import type { Entries } from './entries.ts';

type Env = Record<string, string | undefined>;

/** Every name that is asked of an environment that has little. */
const listAsked = (given: Env, read: (env: Env) => void): string[] => {
  const names = new Set<string>();
  read(
    new Proxy(given, {
      get: (env, name) => {
        names.add(String(name));
        return env[String(name)];
      },
    }),
  );
  return [...names];
};

const PRODUCTION = { APP_MODE: 'production', PUBLIC_URL: 'https://labels.example.com' };

/** Environment variables of server and print client, and the file the print client keeps its settings in. */
export const collectSettings = (): Entries => {
  const server = [
    ...listAsked({}, readServerConfig),
    ...listAsked({ ...PRODUCTION }, readServerConfig),
  ];
  const client = [readConfig, readCupsServer, readDiscoveryConfig].flatMap((read) =>
    listAsked({}, read),
  );
  return new Map([
    ...server.map((name): [string, string] => [`server ${name}`, '']),
    ...client.map((name): [string, string] => [`client ${name}`, '']),
    ...describeSchema('client config.json', settingsSchema, 'output'),
  ]);
};
