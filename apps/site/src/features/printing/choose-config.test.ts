import { describe, expect, it } from 'vitest';
import { chosenConfig, firstConfig } from './choose-config.ts';

type Choice = Parameters<typeof firstConfig>[0][number];

const config = (id: string, rest: Partial<Choice> = {}): Choice => ({
  id,
  enabled: true,
  isDefault: false,
  printerState: 'idle',
  printerStateText: '',
  ...rest,
});

describe('the configuration a page begins with', () => {
  it('is the default', () =>
    expect(firstConfig([config('1'), config('2', { isDefault: true })])?.id).toBe('2'));
  it('is one whose printer is online, rather than a default whose is not', () => {
    const away = config('1', { isDefault: true, printerState: 'offline' });
    expect(firstConfig([away, config('2', { printerState: 'removed' }), config('3')])?.id).toBe(
      '3',
    );
    expect(firstConfig([away, config('2', { printerState: 'stopped' })])?.id).toBe('2');
  });
  it('is none whose client is paused, while another takes labels', () => {
    const paused = { printerState: 'stopped', printerStateText: '客户端已停用' } as const;
    const held = config('1', { isDefault: true, ...paused });
    expect(firstConfig([held, config('2', paused), config('3')])?.id).toBe('3');
    expect(firstConfig([config('2', paused), held])?.id).toBe('1');
  });
  it('is the default also while its printer is out of paper: another may have other paper', () => {
    const stands = config('1', { isDefault: true, printerState: 'stopped' });
    expect(firstConfig([config('2', { printerState: 'idle' }), stands])?.id).toBe('1');
  });
  it('is the default when no printer is online, and none that is switched off', () => {
    const list = [
      config('1', { printerState: 'offline' }),
      config('2', { isDefault: true, printerState: 'offline' }),
      config('3', { enabled: false }),
    ];
    expect(firstConfig(list)?.id).toBe('2');
    expect(firstConfig([])).toBeUndefined();
  });
  it('stays, whatever becomes of its printer, until another is chosen or it is gone', () => {
    const list = [config('1', { printerState: 'offline' }), config('2')];
    expect(chosenConfig(list, '', '1')?.id).toBe('1');
    expect(chosenConfig(list, '2', '1')?.id).toBe('2');
    expect(chosenConfig(list, '9', '8')?.id).toBe('2');
  });
});
