import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { chooseRequestId } from './request-id.ts';

const NGINX = 'b7ad6b71692033310af7651916cd43dd';
const OWN = /^[\w-]{12}$/;

const chooseId = (sent: string | undefined, trustProxy: boolean): string => {
  const req = new IncomingMessage(new Socket());
  if (sent !== undefined) req.headers['x-request-id'] = sent;
  return chooseRequestId(req, trustProxy);
};

it('keeps the id of a trusted proxy', () => {
  expect(chooseId(NGINX, true)).toBe(NGINX);
  const uuid = 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6';
  expect(chooseId(uuid, true)).toBe(uuid);
});

it('makes its own without a proxy, whatever the visitor sends', () => {
  expect(chooseId(NGINX, false)).toMatch(OWN);
  expect(chooseId(undefined, true)).toMatch(OWN);
  expect(chooseId(NGINX, false)).not.toBe(chooseId(NGINX, false));
});

it.each([
  '',
  'short',
  `${NGINX}, ${NGINX}`,
  `${NGINX}\n{"level":"error"}`,
  '<script>alert(1)</script>',
  'x'.repeat(65),
  '编号编号编号编号编号编号编号编号',
])('makes its own instead of an unsafe one: %j', (sent) => {
  expect(chooseId(sent, true)).toMatch(OWN);
});
