import { describe, expect, it } from 'vitest';
import { kindOf } from './kinds.ts';
import { tickOf } from './rail.tsx';

describe('tickOf', () => {
  it.each([
    ['4.0.0', 'majorVersion'],
    ['4', 'majorVersion'],
    ['4.2.0', 'minorVersion'],
    ['4.2', 'minorVersion'],
    ['4.2.1', ''],
    ['4.2.0-beta.1', 'minorVersion'],
  ])('reads %s as “%s”', (version, tick) => expect(tickOf(version)).toBe(tick));
});

describe('kindOf', () => {
  it('knows the kinds a list can be narrowed to, and nothing else', () => {
    expect(kindOf('fix')).toBe('fix');
    expect(kindOf('other')).toBeUndefined();
    expect(kindOf(undefined)).toBeUndefined();
  });
});
