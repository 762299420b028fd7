import {
  type DetailColorName,
  isColorName,
  isHexColor,
} from '@yunbiao/contract/printing/detail-colors';
import { getDictionaryEntries } from '../../../kit/site/dictionary-entries.ts';
import { useDictionary } from '../../../kit/site/site.tsx';
import type { DictEntry } from '../../../kit/site/stores.ts';
import css from './detail.module.css';

/** Entries of dictionary `detail_color`, without the empty entry. */
export const useLabelColors = (): readonly DictEntry[] =>
  useDictionary((dictionary) => getDictionaryEntries(dictionary, 'detail_color'));

/**
 * CSS colours by name. Older values that are no colours use the colour at their position in the
 * dictionary.
 */
const PAINTS: Record<DetailColorName, string> = {
  c1: '#d9a514',
  c2: '#2e8b57',
  c3: '#c2417c',
  c4: '#2f86b8',
  red: '#c93522',
  orange: '#d9761a',
  yellow: '#d9a514',
  amber: '#d9a514',
  green: '#2e8b57',
  teal: '#1f8f8a',
  blue: '#2f86b8',
  purple: '#7a56b3',
  pink: '#c2417c',
  gray: '#7d7f83',
  grey: '#7d7f83',
};
const PAINTS_BY_POSITION = ['#d9a514', '#2e8b57', '#c2417c', '#2f86b8', '#7a56b3', '#d9761a'];

const getColorMarkPaint = (value: string, colors: readonly DictEntry[]): string | undefined => {
  if (value === '') return undefined;
  if (isHexColor(value)) return value;
  if (isColorName(value)) return PAINTS[value];
  const place = colors.findIndex((color) => color.value === value);
  return PAINTS_BY_POSITION[Math.max(0, place) % PAINTS_BY_POSITION.length];
};

/** The colour mark of a label. A click switches to the next colour. */
export const ColorMark = ({ value, onNext }: { value: string; onNext: () => void }) => {
  const colors = useLabelColors();
  const label = colors.find((color) => color.value === value)?.label ?? (value || '无');
  const paint = getColorMarkPaint(value, colors);
  return (
    <button
      type="button"
      className={css.mark}
      aria-label={`色标：${label}，换下一个`}
      title={label}
      onClick={onNext}
    >
      <i style={paint ? { background: paint, borderColor: paint } : undefined} />
    </button>
  );
};
