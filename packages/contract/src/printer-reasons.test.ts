import { expect, it } from 'vitest';
import { isMild, reasonsText, reasonWords } from './printer-reasons.ts';

it('says a keyword in words, whatever its severity', () => {
  expect(reasonWords('media-empty')).toBe('缺纸');
  expect(reasonWords('media-empty-error')).toBe('缺纸');
  expect(reasonWords('marker-supply-low-warning')).toBe('碳带快用完了');
  expect(reasonWords('offline-report')).toBe('离线');
  expect(reasonWords('none')).toBe('');
});

it('leaves a vendor’s own keyword as it is, and takes none from an object’s insides', () => {
  expect(reasonWords('com.maker.ribbon-door-warning')).toBe('com.maker.ribbon-door');
  expect(reasonWords('constructor')).toBe('constructor');
});

it('says what two keywords have in common once', () => {
  expect(reasonsText(['none'])).toBe('');
  expect(reasonsText(['door-open-error', 'cover-open', 'media-low-report'])).toBe(
    '盖子开着、纸快用完了',
  );
});

it('tells what a printer goes on with from what stops it', () => {
  expect(['media-low-report', 'media-empty-error', 'media-empty'].map(isMild)).toEqual([
    true,
    false,
    false,
  ]);
});
