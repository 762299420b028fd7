import type { CallOutput } from '@yunbiao/contract';
import type { PrintEvent } from '@yunbiao/contract/api/events';
import type { Client } from './client-name.ts';

export type AuthData = {
  stat: CallOutput<'authStat'>;
  clients: CallOutput<'clientList'>;
  found: CallOutput<'foundList'>;
};

const replaceClientList = (data: AuthData, list: Client[]): AuthData => ({
  ...data,
  clients: { ...data.clients, list },
  stat: {
    ...data.stat,
    clientsOnline: list.filter(({ online, enabled }) => online && enabled).length,
  },
});

/** Replaces a client with the reply of a change. */
export const replaceClient = (data: AuthData, changedClient: Client): AuthData => ({
  ...data,
  clients: {
    ...data.clients,
    list: data.clients.list.map((client) =>
      client.id === changedClient.id ? changedClient : client,
    ),
  },
});

/**
 * Applies an event to the page data. Returns the same object when nothing changed, and null when
 * the event concerns an unknown object and the data must be reloaded.
 */
export const applyPrintEventToClients = (data: AuthData, event: PrintEvent): AuthData | null => {
  const { list } = data.clients;
  if (event.type === 'client') {
    const knownClient = list.find(({ id }) => id === event.id);
    if (!knownClient) return null;
    if (knownClient.online === event.online) return data;
    return replaceClientList(
      data,
      list.map((client) => (client === knownClient ? { ...client, online: event.online } : client)),
    );
  }
  if (event.type === 'printer') {
    const owner = list.find(({ id }) => id === event.clientId);
    if (!owner?.printers.some(({ id }) => id === event.id)) return null;
    const { state, stateText, counter } = event;
    const printerUpdate = { state, stateText, counter, stateReasons: [...event.stateReasons] };
    const printers = owner.printers.map((printer) =>
      printer.id === event.id ? { ...printer, ...printerUpdate } : printer,
    );
    return replaceClientList(
      data,
      list.map((client) => (client === owner ? { ...client, printers } : client)),
    );
  }
  return data;
};
