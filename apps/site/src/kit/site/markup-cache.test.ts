import { expect, it } from 'vitest';
import { cacheMarkedElements, findMarkup, markElement } from './markup-cache.ts';

const formatAttributes = (attributes: Record<string, string>): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('');

it('caches the content of a marked element, and leaves no mark in the page', () => {
  const page = {};
  const mark = formatAttributes(markElement(page, 'row'));
  expect(findMarkup('row')).toBeUndefined();
  const html = cacheMarkedElements(page, `<table><tr class="a"${mark}><td>1</td></tr></table>`);
  expect(html).toBe('<table><tr class="a"><td>1</td></tr></table>');
  expect(findMarkup('row')).toBe('<td>1</td>');
});

it('ends an element where it ends, also around others of its name', () => {
  const page = {};
  const outer = formatAttributes(markElement(page, 'outer'));
  const inner = formatAttributes(markElement(page, 'inner'));
  const html = cacheMarkedElements(
    page,
    `<div${outer}><div><div${inner}>a</div></div><divider></divider></div><div>b</div>`,
  );
  expect(html).toBe('<div><div><div>a</div></div><divider></divider></div><div>b</div>');
  expect(findMarkup('outer')).toBe('<div><div>a</div></div><divider></divider>');
  expect(findMarkup('inner')).toBe('a');
});

it('caches nothing of an element that was not rendered', () => {
  const page = {};
  markElement(page, 'missing');
  expect(cacheMarkedElements(page, '<p>text</p>')).toBe('<p>text</p>');
  expect(findMarkup('missing')).toBeUndefined();
});

it('forgets what was used longest ago when it is full', () => {
  const addElement = (key: string, text: string): void => {
    const page = {};
    const mark = formatAttributes(markElement(page, key));
    cacheMarkedElements(page, `<p${mark}>${text}</p>`);
  };
  addElement('first', 'a');
  addElement('second', 'b');
  expect(findMarkup('first')).toBe('a');
  for (let n = 0; n < 200; n += 1) {
    addElement(`filler ${n}`, 'x'.repeat(50_000));
    findMarkup('first');
  }
  expect(findMarkup('second')).toBeUndefined();
  expect(findMarkup('first')).toBe('a');
  addElement('large', 'x'.repeat(70_000));
  expect(findMarkup('large')).toBeUndefined();
});
