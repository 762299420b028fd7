import { showPairCode } from '@yunbiao/contract/pair-code';
import { readServer, startPairing } from '../gateway/pairing.ts';
import { STAMPED_SERVER } from '../self.ts';
import { readSettings } from '../settings.ts';
import { parseOptions } from './options.ts';

const DEFAULT_SERVER = 'http://127.0.0.1:3000';

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
  const known = readSettings(home).server || STAMPED_SERVER || DEFAULT_SERVER;
  const pairing = await startPairing(home, readServer(values.server ?? known));
  say(`配对码：${showPairCode(pairing.code)}`);
  say(`在浏览器中打开并确认：${pairing.url}`);
  say('等待确认，10 分钟内有效……');
  await pairing.confirmed();
  say(NEXT);
};
