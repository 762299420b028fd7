import type { CallOutput } from '@yunbiao/contract';
import type { Client as Api } from '@yunbiao/contract/client';
import type { Envelope } from '@yunbiao/contract/envelope';
import { together } from '../../kit/site/together.ts';

export type PrinterGroup = CallOutput<'printerGroupList'>['list'][number];

export type ConfigData = {
  groups: CallOutput<'printerGroupList'>;
  configs: CallOutput<'printConfigList'>;
  clients: CallOutput<'clientList'>;
};

/** The configurations, the groups made of them, and the clients and printers they can be for. */
export const loadConfigs = async (api: Api): Promise<Envelope<ConfigData>> => {
  const [configs, clients, groups] = await Promise.all([
    api.call('printConfigList', {}),
    api.call('clientList', {}),
    api.call('printerGroupList', {}),
  ]);
  return together({ configs, clients, groups });
};
