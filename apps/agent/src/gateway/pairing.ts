import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@yunbiao/contract/client';
import type { Client } from '@yunbiao/contract/client';
import { PAIR_CODE_S } from '@yunbiao/contract/pair-code';
import { sinceBoot } from '../clock.ts';
import { UserError } from '../errors.ts';
import { AGENT_VERSION } from '../self.ts';
import { readSettings, requireRoom, writeKey, writeSettings } from '../settings.ts';
import { fetchByHttp } from './ask-http.ts';
import { machine } from './messages.ts';

const POLL_MS = 2000;
const KEY = /^[\w-]{16,256}$/;
const CLIENT_ID = /^[1-9]\d{0,15}$/;
const AGAIN = '再运行一次 npm run agent -- pair';

/** The origin of a site as somebody typed it. @throws UserError */
export const readServer = (text: string): string => {
  const typed = text.trim();
  const url = URL.canParse(typed) ? new URL(typed) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UserError(`网址不对：${typed}`, '例如 --server https://example.com');
  return url.origin;
};

/** A code that waits for a member to confirm it. */
export type Pairing = {
  server: string;
  code: string;
  /** Page of the site on which it is confirmed, with the code filled in. */
  url: string;
  /** How long it can still be confirmed, ms. */
  leftMs: () => number;
  /** Resolves when it was confirmed and the key is kept. Throws UserError when it came to nothing. */
  confirmed: () => Promise<void>;
};

const waitFor = async (
  client: Client,
  secret: string,
  leftMs: () => number,
): Promise<{ clientId: string; key: string }> => {
  for (;;) {
    await sleep(POLL_MS);
    const reply = await client.call('agentPairPoll', { secret });
    // A restarting server is no reason to give up; the code's own time is.
    if (reply.state === 'fail' && reply.code !== 500 && reply.code !== 503 && reply.code !== 429)
      throw new UserError(`配对失败：${reply.msg}`, AGAIN);
    if (reply.state === 'fail') {
      if (leftMs() < 0)
        throw new UserError('网站一直没有回答', '过一会儿再运行 npm run agent -- pair');
      continue;
    }
    const { state, clientId, key } = reply.data;
    if (state === 'expired') throw new UserError('配对码过期了，没有人确认', AGAIN);
    if (state === 'confirmed' && key && clientId) {
      // Both are written to the disk, and the key becomes part of a header.
      if (KEY.test(key) && CLIENT_ID.test(clientId)) return { clientId, key };
      throw new UserError('网站给的授权不对', AGAIN);
    }
  }
};

/** Gets a code for this machine. @throws UserError when the site does not give one, or the key would find no room */
export const startPairing = async (home: string, server: string): Promise<Pairing> => {
  requireRoom(home);
  const client = createClient({
    baseUrl: server,
    host: () => new URL(server).hostname,
    domain: () => '',
    token: () => '',
    fetch: fetchByHttp,
  });
  const { machineName, system } = machine();
  const started = await client.call('agentPair', { machineName, system, version: AGENT_VERSION });
  if (started.state === 'fail')
    throw new UserError(`配对没有开始：${started.msg}`, `确认 ${server} 能打开，再试一次`);
  const { code, secret, url } = started.data;
  // A browser is started with it.
  if (!/^https?:\/\/[\w.~:/?#[\]@!$&'()*+,;=%-]{1,2000}$/.test(url))
    throw new UserError('网站给的配对链接不对');
  // Not by the time the site names: this machine's clock may be a day off.
  const now = sinceBoot();
  const until = now() + PAIR_CODE_S * 1000;
  const leftMs = (): number => until - now();
  return {
    server,
    code,
    url,
    leftMs,
    confirmed: async () => {
      const { clientId, key } = await waitFor(client, secret, leftMs);
      writeKey(home, key);
      // Read again: a printer may have been added while the code waited.
      writeSettings(home, { ...readSettings(home), server, clientId });
    },
  };
};
