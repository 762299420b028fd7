import { describe, expect, it } from 'vitest';
import { getIncidentName, type Incident, describeIncidentResolution } from './incident.ts';

const createLabels = (...titles: string[]) =>
  titles.map((title, at) => ({
    title,
    sequence: at + 1,
    sheetRow: at === 2 ? 17 : null,
  })) as Incident['labels'];

describe('an incident in words', () => {
  it('names what its labels show, alike ones once, and not all of many', () => {
    expect(getIncidentName({ labels: createLabels('苹果', '苹果') })).toBe('苹果');
    expect(getIncidentName({ labels: createLabels('苹果', '') })).toBe('苹果、第 2 行');
    expect(getIncidentName({ labels: createLabels('苹果', '苹果', '') })).toBe(
      '苹果、表格第 17 行',
    );
    expect(getIncidentName({ labels: createLabels('苹果', '梨', '桃') })).toBe('苹果、梨等');
  });
  it('says what came of the word', () => {
    expect(describeIncidentResolution({ printed: 3, reprint: 2, unchanged: 0 })).toBe(
      '3 张记为已打印，2 张排到后面重新打印',
    );
    expect(describeIncidentResolution({ printed: 0, reprint: 0, unchanged: 2 })).toBe(
      '2 张先前已经定了，没有动',
    );
  });
});
