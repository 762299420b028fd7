import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@yunbiao/contract/client';
import { showPairCode } from '@yunbiao/contract/pair-code';
import { UserError } from '../errors.ts';
import { machine } from '../gateway/messages.ts';
import { AGENT_VERSION } from '../program/self.ts';
import { readSettings, requireRoom, writeKey, writeSettings } from '../settings.ts';
import { parseOptions } from './options.ts';

const DEFAULT_SERVER = 'http://127.0.0.1:3000';
const POLL_MS = 2000;

const readServer = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UserError(`网址不对：${text}`, '例如 --server https://example.com');
  return url.origin;
};

const NEXT = `配对成功。接下来：
  1. 加一台打印机：npm run agent -- printer add 名称 tcp://地址:9100 --language zpl --dpi 203
     TSC 和多数国产标签机写 --language tspl，小票机写 --language escpos
     没有打印机？先开一台虚拟的：npm run agent -- virtual-printer
  2. 开始运行：npm run agent`;

/** Pairs this machine: shows a code, waits until a member confirms it, keeps the key. */
export const pair = async (
  home: string,
  args: string[],
  say: (line: string) => void,
): Promise<void> => {
  const { values } = parseOptions(args, { server: { type: 'string' } });
  const settings = readSettings(home);
  requireRoom(home);
  const server = readServer(values.server ?? (settings.server || DEFAULT_SERVER));
  const client = createClient({
    baseUrl: server,
    host: () => new URL(server).hostname,
    domain: () => '',
    token: () => '',
  });
  const { machineName, system } = machine();
  const started = await client.call('agentPair', { machineName, system, version: AGENT_VERSION });
  if (started.state === 'fail')
    throw new UserError(`配对没有开始：${started.msg}`, `确认 ${server} 能打开，再试一次`);
  const { code, secret, url } = started.data;
  say(`配对码：${showPairCode(code)}`);
  say(`在浏览器中打开并确认：${url}`);
  say('等待确认，10 分钟内有效……');

  for (;;) {
    await sleep(POLL_MS);
    const reply = await client.call('agentPairPoll', { secret });
    // A restarting server is no reason to give up; the code's own time is.
    if (reply.state === 'fail' && reply.code !== 500 && reply.code !== 503 && reply.code !== 429)
      throw new UserError(`配对失败：${reply.msg}`, '再运行一次 npm run agent -- pair');
    if (reply.state === 'fail') {
      if (Date.now() > Date.parse(started.data.expiresAt))
        throw new UserError('网站一直没有回答', '过一会儿再运行 npm run agent -- pair');
      continue;
    }
    const { state, clientId, key } = reply.data;
    if (state === 'expired')
      throw new UserError('配对码过期了，没有人确认', '再运行一次 npm run agent -- pair');
    if (state === 'waiting' || !key || !clientId) continue;
    writeKey(home, key);
    // Read again: a printer may have been added while the code waited.
    writeSettings(home, { ...readSettings(home), server, clientId });
    say(NEXT);
    return;
  }
};
