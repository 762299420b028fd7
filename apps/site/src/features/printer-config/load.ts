import type { CallOutput } from '@yunbiao/contract';
import type { Client as Api } from '@yunbiao/contract/client';
import type { Envelope } from '@yunbiao/contract/envelope';
import { together } from '../../kit/site/together.ts';

export type ConfigData = {
  configs: CallOutput<'printConfigList'>;
  clients: CallOutput<'clientList'>;
};

/** The configurations, and the clients and printers they can be for. */
export const loadConfigs = async (api: Api): Promise<Envelope<ConfigData>> => {
  const [configs, clients] = await Promise.all([
    api.call('printConfigList', {}),
    api.call('clientList', {}),
  ]);
  return together({ configs, clients });
};
