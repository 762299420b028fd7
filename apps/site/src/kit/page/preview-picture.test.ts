import { expect, it } from 'vitest';
import { getPreviewPicture } from './preview-picture.ts';

it.each([
  ['', ''],
  ['/download', '/download'],
  ['/download/3.html', '/download'],
  ['/qa/12.html', '/qa'],
  ['/article/2.html', '/article'],
  ['/updateLog', '/updateLog'],
  ['/vip', '/vip'],
  ['/tools', '/tools'],
  ['/tools/temp?page=2', '/temp'],
  ['/tools/design-new.html', '/designer'],
  ['/tools/design-12.html', '/temp-12'],
  ['/tools/zpl', '/zpl'],
  ['/tools/generator', '/gif'],
  ['/tools/videoToGif', '/gif'],
  ['/tools/codes', '/codes'],
  ['/tools/codes/ean13.html', '/codes-ean13'],
  ['/tools/codes/gs1-128.html', '/codes-gs1-128'],
  ['/tools/printers', '/printers'],
  ['/tools/printers/zebra.html', '/printers-zebra'],
  ['/guide', '/guide'],
  ['/guide/first-label.html', '/guide-first-label'],
  ['/search', ''],
])('a page %s has the picture %s', (path, kind) => {
  expect(getPreviewPicture('标签', `/标签${path}`)).toBe(
    `/static/og/${encodeURIComponent('标签')}${kind}.png`,
  );
});

it('a page of no software has the picture of the site', () => {
  expect(getPreviewPicture(undefined, '/')).toBe('/static/og.png');
});
