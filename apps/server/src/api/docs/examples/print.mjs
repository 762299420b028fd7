// 用法：YUNBIAO_URL=https://… YUNBIAO_KEY=yb_live_… node print.mjs   （Node 18 以上，不用装别的）
const wait = () => new Promise((resolve) => setTimeout(resolve, 10_000));

const { YUNBIAO_URL, YUNBIAO_KEY, YUNBIAO_SOFTWARE = 'yunbiao' } = process.env;

const call = async (path, body) => {
  const reply = await fetch(`${YUNBIAO_URL}/np/api/print/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { Authorization: `Bearer ${YUNBIAO_KEY}`, 'Content-Type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  const { state, code, msg, data } = await reply.json();
  if (code === 429) {
    // 问得太快，等一会再问；同一个批次号再发也不会多打印。
    await wait();
    return call(path, body);
  }
  if (state === 'fail') throw new Error(`${code} ${msg}`);
  return data;
};

const [printer] = (await call('printers')).list.filter(({ enabled }) => enabled);
const [template] = (await call(`templates?alias=${YUNBIAO_SOFTWARE}`)).list;

// 每个字段填上模板里的示例；换成你自己的数据。
const row = Object.fromEntries(template.fields.map(({ name, sample }) => [name, sample]));

// 同一个批次号再发一次，回第一次的回答，不会多打印：网络断了就原样重发。
const batchNo = `SO-${Date.now()}`;
await call('batch', {
  printConfigId: printer.printConfigId,
  templateId: template.templateId,
  batchNo,
  rows: [row],
});

let batch = await call(`batch?batchNo=${batchNo}`);
while (['queued', 'sending'].includes(batch.state)) {
  await wait();
  batch = await call(`batch?batchNo=${batchNo}`);
}
console.log(batchNo, batch.state, `打印出 ${batch.counts.printed} 张`);
