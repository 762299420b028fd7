import type { RequestListener } from 'node:http';
import type { Context } from '@yunbiao/services';
import { createWechatStandIn } from '@yunbiao/wechat-stand-in';
import type { Config } from '../config.ts';
import type { WechatConfig } from '../config-wechat.ts';
import { ownOrigin } from '../own-origin.ts';
import { createWechat } from './client.ts';

/** Where a demo has its own WeChat. */
export const STAND_IN = '/wechat-stand-in';
export const PUSH_PATH = '/np/wechat/push';

/** How WeChat signs what it tells the site. */
export type PushSettings = { appid: string; token: string; aesKey: string };

export type OfferedWechat = {
  push: PushSettings | null;
  /** A demo's own WeChat, under {@link STAND_IN}. */
  standIn: RequestListener | null;
};

/** Apps of the stand-in; on loopback only, so that these are no secrets. */
const WEB = { appid: 'wx-demo-web', secret: 'demo' };
const OFFICIAL = {
  appid: 'wx-demo-official',
  secret: 'demo',
  token: 'demo',
  aesKey: 'demoDemoDemoDemoDemoDemoDemoDemoDemoDemoDem',
};

/** A demo without an app of its own has a WeChat of its own. */
export const usesStandIn = ({ mode, wechat }: Pick<Config, 'mode' | 'wechat'>): boolean =>
  mode === 'demo' && !wechat.web && !wechat.official;

const getStandIn = (config: Config, port: number) => {
  const { publicUrl } = config;
  const own = ownOrigin(config.host, port);
  const app = { name: '云标（演示）', redirectHost: new URL(publicUrl).host };
  const push = {
    url: own + PUSH_PATH,
    token: OFFICIAL.token,
    mode: 'safe',
    encodingAesKey: OFFICIAL.aesKey,
  } as const;
  const { handler } = createWechatStandIn({
    prefix: STAND_IN,
    origin: publicUrl,
    apps: [
      { kind: 'website', ...app, ...WEB },
      { kind: 'official', ...app, ...OFFICIAL, originalId: 'gh_yunbiao_demo', push },
    ],
  });
  const wechat: WechatConfig = {
    web: WEB,
    official: OFFICIAL,
    apiUrl: own + STAND_IN,
    openUrl: publicUrl + STAND_IN,
    scriptUrl: publicUrl + STAND_IN,
  };
  return { handler, wechat };
};

/** Lets members sign in with WeChat, when it is configured, or with a stand-in in a demo. */
export const offerWechat = (config: Config, ctx: Context, port: number): OfferedWechat => {
  const standIn = usesStandIn(config) ? getStandIn(config, port) : null;
  const wechat = standIn?.wechat ?? config.wechat;
  const { log, now } = ctx;
  ctx.wechat = createWechat(wechat, { log, now, isStandIn: standIn !== null }) ?? undefined;
  return { push: wechat.official, standIn: standIn?.handler ?? null };
};
