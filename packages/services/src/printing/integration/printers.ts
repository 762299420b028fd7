import type { CallOutput } from '@yunbiao/contract';
import type { MemberScope } from '../../platform/context.ts';
import { listOwnClients } from '../client/list.ts';
import { listPrintConfigs } from '../print-config/list.ts';
import { listPrinterGroups } from '../printer-group/index.ts';

type Printers = CallOutput<'apiPrinters'>;

/**
 * The member's print configurations with the current state of their printers, and the printer
 * groups.
 */
export const listApiPrinters = async (scope: MemberScope): Promise<Printers> => {
  const configs = await listPrintConfigs(scope);
  const clients = await listOwnClients(scope);
  const groups = await listPrinterGroups(scope);
  const byId = new Map(clients.list.map((client) => [client.id, client]));
  return {
    list: configs.list.map((config) => {
      const client = byId.get(config.clientId);
      const printer = client?.printers.find(({ id }) => id === config.printerId);
      return {
        printConfigId: config.id,
        name: config.name,
        printerName: config.printerName,
        clientName: config.clientName,
        language: config.language,
        dpi: config.dpi,
        widthMm: config.widthMm,
        heightMm: config.heightMm,
        isDefault: config.isDefault,
        enabled: config.enabled,
        virtual: config.virtual,
        state: config.printerState,
        stateText: config.printerStateText,
        evidence: printer?.evidence ?? [],
      };
    }),
    groups: groups.list.map(({ id, name, printConfigIds }) => ({
      groupId: id,
      name,
      printConfigIds,
    })),
  };
};
