import { readConfig as readServerConfig } from '../../apps/server/src/config/config.ts';
import {
  readAgentConfig,
  readCupsServer,
  readDiscoveryConfig,
} from '../../apps/agent/src/config.ts';
import { settingsSchema } from '../../apps/agent/src/settings.ts';
import { describeSchema } from './describe-schema.ts';
import type { Entries } from './entries.ts';

type Env = Record<string, string | undefined>;

/**
 * Names of all environment variables that `read` reads. `testEnv`: the few variables that are set.
 */
const listReadVariables = (testEnv: Env, read: (env: Env) => void): string[] => {
  const names = new Set<string>();
  read(
    new Proxy(testEnv, {
      get: (env, name) => {
        names.add(String(name));
        return env[String(name)];
      },
    }),
  );
  return [...names];
};

const PRODUCTION = { APP_MODE: 'production', PUBLIC_URL: 'https://labels.example.com' };

/**
 * Environment variables of the server and the print client, and the print client's settings file.
 */
export const collectSettings = (): Entries => {
  const server = [
    ...listReadVariables({}, readServerConfig),
    ...listReadVariables({ ...PRODUCTION }, readServerConfig),
  ];
  const client = [readAgentConfig, readCupsServer, readDiscoveryConfig].flatMap((read) =>
    listReadVariables({}, read),
  );
  return new Map([
    ...server.map((name): [string, string] => [`server ${name}`, '']),
    ...client.map((name): [string, string] => [`client ${name}`, '']),
    ...describeSchema('client config.json', settingsSchema, 'output'),
  ]);
};
