import type { CallOutput } from '@yunbiao/contract';
import type { PrintEvent } from '@yunbiao/contract/events';
import type { Client } from './words.ts';

export type AuthData = {
  stat: CallOutput<'authStat'>;
  clients: CallOutput<'clientList'>;
  found: CallOutput<'foundList'>;
};

const withClients = (data: AuthData, list: Client[]): AuthData => ({
  ...data,
  clients: { ...data.clients, list },
  stat: {
    ...data.stat,
    clientsOnline: list.filter(({ online, enabled }) => online && enabled).length,
  },
});

/** The client as the server answered it after a change. */
export const replaceClient = (data: AuthData, changed: Client): AuthData => ({
  ...data,
  clients: {
    ...data.clients,
    list: data.clients.list.map((client) => (client.id === changed.id ? changed : client)),
  },
});

/**
 * What the page shows right after an event. The same object when nothing on it changed; null when the event speaks of
 * something the page has not seen, and only reading again helps.
 */
export const applyEvent = (data: AuthData, event: PrintEvent): AuthData | null => {
  const { list } = data.clients;
  if (event.type === 'client') {
    const known = list.find(({ id }) => id === event.id);
    if (!known) return null;
    if (known.online === event.online) return data;
    return withClients(
      data,
      list.map((client) => (client === known ? { ...client, online: event.online } : client)),
    );
  }
  if (event.type === 'printer') {
    const owner = list.find(({ id }) => id === event.clientId);
    if (!owner?.printers.some(({ id }) => id === event.id)) return null;
    const { state, stateText, counter } = event;
    const told = { state, stateText, counter, stateReasons: [...event.stateReasons] };
    const printers = owner.printers.map((printer) =>
      printer.id === event.id ? { ...printer, ...told } : printer,
    );
    return withClients(
      data,
      list.map((client) => (client === owner ? { ...client, printers } : client)),
    );
  }
  return data;
};
