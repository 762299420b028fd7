// 用法：YUNBIAO_URL=https://… YUNBIAO_KEY=yb_live_… node raw.mjs label.png
// 图片按点原样打印：480 × 320 的图片在 203 dpi 的打印机上是 60 × 40 mm。不写文件就打印一条 ZPL。
import { readFile } from 'node:fs/promises';

const wait = () => new Promise((resolve) => setTimeout(resolve, 10_000));

const { YUNBIAO_URL, YUNBIAO_KEY } = process.env;

const call = async (path, body) => {
  const reply = await fetch(`${YUNBIAO_URL}/np/api/print/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { Authorization: `Bearer ${YUNBIAO_KEY}`, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { state, msg, data } = await reply.json();
  if (reply.status === 429) {
    // 问得太快，等一会再问；同一个 batchNo 再发也不会多打印。
    await wait();
    return call(path, body);
  }
  if (state !== 'ok') throw new Error(`${reply.status} ${msg} ${JSON.stringify(data)}`);
  return data;
};

const { list: printers } = await call('printers');
const printer = printers.find(({ enabled, language }) => enabled && language === 'zpl');
if (!printer) throw new Error('没有能用的 ZPL 打印机配置');

const file = process.argv[2];
const label = file
  ? { type: 'png', content: (await readFile(file)).toString('base64') }
  : { type: 'zpl', content: '^XA^FO30,30^A0N,40^FDSO-118^FS^XZ' };

// 没等到回答就原样再发一次：同一个 batchNo 不会多打印。
const batchNo = `RAW-${Date.now()}`;
await call('raw', { printConfigId: printer.printConfigId, batchNo, ...label });

for (;;) {
  const { state, counts } = await call(`batch?batchNo=${batchNo}`);
  if (state !== 'queued' && state !== 'sending') {
    console.log(state, counts);
    break;
  }
  await wait();
}
