import { expect, it } from 'vitest';
import { isWarningReason, describeReasons, describeReason } from './printer-reasons.ts';

it('says a keyword in words, whatever its severity', () => {
  expect(describeReason('media-empty')).toBe('缺纸');
  expect(describeReason('media-empty-error')).toBe('缺纸');
  expect(describeReason('marker-supply-low-warning')).toBe('碳带快用完了');
  expect(describeReason('offline-report')).toBe('离线');
  expect(describeReason('none')).toBe('');
});

it('leaves a vendor’s own keyword as it is, and takes none from an object’s insides', () => {
  expect(describeReason('com.maker.ribbon-door-warning')).toBe('com.maker.ribbon-door');
  expect(describeReason('constructor')).toBe('constructor');
});

it('says what two keywords have in common once', () => {
  expect(describeReasons(['none'])).toBe('');
  expect(describeReasons(['door-open-error', 'cover-open', 'media-low-report'])).toBe(
    '盖子开着、纸快用完了',
  );
});

it('tells what a printer goes on with from what stops it', () => {
  expect(['media-low-report', 'media-empty-error', 'media-empty'].map(isWarningReason)).toEqual([
    true,
    false,
    false,
  ]);
});
