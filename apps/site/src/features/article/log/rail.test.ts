import { describe, expect, it } from 'vitest';
import { kindOf } from './kinds.ts';
import { tickOf } from './rail.tsx';

describe('tickOf', () => {
  it.each([
    ['4.0.0', 'ma'],
    ['4', 'ma'],
    ['4.2.0', 'mi'],
    ['4.2', 'mi'],
    ['4.2.1', ''],
    ['4.2.0-beta.1', 'mi'],
  ])('reads %s as “%s”', (version, tick) => expect(tickOf(version)).toBe(tick));
});

describe('kindOf', () => {
  it('knows the kinds a list can be narrowed to, and nothing else', () => {
    expect(kindOf('fix')).toBe('fix');
    expect(kindOf('other')).toBeUndefined();
    expect(kindOf(undefined)).toBeUndefined();
  });
});
