import { describe, expect, it } from 'vitest';
import { parseUpdateLogKind } from './kinds.ts';
import { getVersionTickClass } from './rail.tsx';

describe('getTick', () => {
  it.each([
    ['4.0.0', 'majorVersion'],
    ['4', 'majorVersion'],
    ['4.2.0', 'minorVersion'],
    ['4.2', 'minorVersion'],
    ['4.2.1', ''],
    ['4.2.0-beta.1', 'minorVersion'],
  ])('reads %s as “%s”', (version, tick) => expect(getVersionTickClass(version)).toBe(tick));
});

describe('getKind', () => {
  it('knows the kinds a list can be narrowed to, and nothing else', () => {
    expect(parseUpdateLogKind('fix')).toBe('fix');
    expect(parseUpdateLogKind('other')).toBeUndefined();
    expect(parseUpdateLogKind(undefined)).toBeUndefined();
  });
});
