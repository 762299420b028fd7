import { expect, it } from 'vitest';
import { getPlatform } from '../../../kit/software/platforms.ts';
import { selectPlatformGroup } from './select-platform.ts';

const groups = [{ platform: 'windows' }, { platform: 'macos' }, { platform: 'any' }] as const;

it('shows the visitor what runs on his own system', () =>
  expect(selectPlatformGroup(groups, undefined, 'macos')?.platform).toBe('macos'));

it('offers an iPhone in WeChat no Windows file', () => {
  const own = getPlatform(
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 MicroMessenger/8.0.50',
  );
  expect(selectPlatformGroup(groups, undefined, own)).toBeUndefined();
});

it('shows files for every system where there are no others', () =>
  expect(selectPlatformGroup([{ platform: 'any' }], undefined, 'windows')?.platform).toBe('any'));

it('offers nobody a system he is not on, and everybody the one he asks for', () => {
  expect(selectPlatformGroup(groups, undefined, 'android')).toBeUndefined();
  expect(selectPlatformGroup(groups, 'any', null)?.platform).toBe('any');
  expect(selectPlatformGroup(groups, 'linux', 'macos')?.platform).toBe('windows');
});
