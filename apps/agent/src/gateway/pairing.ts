import { setTimeout as sleep } from 'node:timers/promises';
import { createApiClient } from '@yunbiao/contract/api/client';
import type { Client } from '@yunbiao/contract/api/client';
import { PAIR_CODE_S } from '@yunbiao/contract/gateway/pair-code';
import { createBootClock } from '../clock.ts';
import { UserError } from '../errors.ts';
import { AGENT_VERSION } from '../self.ts';
import { readSettings, requireWritableHome, writeClientKey, writeSettings } from '../settings.ts';
import { fetchByHttp } from './http.ts';
import { describeMachine } from './messages.ts';

const POLL_MS = 2000;
const KEY_PATTERN = /^[\w-]{16,256}$/;
const CLIENT_ID_PATTERN = /^[1-9]\d{0,15}$/;
const RETRY_HINT = '再运行一次 npm run agent -- pair';

/** Parses the site's origin from user input. Throws UserError. */
export const parseServerOrigin = (text: string): string => {
  const address = text.trim();
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UserError(`网址不对：${address}`, '例如 --server https://example.com');
  return url.origin;
};

/** A pairing code that waits for a member's confirmation. */
export type Pairing = {
  server: string;
  code: string;
  /** Page on which to confirm, with the code filled in. */
  url: string;
  /** Time until the code expires, ms. */
  getRemainingMs: () => number;
  /** Resolves when the code was confirmed and the key is stored. Throws UserError on failure. */
  waitForConfirmation: () => Promise<void>;
};

const pollUntilPairingConfirmed = async (
  client: Client,
  secret: string,
  getRemainingMs: () => number,
): Promise<{ clientId: string; key: string }> => {
  for (;;) {
    await sleep(POLL_MS);
    const reply = await client.call('agentPairPoll', { secret });
    // A restarting server is no reason to give up before the code expires.
    if (reply.state === 'fail' && reply.code !== 500 && reply.code !== 503 && reply.code !== 429)
      throw new UserError(`配对失败：${reply.msg}`, RETRY_HINT);
    if (reply.state === 'fail') {
      if (getRemainingMs() < 0)
        throw new UserError('网站一直没有回答', '过一会儿再运行 npm run agent -- pair');
      continue;
    }
    const { state, clientId, key } = reply.data;
    if (state === 'expired') throw new UserError('配对码过期了，没有人确认', RETRY_HINT);
    if (state === 'confirmed' && key && clientId) {
      // Validates both: they are written to disk, and the key becomes part of a header.
      if (KEY_PATTERN.test(key) && CLIENT_ID_PATTERN.test(clientId)) return { clientId, key };
      throw new UserError('网站给的授权不对', RETRY_HINT);
    }
  }
};

/**
 * Requests a pairing code for this machine. Throws UserError when the site gives none, or the key
 * could not be stored.
 */
export const startPairing = async (home: string, server: string): Promise<Pairing> => {
  requireWritableHome(home);
  const client = createApiClient({
    baseUrl: server,
    getHost: () => new URL(server).hostname,
    getDomain: () => '',
    getToken: () => '',
    fetch: fetchByHttp,
  });
  const { machineName, system } = describeMachine();
  const pairingResult = await client.call('agentPair', {
    machineName,
    system,
    version: AGENT_VERSION,
  });
  if (pairingResult.state === 'fail')
    throw new UserError(`配对没有开始：${pairingResult.msg}`, `确认 ${server} 能打开，重试`);
  const { code, secret, url } = pairingResult.data;
  // The URL is passed to a browser.
  if (!/^https?:\/\/[\w.~:/?#[\]@!$&'()*+,;=%-]{1,2000}$/.test(url))
    throw new UserError('网站给的配对链接不对');
  // Uses the known lifetime instead of the site's time: this machine's clock may be a day off.
  const readClock = createBootClock();
  const expiresAt = readClock() + PAIR_CODE_S * 1000;
  const getRemainingMs = (): number => expiresAt - readClock();
  return {
    server,
    code,
    url,
    getRemainingMs,
    waitForConfirmation: async () => {
      const { clientId, key } = await pollUntilPairingConfirmed(client, secret, getRemainingMs);
      writeClientKey(home, key);
      // Reads the settings again: a printer may have been added while the code waited.
      writeSettings(home, { ...readSettings(home), server, clientId });
    },
  };
};
