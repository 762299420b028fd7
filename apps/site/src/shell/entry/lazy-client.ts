import type { Client, ClientOptions, createApiClient } from '@yunbiao/contract/api/client';
import { createFailEnvelope, NETWORK_FAILED } from '@yunbiao/contract/core/envelope';

type ClientModule = { createApiClient: typeof createApiClient };

let loading: Promise<ClientModule> | undefined;

/**
 * Loads the code of API calls once. The first page arrives with its data and needs none. A failure
 * is not cached.
 */
export const loadApiClient = (): Promise<ClientModule> =>
  (loading ??= import('@yunbiao/contract/api/client')
    .then((client) => {
      // A chunk that fails resolves to nothing when the error was handled elsewhere.
      if (!client) throw new TypeError('no API client');
      return client;
    })
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));

/** API client whose code loads with its first call. Like the client, a call never throws. */
export const createLazyClient = (
  options: ClientOptions,
  load: () => Promise<ClientModule> = loadApiClient,
): Client => {
  let opening: Promise<Client> | undefined;
  const openClient = (): Promise<Client> =>
    (opening ??= load().then(
      ({ createApiClient }) => createApiClient(options),
      (error: unknown) => {
        opening = undefined;
        throw error;
      },
    ));
  return {
    call: async (name, input, init) => {
      const client = await openClient().catch(() => null);
      return client ? client.call(name, input, init) : createFailEnvelope(500, NETWORK_FAILED);
    },
    fetchRaw: async (name, input, init) => (await openClient()).fetchRaw(name, input, init),
  };
};
