import { describe, expect, it } from 'vitest';
import { getCanonicalUrl, toMainHostPath, toCustomDomainPath } from './custom-domain.ts';

describe('addresses on a software’s own host', () => {
  it.each([
    ['/label', '/'],
    ['/label/download', '/download'],
    ['/label/download/3.html', '/download/3.html'],
    ['/label/user/order', '/user/order'],
    ['/label/tools', '/label/tools'],
    ['/label/tools/temp', '/label/tools/temp'],
    ['/tools/gifGenerator', '/tools/gifGenerator'],
  ])('%s is written %s, and read back', (inside, outside) => {
    expect(toCustomDomainPath('label', inside)).toBe(outside);
    expect(toMainHostPath('label', outside)).toBe(inside);
  });

  it('reads an address with the alias too', () => {
    expect(toMainHostPath('label', '/label')).toBe('/label');
    expect(toMainHostPath('label', '/label/vip')).toBe('/label/vip');
  });

  it('takes neither the site index nor another software for its own', () => {
    expect(toCustomDomainPath('label', '/')).toBeNull();
    expect(toCustomDomainPath('label', '/labelling')).toBeNull();
    expect(toCustomDomainPath('label', '/article/1.html')).toBeNull();
    expect(toMainHostPath('label', '/other')).toBe('/label/other');
  });
});

describe('the canonical address', () => {
  const label = { alias: 'label', domain: 'label.example' };
  it('is on the own host when there is one, with the scheme and port of the main one', () => {
    expect(getCanonicalUrl('https://main.example', '/label/vip', label)).toBe(
      'https://label.example/vip',
    );
    expect(getCanonicalUrl('http://main.example:8080', '/label', label)).toBe(
      'http://label.example:8080/',
    );
    expect(getCanonicalUrl('https://main.example', '/label/tools', label)).toBe(
      'https://label.example/label/tools',
    );
  });
  it('is on the main host otherwise', () => {
    expect(getCanonicalUrl('https://main.example', '/other/vip', label)).toBe(
      'https://main.example/other/vip',
    );
    expect(getCanonicalUrl('https://main.example', '/tools/gifGenerator', label)).toBe(
      'https://main.example/tools/gifGenerator',
    );
    expect(
      getCanonicalUrl('https://main.example', '/label', { alias: 'label', domain: null }),
    ).toBe('https://main.example/label');
  });
});
