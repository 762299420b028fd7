import {
  agentMessage,
  CLOSE,
  GATEWAY_PATH,
  GATEWAY_VERSION,
  serverMessage,
} from '@yunbiao/contract/gateway/gateway';
import { describeSchema } from './describe-schema.ts';
import type { Entries } from './entries.ts';

/** Messages between server and print client, as their reader takes them. */
export const collectGateway = (): Entries =>
  new Map([
    ['path', GATEWAY_PATH],
    ['version', String(GATEWAY_VERSION)],
    ...Object.entries(CLOSE).map(([name, code]): [string, string] => [
      `close ${name}`,
      String(code),
    ]),
    ...describeSchema('client', agentMessage),
    ...describeSchema('server', serverMessage),
  ]);
