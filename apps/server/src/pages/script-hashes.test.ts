import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { replaceNonceByHashes } from './script-hashes.ts';

const sealPage = (page: string, nonce: string) => {
  const { body, hashes } = replaceNonceByHashes(page, nonce);
  return { html: body.toString(), hashes };
};

const computeHash = (code: string): string =>
  `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

describe('sealing a page', () => {
  it('hashes the scripts that carry the nonce and takes the nonce out', () => {
    const page = `<meta property="csp-nonce" content="N1"/><link href="/a.css" nonce="N1"/><script nonce="N1">go()</script>`;
    expect(sealPage(page, 'N1')).toEqual({
      html: '<link href="/a.css"/><script>go()</script>',
      hashes: [computeHash('go()')],
    });
  });

  it('takes a page in pieces for the same page', () => {
    const page = '<b>标签</b><script nonce="N1">go()</script>\ud83d';
    for (let at = 0; at <= page.length; at += 1)
      expect(replaceNonceByHashes([page.slice(0, at), page.slice(at)], 'N1')).toEqual(
        replaceNonceByHashes(page, 'N1'),
      );
  });

  it('does not bless a script that was injected', () => {
    const { html, hashes } = sealPage(
      '<script>evil()</script><script nonce="N1">go()</script>',
      'N1',
    );
    expect(html).toContain('evil()');
    expect(hashes).toEqual([computeHash('go()')]);
  });

  it('needs no hash for scripts of the own origin', () => {
    expect(sealPage('<script type="module" src="/a.js" nonce="N1"></script>', 'N1').hashes).toEqual(
      [],
    );
  });

  it('throws when the nonce is left anywhere', () => {
    expect(() => sealPage('<p data-x="N1"></p>', 'N1')).toThrow('nonce');
  });

  it('throws when the nonce is left within more than what goes with it', () => {
    for (const page of [
      'N1',
      '<a nonce="N1',
      'nonce="N1"',
      '<p x-nonce="N1"></p>',
      ' nonce="N1"N1',
    ])
      expect(() => sealPage(page, 'N1')).toThrow('nonce');
  });

  it('hashes what the browser will read: Chinese, and each script once', () => {
    const code = 'say("标签，𠮷")';
    const page = `<p>标签</p><script nonce="N1">${code}</script><script nonce="N1">${code}</script>`;
    expect(sealPage(page, 'N1')).toEqual({
      html: `<p>标签</p><script>${code}</script><script>${code}</script>`,
      hashes: [computeHash(code)],
    });
  });

  it('takes another element, and a script without an end, for no script', () => {
    expect(sealPage('<scripts nonce="N1">x</scripts><script nonce="N1">y', 'N1').hashes).toEqual(
      [],
    );
  });

  it('makes half a character on its own U+FFFD', () => {
    expect(sealPage('<p>标\ud800签</p><link nonce="N1"/>', 'N1').html).toBe(
      '<p>标\ufffd签</p><link/>',
    );
  });

  it('seals a page longer than all before it, and leaves the one before as it was', () => {
    const before = replaceNonceByHashes('<p>标签</p>', 'N1').body;
    const long = `<p>${'标'.repeat(400_000)}</p>`;
    expect(sealPage(`${long}<link nonce="N1"/>`, 'N1').html).toBe(`${long}<link/>`);
    expect(before.toString()).toBe('<p>标签</p>');
  });
});
