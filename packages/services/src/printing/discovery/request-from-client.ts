import type { CallOutput, CallParsed } from '@yunbiao/contract';
import { parseHostAndPort } from '@yunbiao/contract/calls/printing/discovery';
import type { DiscoveryRequest, DiscoveryResult } from '@yunbiao/contract/gateway/discovery';
import { getClientOfMember } from '../client/get-client.ts';
import type { MemberScope } from '../../platform/context.ts';
import { createInvalidInputError } from '../../platform/errors.ts';
import { sendDiscoveryRequest } from './discovery-requests.ts';

type ClientRequest<Input> = MemberScope & { input: Input };

/**
 * Sends a discovery request to a client of the member.
 * @throws 404 for another member's client; 409, 503 as `sendDiscoveryRequest`
 */
export const requestDiscoveryFromClient = async (
  { ctx, memberId, input }: ClientRequest<{ clientId: string }>,
  discoveryRequest: DiscoveryRequest,
): Promise<DiscoveryResult> => {
  const client = await getClientOfMember(ctx.db.kysely, { id: Number(input.clientId), memberId });
  return sendDiscoveryRequest(ctx, client, discoveryRequest);
};

/** Starts a discovery. Results are stored before this resolves. @throws 404, 409, 503 */
export const discoverPrinters = async (
  request: ClientRequest<CallParsed<'foundSearch'>>,
): Promise<void> => {
  await requestDiscoveryFromClient(request, { do: 'search' });
};

/** Queries a discovered printer. @throws 404, 409, 503 */
export const probeDiscoveredPrinter = async (
  request: ClientRequest<CallParsed<'foundLook'>>,
): Promise<CallOutput<'foundLook'>> => {
  const { foundId } = request.input;
  const { text, language, dpi } = await requestDiscoveryFromClient(request, {
    do: 'look',
    foundId,
  });
  return { text, language, dpi };
};

/** Prints a small test label. @throws 404, 409, 503 */
export const printDiscoveryTestLabel = async (
  request: ClientRequest<CallParsed<'foundTest'>>,
): Promise<CallOutput<'foundTest'>> => {
  const { clientId: _, ...how } = request.input;
  const { text } = await requestDiscoveryFromClient(request, { do: 'test', ...how });
  return { text };
};

/**
 * Suggests an address to the client's machine. A user there must confirm it before anything
 * connects to it.
 * @throws 404, 409, 503
 */
export const suggestAddress = async (
  request: ClientRequest<CallParsed<'foundAddress'>>,
): Promise<CallOutput<'foundAddress'>> => {
  const at = parseHostAndPort(request.input.address);
  if (!at) throw createInvalidInputError({ address: '写成 192.168.1.50 或 192.168.1.50:9100' });
  const { text } = await requestDiscoveryFromClient(request, { do: 'address', ...at });
  return { text };
};
