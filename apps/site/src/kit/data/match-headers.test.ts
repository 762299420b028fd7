import { describe, expect, it } from 'vitest';
import { matchHeaders } from './match-headers.ts';

const createField = (name: string) => ({ name, label: name, sample: '' });

describe('heads of a pasted sheet', () => {
  it('mean what their word means most, where two fields could be meant', () => {
    const fields = [createField('编号'), createField('货号'), createField('价格')];
    expect(matchHeaders(['SKU', '单价'], fields, 'sure')).toEqual(['货号', '价格']);
    expect(matchHeaders(['SKU', '编号'], fields, 'sure')).toEqual(['货号', '编号']);
  });
  it('are looked for by the words of a field and by its name', () => {
    const fields = [
      { name: 'f1', label: '编号', sample: '' },
      { name: 'f2', label: '货号', sample: '' },
    ];
    expect(matchHeaders(['SKU'], fields, 'sure')).toEqual(['f2']);
  });
  it('keep the order of the fields where no group tells', () =>
    expect(
      matchHeaders(['尺码'], [createField('尺码大'), createField('尺码小')], 'likely'),
    ).toEqual(['尺码大']));
});
