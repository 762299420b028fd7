import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import { Faults } from './faults.ts';
import type { Fault } from './faults.ts';
import { createHandler } from './handler.ts';
import { MAX_ENTRIES } from './options.ts';
import type { WechatStandInOptions } from './options.ts';
import {
  checkServer,
  checkTarget,
  eventXml,
  isTaken,
  openAnswer,
  getParcel,
  sendOnce,
} from './push.ts';
import type { Delivery, Parcel, PushEvent } from './push.ts';
import { cancel, confirm, scan } from './sign-in.ts';
import { createState, getOfficial, getPhase } from './state.ts';
import type { SignIn, SignInState, State, Ticket } from './state.ts';

export type WechatStandIn = ReturnType<typeof createWechatStandIn>;

const TRIES = 3;

/** Sends events and remembers what became of them. */
const createPusher = (state: State) => {
  const deliveries: Delivery[] = [];
  const under = new Set<Promise<unknown>>();
  let alter: ((parcel: Parcel) => Parcel) | null = null;
  const timeout = state.options.pushTimeoutMs ?? 5000;
  const deliver = async (appid: string, userId: string, event: PushEvent, at: number) => {
    const account = getOfficial(state, appid);
    if (account?.push === undefined) return null;
    const openid = state.openid(appid, userId);
    const xml = eventXml(account, openid, at, event);
    const delivery: Delivery = { appid, xml, tries: [], isTaken: false };
    deliveries.push(delivery);
    if (deliveries.length > MAX_ENTRIES) deliveries.shift();
    // The same CreateTime each time: that, with FromUserName, is what a site tells repeats by.
    while (delivery.tries.length < TRIES && !delivery.isTaken) {
      const parcel = getParcel(account, account.push, openid, xml, state.seconds());
      const sent = alter === null ? parcel : alter(parcel);
      const came = await sendOnce('POST', account.push.url, sent, timeout);
      delivery.tries.push(came);
      // Only silence is tried again: an answer that is not understood is shown to the user as out of order.
      delivery.isTaken = isTaken(came);
      if (came.status !== 0 && came.status < 500) break;
    }
    return delivery;
  };
  return {
    deliveries,
    setAlter: (change: ((parcel: Parcel) => Parcel) | null): void => {
      alter = change;
    },
    push: (appid: string, userId: string, event: PushEvent, at = state.seconds()) => {
      const sent = deliver(appid, userId, event, at);
      under.add(sent);
      const done = (): void => void under.delete(sent);
      sent.then(done, done);
      return sent;
    },
    settled: async (): Promise<void> => void (await Promise.allSettled(under)),
  };
};

/** Following and leaving an account, which is told of it. */
const createFollowing = (state: State, pusher: ReturnType<typeof createPusher>) => ({
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

const createSignIns = (state: State) => {
  const of = (uuid: string): SignIn => {
    const found = state.signIns.get(uuid);
    if (found === undefined) throw new Error(`no sign-in ${uuid}`);
    return found;
  };
  return {
    /** The sign-ins on screens, the newest last. */
    signIns: (): SignIn[] => state.signIns.values(),
    phase: (uuid: string): SignInState => getPhase(state, of(uuid)),
    scan: (uuid: string, userId: string): boolean => scan(state, of(uuid), userId),
    confirm: (uuid: string): string | null => confirm(state, of(uuid)),
    cancel: (uuid: string): boolean => cancel(state, of(uuid)),
    expire: (uuid: string): void => void (of(uuid).phase = 'expired'),
  };
};

const listen = async (handler: RequestListener, prefix: string) => {
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

/** WeChat's sign-in, official accounts and a phone, in memory. */
export const createWechatStandIn = (options: WechatStandInOptions) => {
  for (const app of options.apps) {
    if (app.kind === 'official' && app.push !== undefined) checkTarget(app.push);
  }
  const state = createState(options);
  const faults = new Faults();
  const pusher = createPusher(state);
  const following = createFollowing(state, pusher);
  const follow = async (ticket: Ticket, userId: string): Promise<string> => {
    const delivery = await following.scanTicket(ticket, userId);
    const body = delivery?.tries.at(-1)?.body ?? '';
    const account = getOfficial(state, ticket.appid);
    return account?.push === undefined ? body : openAnswer(account, account.push, body);
  };
  const handler = createHandler(state, faults, follow);
  return {
    handler,
    listen: () => listen(handler, options.prefix ?? ''),
    ...createSignIns(state),
    /** Somebody scans a ticket's code: `subscribe` when new, `SCAN` when they follow already. */
    scanTicket: (ticket: string, userId: string) => {
      const found = state.tickets.get(ticket);
      if (found === undefined || state.now() >= found.until) throw new Error('no such ticket');
      return following.scanTicket(found, userId);
    },
    follow: following.follow,
    unfollow: following.unfollow,
    /** Any event, at any CreateTime (seconds): late, out of order, once more. */
    push: pusher.push,
    /** Changes pushes on their way: forgeries; null ends it. */
    alterPushes: pusher.setAlter,
    deliveries: pusher.deliveries,
    settled: pusher.settled,
    checkServer: (appid: string) => {
      const push = getOfficial(state, appid)?.push;
      if (push === undefined) throw new Error(`${appid} has no server`);
      return checkServer(push, state.seconds(), options.pushTimeoutMs ?? 5000);
    },
    fault: (fault: Fault): void => faults.set(fault),
    clearFaults: (): void => faults.clear(),
    openid: state.openid,
    unionid: state.unionid,
  };
};
