// 用法：YUNBIAO_SECRET=whsec_… PORT=8080 node receive.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const secret = Buffer.from(process.env.YUNBIAO_SECRET.replace('whsec_', ''), 'base64');

const isAuthentic = (headers, body) => {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': given = '' } = headers;
  // 五分钟以前的不收：截下来重放的就没有用。
  if (Math.abs(Date.now() / 1000 - Number(at)) > 300) return false;
  const mac = createHmac('sha256', secret).update(`${id}.${at}.${body}`).digest();
  const signature = Buffer.from(given.replace('v1,', ''), 'base64');
  return signature.length === mac.length && timingSafeEqual(signature, mac);
};

const receive = async (request, reply) => {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  if (!isAuthentic(request.headers, body)) return reply.writeHead(401).end();
  // 先答收到，再做事；同一个 webhook-id 可能来不止一次。
  reply.writeHead(204).end();
  const { type, data } = JSON.parse(body);
  console.log(request.headers['webhook-id'], type, data.batchNo ?? '', data.state ?? '');
};

createServer((request, reply) => {
  // 断在半路的请求不让程序退出。
  receive(request, reply).catch((error) => {
    console.error(error.message);
    reply.destroy();
  });
}).listen(Number(process.env.PORT));
