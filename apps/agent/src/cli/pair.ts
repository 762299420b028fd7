import { formatPairCode } from '@yunbiao/contract/gateway/pair-code';
import { parseServerOrigin, startPairing } from '../gateway/pairing.ts';
import { STAMPED_SERVER } from '../self.ts';
import { readSettings } from '../settings.ts';
import { parseOptions } from './options.ts';

const DEFAULT_SERVER = 'http://127.0.0.1:3000';

const NEXT_STEPS = `配对成功。接下来：
  1. 加一台打印机：npm run agent -- printer add 名称 tcp://地址:9100 --language zpl --dpi 203
     TSC 和多数国产标签机写 --language tspl，小票机写 --language escpos
     没有打印机？先开一台虚拟的：npm run agent -- virtual-printer
  2. 开始运行：npm run agent`;

/** Pairs this machine: shows a code, waits until a member confirms it, stores the key. */
export const runPairCommand = async (
  home: string,
  args: string[],
  print: (line: string) => void,
): Promise<void> => {
  const { values } = parseOptions(args, { server: { type: 'string' } });
  const defaultServer = readSettings(home).server || STAMPED_SERVER || DEFAULT_SERVER;
  const pairing = await startPairing(home, parseServerOrigin(values.server ?? defaultServer));
  print(`配对码：${formatPairCode(pairing.code)}`);
  print(`在浏览器中打开并确认：${pairing.url}`);
  print('等待确认，10 分钟内有效……');
  await pairing.waitForConfirmation();
  print(NEXT_STEPS);
};
