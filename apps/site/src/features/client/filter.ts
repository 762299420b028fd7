import { getClientName, type Client } from './client-name.ts';

/** Filters of the page, as in its address. */
export type ClientFilter = {
  state?: string | undefined;
  group?: string | undefined;
  q?: string | undefined;
};

export const CLIENT_STATES = ['online', 'offline', 'disabled'] as const;
export type ClientState = (typeof CLIENT_STATES)[number];

const isClientInState = (client: Client, state: string): boolean => {
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

const normalizeSearchText = (text: string): string => text.normalize('NFKC').toLowerCase();

const isClientMatchingQuery = (client: Client, q: string): boolean =>
  [
    getClientName(client),
    client.name,
    client.address,
    client.system,
    client.groupName,
    ...client.printers.map(({ name }) => name),
  ].some((text) => normalizeSearchText(text).includes(q));

export const filterClients = (clients: readonly Client[], filter: ClientFilter): Client[] => {
  const q = normalizeSearchText(filter.q?.trim() ?? '');
  return clients.filter(
    (client) =>
      isClientInState(client, filter.state ?? '') &&
      (filter.group === undefined || filter.group === '' || client.groupName === filter.group) &&
      (q === '' || isClientMatchingQuery(client, q)),
  );
};

export const hasClientFilter = (filter: ClientFilter): boolean =>
  Boolean(filter.state || filter.group || filter.q);

export const countClientsByState = (
  clients: readonly Client[],
): Record<'all' | ClientState, number> => ({
  all: clients.length,
  online: clients.filter((client) => isClientInState(client, 'online')).length,
  offline: clients.filter((client) => isClientInState(client, 'offline')).length,
  disabled: clients.filter((client) => isClientInState(client, 'disabled')).length,
});

/** Groups in use, sorted by Chinese collation. */
export const listGroups = (clients: readonly Client[]): string[] =>
  [...new Set(clients.map(({ groupName }) => groupName).filter((name) => name !== ''))].toSorted(
    (a, b) => a.localeCompare(b, 'zh-CN'),
  );
