import { FEATURES } from '@yunbiao/contract/found';
import { CLOSE } from '@yunbiao/contract/gateway';
import type { AgentMessage, ServerMessage } from '@yunbiao/contract/gateway';
import { MAX_PRINTERS } from '@yunbiao/contract/limits/client';
import {
  acceptHello,
  newerForClient,
  saveFound,
  savePrinterState,
  saveUpdate,
  storeReports,
} from '@yunbiao/services';
import type { Connection, ConnectionOptions } from './connection-types.ts';
import { MAX_UNREAD_BYTES, openInbox } from './inbox.ts';
import { createLeasePump, type LeasePump, type PumpState } from './lease-pump.ts';
import { COME_BACK, createSendBack } from './send-back.ts';
import { openWishBook } from './wishes.ts';

const HELLO_MS = 10_000;
/** Sent and not yet taken by the peer, beyond which it gets no leases, bytes. */
const MAX_BUFFERED = 4 * 1024 * 1024;

/** Serves one socket whose key has been checked. */
export const serveConnection = (options: ConnectionOptions): Connection => {
  const { ctx, socket, budget, client, address, helloMs = HELLO_MS } = options;
  let state: PumpState | null = null;
  let pump: LeasePump | null = null;
  let alive = true;
  /** The time for the hello is over. */
  let isLate = false;
  let stopWishes: (() => void) | null = null;
  /** As the hello said. */
  let me = { target: '', version: '' };

  const send = (message: ServerMessage): void => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
  };
  const close = (code: number, reason: string): void => {
    inbox.close();
    socket.close(code, reason);
    // A peer that does not answer the close is cut off.
    setTimeout(() => socket.terminate(), 2000).unref();
  };
  const logError = (error: unknown): void =>
    ctx.log.error('gateway', { clientId: client.id, error: String(error) });

  const wishes = openWishBook(send);
  const sendBack = createSendBack(close, options.stayMs);

  const tellNewest = async (): Promise<void> =>
    send({ type: 'newest', program: await newerForClient({ ctx, client: me }) });

  const greet = async (hello: Extract<AgentMessage, { type: 'hello' }>): Promise<void> => {
    const isNewest = options.claim;
    const accepted =
      isNewest() && (await acceptHello({ ctx, clientId: client.id, hello, address, isNewest }));
    // Sent before labels were leased to a newer connection, it would have them leased again.
    if (!isNewest()) return close(CLOSE.replaced, 'replaced');
    if (!accepted) return close(CLOSE.revoked, 'revoked');
    // Gone while its hello was handled: it never was online.
    if (socket.readyState !== socket.OPEN) return;
    const enabled = accepted.client.enabled === 1;
    state = { clientId: client.id, fence: accepted.fence, room: new Map(), enabled };
    pump = createLeasePump({
      ctx,
      state,
      send,
      congested: () =>
        options.isHalted() ||
        socket.bufferedAmount > MAX_BUFFERED ||
        socket.readyState !== socket.OPEN,
      onRevoked: () => close(CLOSE.revoked, 'revoked'),
      onOvertaken: () => close(COME_BACK, 'overtaken'),
      onError: logError,
    });
    await options.onAccepted(connection);
    const { id, name } = client;
    const features = [...FEATURES];
    const { stored } = accepted;
    const said = { clientId: String(id), name, enabled, now: ctx.now(), features };
    send({ type: 'welcome', ...said, ...(stored !== null && { stored }) });
    sendBack.noteWelcome();
    // A virtual client runs on the site's own machine, whose printers concern no member.
    const isHere = socket.readyState === socket.OPEN && !client.isVirtual;
    if (isHere && hello.features?.includes('found'))
      stopWishes = ctx.wishes?.attach(client.id, wishes.send) ?? null;
    me = { target: hello.target ?? '', version: hello.agentVersion };
    // One that knows no such message has no target.
    if (hello.target) await tellNewest();
    pump.run();
  };

  const handle = async (message: AgentMessage): Promise<void> => {
    if (isLate && !state && message.type !== 'hello') return close(CLOSE.protocol, 'no hello');
    if (message.type === 'ping') return send({ type: 'pong', now: ctx.now() });
    if (message.type === 'hello') {
      if (state) return close(CLOSE.protocol, 'second hello');
      return greet(message).catch((error: unknown) => {
        // Without its welcome a client asks for nothing, and would wait here for ever.
        close(COME_BACK, 'try again');
        throw error;
      });
    }
    if (!state) return close(CLOSE.protocol, 'hello first');
    const { clientId, fence } = state;
    if (message.type === 'want') {
      if (state.room.size < MAX_PRINTERS || state.room.has(message.localId)) {
        state.room.set(message.localId, message.room);
      }
      pump?.run();
    } else if (message.type === 'printer') {
      await savePrinterState({ ctx, clientId, memberId: client.memberId, message });
    } else if (message.type === 'found') {
      if (!client.isVirtual) await saveFound({ ctx, clientId, memberId: client.memberId, message });
    } else if (message.type === 'wished') {
      wishes.answered(message);
    } else if (message.type === 'newest') {
      await tellNewest();
    } else if (message.type === 'update') {
      await saveUpdate({ ctx, clientId, memberId: client.memberId, message });
    } else {
      const { seq } = message;
      const stored = await storeReports({ ...message, ctx, clientId, fence }).catch(
        (error: unknown) => {
          sendBack.afterFailure();
          throw error;
        },
      );
      budget.earn(client.memberId, { attempts: stored.attemptsEnded, places: stored.placesUsed });
      send({ type: 'ack', seq, units: stored.units, token: stored.token });
    }
  };

  const inbox = openInbox({
    socket,
    memberId: client.memberId,
    budget,
    pause: options.pause,
    handle,
    onError: logError,
    onProtocol: () => close(CLOSE.protocol, 'bad message'),
  });
  const connection: Connection = {
    clientId: client.id,
    memberId: client.memberId,
    address,
    isVirtual: client.isVirtual,
    wake: () => pump?.run(),
    seen: (now) => pump?.seen(now),
    close,
    cut: () => socket.terminate(),
    heartbeat: () => {
      // What the peer answers while it is made to wait is not read.
      const isHeld = socket.isPaused && socket.bufferedAmount <= MAX_UNREAD_BYTES;
      if (!alive && !isHeld) return socket.terminate();
      alive = false;
      socket.ping();
    },
    idle: () => inbox.idle().then(() => pump?.idle()),
  };

  const refuseLate = (): void => {
    if (state === null) close(CLOSE.protocol, 'no hello');
  };
  const helloTimer = setTimeout(() => {
    isLate = true;
    // A hello that is made to wait may be among what was received.
    if (inbox.isBusy()) void inbox.idle().then(refuseLate);
    else refuseLate();
  }, helloMs);
  socket.on('pong', () => {
    alive = true;
  });
  socket.on('message', () => {
    alive = true;
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    clearTimeout(helloTimer);
    stopWishes?.();
    // A client that took a printer into use answers and connects again: the answer may be received and not handled yet.
    void inbox.idle().then(wishes.close, wishes.close);
    sendBack.close();
    options.onClosed(connection);
  });
  return connection;
};
