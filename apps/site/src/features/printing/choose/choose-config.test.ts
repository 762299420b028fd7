import { describe, expect, it } from 'vitest';
import { resolveChosenConfig, chooseDefaultConfig } from './choose-config.ts';

type Choice = Parameters<typeof chooseDefaultConfig>[0][number];

const createConfig = (id: string, rest: Partial<Choice> = {}): Choice => ({
  id,
  enabled: true,
  isDefault: false,
  printerState: 'idle',
  printerStateText: '',
  widthMm: 60,
  heightMm: 40,
  rotation: 0,
  ...rest,
});

const LABEL = { widthMm: 60, heightMm: 40 };
const SMALL = { widthMm: 50, heightMm: 30 };

describe('the configuration a page begins with', () => {
  it('is the default', () =>
    expect(
      chooseDefaultConfig([createConfig('1'), createConfig('2', { isDefault: true })], LABEL)?.id,
    ).toBe('2'));
  it('is one whose printer is online, rather than a default whose is not', () => {
    const away = createConfig('1', { isDefault: true, printerState: 'offline' });
    expect(
      chooseDefaultConfig(
        [away, createConfig('2', { printerState: 'removed' }), createConfig('3')],
        LABEL,
      )?.id,
    ).toBe('3');
    expect(
      chooseDefaultConfig([away, createConfig('2', { printerState: 'stopped' })], LABEL)?.id,
    ).toBe('2');
  });
  it('is none whose client is paused, while another takes labels', () => {
    const paused = { printerState: 'stopped', printerStateText: '客户端已停用' } as const;
    const pausedDefault = createConfig('1', { isDefault: true, ...paused });
    expect(
      chooseDefaultConfig([pausedDefault, createConfig('2', paused), createConfig('3')], LABEL)?.id,
    ).toBe('3');
    expect(chooseDefaultConfig([createConfig('2', paused), pausedDefault], LABEL)?.id).toBe('1');
  });
  it('is the default also while its printer is out of paper: another may have other paper', () => {
    const stands = createConfig('1', { isDefault: true, printerState: 'stopped' });
    expect(
      chooseDefaultConfig([createConfig('2', { printerState: 'idle' }), stands], LABEL)?.id,
    ).toBe('1');
  });
  it('is the default when no printer is online, and none that is switched off', () => {
    const list = [
      createConfig('1', { printerState: 'offline' }),
      createConfig('2', { isDefault: true, printerState: 'offline' }),
      createConfig('3', { enabled: false }),
    ];
    expect(chooseDefaultConfig(list, LABEL)?.id).toBe('2');
    expect(chooseDefaultConfig([], LABEL)).toBeUndefined();
  });
  it('is the one with paper of the label’s size, rather than a default with other paper', () => {
    const list = [
      createConfig('1', { isDefault: true }),
      createConfig('2', SMALL),
      createConfig('3', { widthMm: 30, heightMm: 50, rotation: 90 }),
    ];
    expect(chooseDefaultConfig(list, LABEL)?.id).toBe('1');
    expect(chooseDefaultConfig(list, SMALL)?.id).toBe('2');
    expect(
      chooseDefaultConfig(
        [list[0], list[2]].flatMap((item) => item ?? []),
        SMALL,
      )?.id,
    ).toBe('3');
  });
  it('is one that prints now on larger paper, rather than one of the size that is away', () => {
    const list = [createConfig('1'), createConfig('2', { ...SMALL, printerState: 'offline' })];
    expect(chooseDefaultConfig(list, SMALL)?.id).toBe('1');
  });
  it('is none the label is too large for, while another could take it', () => {
    const list = [
      createConfig('1', { ...SMALL, isDefault: true }),
      createConfig('2', { printerState: 'offline' }),
    ];
    expect(chooseDefaultConfig(list, LABEL)?.id).toBe('2');
    expect(chooseDefaultConfig(list.slice(0, 1), LABEL)?.id).toBe('1');
  });
  it('stays, whatever becomes of its printer, until another is chosen or it is gone', () => {
    const list = [createConfig('1', { printerState: 'offline' }), createConfig('2')];
    expect(resolveChosenConfig(list, '', '1', LABEL)?.id).toBe('1');
    expect(resolveChosenConfig(list, '2', '1', LABEL)?.id).toBe('2');
    expect(resolveChosenConfig(list, '9', '8', LABEL)?.id).toBe('2');
  });
});
