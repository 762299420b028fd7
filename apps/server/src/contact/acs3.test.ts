import { expect, it } from 'vitest';
import { buildAcsHeaders, buildCanonicalQuery } from './acs3.ts';

const KEY = { id: 'YourAccessKeyId', secret: 'YourAccessKeySecret' };
const EXAMPLE = {
  host: 'ecs.cn-shanghai.aliyuncs.com',
  action: 'RunInstances',
  version: '2014-05-26',
  query: {
    RegionId: 'cn-shanghai',
    ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd',
  },
  body: '',
};

it.each([
  // Both results are published in the manual, in versions of different years.
  [
    '2023-10-26T10:22:32Z',
    '3156853299f313e23d1673dc12e1703d',
    '06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
  ],
  [
    '2023-10-26T09:01:01Z',
    'd410180a5abf7fe235dd9b74aca91fc0',
    'e521358f7776c97df52e6b2891a8bc73026794a071b50c3323388c4e0df64804',
  ],
])('signs the example of the manual of %s', (date, nonce, signature) => {
  const headers = buildAcsHeaders({ ...EXAMPLE, date, nonce }, KEY);
  expect(headers.authorization).toBe(
    `ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,Signature=${signature}`,
  );
});

it('encodes what RFC 3986 does not leave as it is', () => {
  expect(buildCanonicalQuery({ b: "云标 a+b*(c)'!~", a: '{"code":"012345"}' })).toBe(
    'a=%7B%22code%22%3A%22012345%22%7D&b=%E4%BA%91%E6%A0%87%20a%2Bb%2A%28c%29%27%21~',
  );
});
