import { describe, expect, it } from 'vitest';
import {
  findChosenGroup,
  chooseGroupConfig,
  listEnabledConfigsOfGroup,
  toGroupChoice,
} from './choose-group.ts';

type Group = Parameters<typeof listEnabledConfigsOfGroup>[0];

const group: Group = {
  id: '7',
  name: '发货台',
  rule: 'in-order',
  delayMinutes: 2,
  asks: false,
  printConfigIds: ['1', '2', '3'],
  createdAt: '',
  updatedAt: '',
};
const createConfig = (id: string, rest: object = {}) => ({
  id,
  enabled: true,
  printerState: 'idle' as const,
  widthMm: 50,
  heightMm: 30,
  rotation: 0 as const,
  ...rest,
});
const label = { widthMm: 50, heightMm: 30 };

describe('a group that is chosen', () => {
  it('is told from a configuration of the same number, and is gone with it', () => {
    expect(findChosenGroup([group], toGroupChoice('7'))).toBe(group);
    expect(findChosenGroup([group], '7')).toBeUndefined();
    expect(findChosenGroup([], toGroupChoice('7'))).toBeUndefined();
  });
  it('has its configurations in its order, without those that are switched off or gone', () =>
    expect(
      listEnabledConfigsOfGroup(group, [
        createConfig('3'),
        createConfig('2', { enabled: false }),
        createConfig('1'),
      ]).map(({ id }) => id),
    ).toEqual(['1', '3']));
  it('is shown as the first that takes the label now', () => {
    const small = createConfig('1', { widthMm: 20 });
    const away = createConfig('2', { printerState: 'offline' });
    expect(chooseGroupConfig(group, [small, away, createConfig('3')], label)?.id).toBe('3');
    expect(chooseGroupConfig(group, [small, away], label)?.id).toBe('2');
    expect(chooseGroupConfig(group, [small], label)?.id).toBe('1');
  });
});
