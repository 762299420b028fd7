import { CLOSE_CODES } from '@yunbiao/contract/gateway/close-codes';
import type { AgentMessage } from '@yunbiao/contract/gateway/gateway';
import { MAX_PRINTERS } from '@yunbiao/contract/limits/client';
import {
  readPictureForClient,
  saveDiscoveredPrinters,
  savePrinterState,
  saveUpdateProgress,
  storeReports,
} from '@yunbiao/services';
import { computeSentFileCost } from '../budget/work-costs.ts';
import {
  closeConnection,
  type ConnectionState,
  sendServerMessage,
  sendNewestClientProgram,
} from './connection-state.ts';
import { handleHello } from './handle-hello.ts';
import type { PumpState } from './send-leases.ts';

type Message<T extends AgentMessage['type']> = Extract<AgentMessage, { type: T }>;
/** Messages of a client whose hello was accepted. */
type LaterMessage = Exclude<AgentMessage, { type: 'ping' | 'hello' }>;

const recordRequestedLabelCount = (
  { pump }: ConnectionState,
  { room }: PumpState,
  { localId, room: count }: Message<'want'>,
): void => {
  if (room.size < MAX_PRINTERS || room.has(localId)) room.set(localId, count);
  pump?.run();
};

/** Stores reports and acknowledges them. The client sends reports without acknowledgement again. */
const storeAndAcknowledgeReports = async (
  state: ConnectionState,
  { clientId, fence }: PumpState,
  message: Message<'reports'>,
): Promise<void> => {
  const { ctx, budget, client } = state;
  const { seq } = message;
  const storedReports = await storeReports({ ...message, ctx, clientId, fence }).catch(
    (error: unknown) => {
      state.sendBack.scheduleReconnect();
      throw error;
    },
  );
  budget.refund(client.memberId, {
    attempts: storedReports.attemptsEnded,
    chargedAttempts: storedReports.chargedAttempts,
  });
  sendServerMessage(state, {
    type: 'ack',
    seq,
    units: storedReports.units,
    token: storedReports.token,
  });
};

/** Sends a file that a leased label shows. After a failure the client asks on its next connection. */
const sendPicture = async (
  state: ConnectionState,
  { sha256 }: Message<'picture'>,
): Promise<void> => {
  const { ctx, client } = state;
  const bytes = await readPictureForClient(ctx, {
    memberId: client.memberId,
    sha256,
  }).catch((error: unknown) => {
    state.sendBack.scheduleReconnect();
    throw error;
  });
  if (bytes !== null)
    state.budget.charge(client.memberId, computeSentFileCost(bytes.length), 'socket');
  sendServerMessage(state, {
    type: 'picture',
    sha256,
    bytes: bytes === null ? null : bytes.toString('base64'),
  });
};

const handleMessageAfterHello = async (
  state: ConnectionState,
  dispatch: PumpState,
  message: LaterMessage,
): Promise<void> => {
  const { ctx, client } = state;
  const { clientId, fence } = dispatch;
  const { memberId } = client;
  if (message.type === 'want') recordRequestedLabelCount(state, dispatch, message);
  else if (message.type === 'printer')
    await savePrinterState({ ctx, clientId, fence, memberId, message });
  else if (message.type === 'found') {
    if (!client.isVirtual) await saveDiscoveredPrinters({ ctx, clientId, memberId, message });
  } else if (message.type === 'wished') state.discoveryRequests.handleAnswer(message);
  else if (message.type === 'picture') await sendPicture(state, message);
  else if (message.type === 'newest') await sendNewestClientProgram(state);
  else if (message.type === 'update') await saveUpdateProgress({ ctx, clientId, fence, message });
  else await storeAndAcknowledgeReports(state, dispatch, message);
};

export const handleClientMessage = async (
  state: ConnectionState,
  message: AgentMessage,
): Promise<void> => {
  const { dispatch } = state;
  if (state.isHelloLate && !dispatch && message.type !== 'hello')
    return closeConnection(state, CLOSE_CODES.protocol, 'no hello');
  if (message.type === 'ping')
    return sendServerMessage(state, { type: 'pong', now: state.ctx.now() });
  if (message.type === 'hello') {
    if (dispatch) return closeConnection(state, CLOSE_CODES.protocol, 'second hello');
    return handleHello(state, message).catch((error: unknown) => {
      // A client without a welcome requests nothing and would wait forever.
      closeConnection(state, CLOSE_CODES.serviceRestart, 'try again');
      throw error;
    });
  }
  if (!dispatch) return closeConnection(state, CLOSE_CODES.protocol, 'hello first');
  return handleMessageAfterHello(state, dispatch, message);
};
