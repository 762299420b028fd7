import { CLOSE_CODES } from '@yunbiao/contract/gateway/close-codes';
import {
  agentMessage,
  GATEWAY_PATH,
  GATEWAY_VERSION,
  serverMessage,
} from '@yunbiao/contract/gateway/gateway';
import { describeSchema } from './describe-schema.ts';
import type { Entries } from './entries.ts';

/** Messages between server and print client, by the schema that the receiver validates. */
export const collectGateway = (): Entries =>
  new Map([
    ['path', GATEWAY_PATH],
    ['version', String(GATEWAY_VERSION)],
    ...Object.entries(CLOSE_CODES).map(([name, code]): [string, string] => [
      `close ${name}`,
      String(code),
    ]),
    ...describeSchema('client', agentMessage),
    ...describeSchema('server', serverMessage),
  ]);
