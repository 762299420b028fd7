import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import { WechatFaults } from './wechat-faults.ts';
import type { Fault } from './wechat-faults.ts';
import { createRequestHandler } from './handler.ts';
import { MAX_ENTRIES } from './options.ts';
import type { WechatStandInOptions } from './options.ts';
import {
  verifyPushServer,
  validatePushTarget,
  buildEventXml,
  isAcceptedAnswer,
  decryptAnswer,
  buildSignedPush,
  sendPushOnce,
} from './push.ts';
import type { Delivery, Parcel, PushEvent } from './push.ts';
import { cancelSignIn, confirmSignIn, markSignInScanned } from './sign-in.ts';
import { createStandInState, getOfficialAccount, getSignInPhase } from './state.ts';
import type { SignIn, SignInState, State, Ticket } from './state.ts';

export type WechatStandIn = ReturnType<typeof createWechatStandIn>;

const MAX_ATTEMPTS = 3;

/** Sends events and records their deliveries. */
const createEventPusher = (state: State) => {
  const deliveries: Delivery[] = [];
  const under = new Set<Promise<unknown>>();
  let alter: ((parcel: Parcel) => Parcel) | null = null;
  const timeout = state.options.pushTimeoutMs ?? 5000;
  const deliverEvent = async (appid: string, userId: string, event: PushEvent, at: number) => {
    const account = getOfficialAccount(state, appid);
    if (account?.push === undefined) return null;
    const openid = state.deriveOpenid(appid, userId);
    const xml = buildEventXml(account, openid, at, event);
    const delivery: Delivery = { appid, xml, tries: [], isTaken: false };
    deliveries.push(delivery);
    if (deliveries.length > MAX_ENTRIES) deliveries.shift();
    // Every attempt has the same CreateTime: sites use it with FromUserName to detect duplicates.
    while (delivery.tries.length < MAX_ATTEMPTS && !delivery.isTaken) {
      const parcel = buildSignedPush(account, account.push, openid, xml, state.getSeconds());
      const sentParcel = alter === null ? parcel : alter(parcel);
      const response = await sendPushOnce('POST', account.push.url, sentParcel, timeout);
      delivery.tries.push(response);
      // As WeChat does, only missing answers and server errors are retried. For an answer it does
      // not understand, WeChat shows an error to the user.
      delivery.isTaken = isAcceptedAnswer(response);
      if (response.status !== 0 && response.status < 500) break;
    }
    return delivery;
  };
  return {
    deliveries,
    setPushTransform: (change: ((parcel: Parcel) => Parcel) | null): void => {
      alter = change;
    },
    push: (appid: string, userId: string, event: PushEvent, at = state.getSeconds()) => {
      const delivery = deliverEvent(appid, userId, event, at);
      under.add(delivery);
      const removePendingDelivery = (): void => void under.delete(delivery);
      delivery.then(removePendingDelivery, removePendingDelivery);
      return delivery;
    },
    waitUntilSettled: async (): Promise<void> => void (await Promise.allSettled(under)),
  };
};

/** Following and unfollowing an account, with events. */
const createFollowActions = (state: State, pusher: ReturnType<typeof createEventPusher>) => ({
  scanTicket: (ticket: Ticket, userId: string) => {
    const key = `${ticket.appid} ${userId}`;
    const isNew = state.followers.get(key) === undefined;
    if (isNew) state.followers.set(key, { at: state.now(), scene: ticket.scene });
    return pusher.push(ticket.appid, userId, {
      event: isNew ? 'subscribe' : 'SCAN',
      eventKey: isNew ? `qrscene_${ticket.scene}` : ticket.scene,
      ticket: ticket.ticket,
    });
  },
  follow: (appid: string, userId: string) => {
    state.followers.set(`${appid} ${userId}`, { at: state.now(), scene: '' });
    return pusher.push(appid, userId, { event: 'subscribe', eventKey: '' });
  },
  unfollow: (appid: string, userId: string) => {
    state.followers.delete(`${appid} ${userId}`);
    return pusher.push(appid, userId, { event: 'unsubscribe', eventKey: '' });
  },
});

const createSignInActions = (state: State) => {
  const requireSignIn = (uuid: string): SignIn => {
    const signIn = state.signIns.get(uuid);
    if (signIn === undefined) throw new Error(`no sign-in ${uuid}`);
    return signIn;
  };
  return {
    /** Sign-ins on screens, newest last. */
    listSignIns: (): SignIn[] => state.signIns.values(),
    getPhase: (uuid: string): SignInState => getSignInPhase(state, requireSignIn(uuid)),
    scan: (uuid: string, userId: string): boolean =>
      markSignInScanned(state, requireSignIn(uuid), userId),
    confirm: (uuid: string): string | null => confirmSignIn(state, requireSignIn(uuid)),
    cancel: (uuid: string): boolean => cancelSignIn(state, requireSignIn(uuid)),
    expire: (uuid: string): void => void (requireSignIn(uuid).phase = 'expired'),
  };
};

const listenOnLoopback = async (handler: RequestListener, prefix: string) => {
  const server = createServer(handler);
  server.requestTimeout = 10_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}${prefix}`,
    close: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** In-memory stand-in for WeChat's sign-in, official accounts and a phone. */
export const createWechatStandIn = (options: WechatStandInOptions) => {
  for (const app of options.apps) {
    if (app.kind === 'official' && app.push !== undefined) validatePushTarget(app.push);
  }
  const state = createStandInState(options);
  const faults = new WechatFaults();
  const pusher = createEventPusher(state);
  const following = createFollowActions(state, pusher);
  const followByTicket = async (ticket: Ticket, userId: string): Promise<string> => {
    const delivery = await following.scanTicket(ticket, userId);
    const body = delivery?.tries.at(-1)?.body ?? '';
    const account = getOfficialAccount(state, ticket.appid);
    return account?.push === undefined ? body : decryptAnswer(account, account.push, body);
  };
  const handler = createRequestHandler(state, faults, followByTicket);
  return {
    handler,
    listen: () => listenOnLoopback(handler, options.prefix ?? ''),
    ...createSignInActions(state),
    /**
     * A user scans the QR code of a ticket: `subscribe` for a new follower, `SCAN` for an existing
     * one.
     */
    scanTicket: (ticket: string, userId: string) => {
      const foundTicket = state.tickets.get(ticket);
      if (foundTicket === undefined || state.now() >= foundTicket.until)
        throw new Error('no such ticket');
      return following.scanTicket(foundTicket, userId);
    },
    follow: following.follow,
    unfollow: following.unfollow,
    /** Sends any event with any CreateTime (seconds): late, out of order, repeated. */
    push: pusher.push,
    /** Alters pushes in transit, e.g. to forge them; null ends it. */
    alterPushes: pusher.setPushTransform,
    deliveries: pusher.deliveries,
    waitUntilSettled: pusher.waitUntilSettled,
    checkServer: (appid: string) => {
      const push = getOfficialAccount(state, appid)?.push;
      if (push === undefined) throw new Error(`${appid} has no server`);
      return verifyPushServer(push, state.getSeconds(), options.pushTimeoutMs ?? 5000);
    },
    addFault: (fault: Fault): void => faults.add(fault),
    clearFaults: (): void => faults.clear(),
    deriveOpenid: state.deriveOpenid,
    deriveUnionid: state.deriveUnionid,
  };
};
