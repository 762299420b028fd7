import { describe, expect, it } from 'vitest';
import { getKind } from './kinds.ts';
import { getTick } from './rail.tsx';

describe('getTick', () => {
  it.each([
    ['4.0.0', 'majorVersion'],
    ['4', 'majorVersion'],
    ['4.2.0', 'minorVersion'],
    ['4.2', 'minorVersion'],
    ['4.2.1', ''],
    ['4.2.0-beta.1', 'minorVersion'],
  ])('reads %s as “%s”', (version, tick) => expect(getTick(version)).toBe(tick));
});

describe('getKind', () => {
  it('knows the kinds a list can be narrowed to, and nothing else', () => {
    expect(getKind('fix')).toBe('fix');
    expect(getKind('other')).toBeUndefined();
    expect(getKind(undefined)).toBeUndefined();
  });
});
