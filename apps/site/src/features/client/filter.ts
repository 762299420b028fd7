import { clientName, type Client } from './words.ts';

/** The filters of the page, as they stand in its address. */
export type ClientFilter = {
  state?: string | undefined;
  group?: string | undefined;
  q?: string | undefined;
};

export const CLIENT_STATES = ['online', 'offline', 'disabled'] as const;
export type ClientState = (typeof CLIENT_STATES)[number];

const inState = (client: Client, state: string): boolean => {
  switch (state) {
    case 'online':
      return client.enabled && client.online;
    case 'offline':
      return client.enabled && !client.online;
    case 'disabled':
      return !client.enabled;
    default:
      return true;
  }
};

const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

const mentions = (client: Client, q: string): boolean =>
  [
    clientName(client),
    client.name,
    client.address,
    client.system,
    client.groupName,
    ...client.printers.map(({ name }) => name),
  ].some((text) => fold(text).includes(q));

export const filterClients = (clients: readonly Client[], filter: ClientFilter): Client[] => {
  const q = fold(filter.q?.trim() ?? '');
  return clients.filter(
    (client) =>
      inState(client, filter.state ?? '') &&
      (filter.group === undefined || filter.group === '' || client.groupName === filter.group) &&
      (q === '' || mentions(client, q)),
  );
};

export const isFiltered = (filter: ClientFilter): boolean =>
  Boolean(filter.state || filter.group || filter.q);

export const countByState = (clients: readonly Client[]): Record<'all' | ClientState, number> => ({
  all: clients.length,
  online: clients.filter((client) => inState(client, 'online')).length,
  offline: clients.filter((client) => inState(client, 'offline')).length,
  disabled: clients.filter((client) => inState(client, 'disabled')).length,
});

/** Groups in use, in the order of Chinese dictionaries. */
export const listGroups = (clients: readonly Client[]): string[] =>
  [...new Set(clients.map(({ groupName }) => groupName).filter((name) => name !== ''))].toSorted(
    (a, b) => a.localeCompare(b, 'zh-CN'),
  );
