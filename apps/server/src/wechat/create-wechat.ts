import type { RequestListener } from 'node:http';
import type { Context } from '@yunbiao/services';
import { createWechatStandIn } from '@yunbiao/wechat-stand-in';
import type { Config } from '../config/config.ts';
import type { WechatConfig } from '../config/config-wechat.ts';
import { formatLocalOrigin } from '../http/local-origin.ts';
import { createWechatClient } from './client.ts';

/** Path of the WeChat simulator of a demo. */
export const SIMULATOR_PATH = '/wechat-stand-in';
export const PUSH_PATH = '/np/wechat/push';

/** Credentials that verify WeChat's pushes. */
export type PushSettings = { appid: string; token: string; aesKey: string };

export type OfferedWechat = {
  push: PushSettings | null;
  /** WeChat simulator of a demo, served under {@link SIMULATOR_PATH}. */
  standIn: RequestListener | null;
};

/** App credentials of the simulator. It runs on loopback only, so these are not secret. */
const SIMULATOR_WEB_APP = { appid: 'wx-demo-web', secret: 'demo' };
const SIMULATOR_OFFICIAL_APP = {
  appid: 'wx-demo-official',
  secret: 'demo',
  token: 'demo',
  aesKey: 'demoDemoDemoDemoDemoDemoDemoDemoDemoDemoDem',
};

/** Whether the simulator is used: in a demo without configured apps. */
export const usesSimulator = ({ mode, wechat }: Pick<Config, 'mode' | 'wechat'>): boolean =>
  mode === 'demo' && !wechat.web && !wechat.official;

const createWechatSimulator = (config: Config, port: number) => {
  const { publicUrl } = config;
  const localOrigin = formatLocalOrigin(config.host, port);
  const app = { name: '云标（演示）', redirectHost: new URL(publicUrl).host };
  const push = {
    url: localOrigin + PUSH_PATH,
    token: SIMULATOR_OFFICIAL_APP.token,
    mode: 'safe',
    encodingAesKey: SIMULATOR_OFFICIAL_APP.aesKey,
  } as const;
  const { handler } = createWechatStandIn({
    prefix: SIMULATOR_PATH,
    origin: publicUrl,
    apps: [
      { kind: 'website', ...app, ...SIMULATOR_WEB_APP },
      { kind: 'official', ...app, ...SIMULATOR_OFFICIAL_APP, originalId: 'gh_yunbiao_demo', push },
    ],
  });
  const wechat: WechatConfig = {
    web: SIMULATOR_WEB_APP,
    official: SIMULATOR_OFFICIAL_APP,
    apiUrl: localOrigin + SIMULATOR_PATH,
    openUrl: publicUrl + SIMULATOR_PATH,
    scriptUrl: publicUrl + SIMULATOR_PATH,
  };
  return { handler, wechat };
};

/** Enables sign-in with WeChat when configured, or with the simulator in a demo. */
export const enableWechatLogin = (config: Config, ctx: Context, port: number): OfferedWechat => {
  const simulator = usesSimulator(config) ? createWechatSimulator(config, port) : null;
  const wechat = simulator?.wechat ?? config.wechat;
  const { log, now } = ctx;
  ctx.wechat = createWechatClient(wechat, { log, now, isStandIn: simulator !== null }) ?? undefined;
  return { push: wechat.official, standIn: simulator?.handler ?? null };
};
