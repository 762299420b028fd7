import type { PeerCertificate } from 'node:tls';
import { expect, it } from 'vitest';
import { judgeCertificate } from './certificate.ts';

it('takes a certificate without a readable end for a failure', () => {
  const certificate = {} as PeerCertificate;
  expect(judgeCertificate({ certificate, error: '' }, 0)).toMatchObject({
    result: '不行',
    detail: '读不出到期的日子',
  });
});
