import { expect, it } from 'vitest';
import { getDictionaryEntries } from './dictionary-entries.ts';

const common = { detail_color: [{ label: '黄', value: 'c1' }] };
const own = { detail_color: [{ label: '待核对', value: 'yellow' }] };

// @spec own-entries-first
it('a software’s own entries of a type come before the common ones', () => {
  expect(getDictionaryEntries({ dict: common, bizDict: own }, 'detail_color')).toEqual(
    own.detail_color,
  );
  expect(getDictionaryEntries({ dict: common, bizDict: { other: [] } }, 'detail_color')).toEqual(
    common.detail_color,
  );
  expect(getDictionaryEntries({ dict: {}, bizDict: {} }, 'detail_color')).toEqual([]);
});
