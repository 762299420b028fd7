import type { TemplateField } from '@yunbiao/label';
import type { TextLook } from '@yunbiao/designer/text/rich-text';
import css from './text-editor.module.css';

/** Step of the size buttons, mm. */
const SIZE_STEP_MM = 0.5;

const TOGGLES = [
  { key: 'bold', label: '加粗' },
  { key: 'italic', label: '斜体' },
  { key: 'underline', label: '下划线' },
  { key: 'strike', label: '删除线' },
] as const;
type Toggle = (typeof TOGGLES)[number]['key'];

const isToggled = (look: Partial<TextLook>, key: Toggle): boolean =>
  key === 'bold' ? look.weight === 700 : look[key] === true;

export const toggleLook = (look: Partial<TextLook>, key: Toggle): Partial<TextLook> => {
  const isOn = !isToggled(look, key);
  return key === 'bold' ? { weight: isOn ? 700 : 400 } : { [key]: isOn };
};

type TextToolbarProps = {
  /** What all of the selection shares. */
  look: Partial<TextLook>;
  fields: readonly TemplateField[];
  onLook: (look: Partial<TextLook>) => void;
  /** Changes the size of each part of the selection. */
  onResize: (stepMm: number) => void;
  onInsert: (field: string) => void;
};

/** Look of the selected part of a text. */
export const TextToolbar = ({ look, fields, onLook, onResize, onInsert }: TextToolbarProps) => (
  <div
    className={css.toolbar}
    role="group"
    aria-label="文字的样子"
    // A press must not take the selection from the text.
    onMouseDown={(event) => event.target instanceof HTMLSelectElement || event.preventDefault()}
  >
    {TOGGLES.map(({ key, label }) => (
      <button
        key={key}
        type="button"
        className={css.tool}
        data-look-key={key}
        aria-label={label}
        title={label}
        aria-pressed={isToggled(look, key)}
        onClick={() => onLook(toggleLook(look, key))}
      >
        <span aria-hidden>字</span>
      </button>
    ))}
    <button
      type="button"
      className={css.tool}
      aria-label="小一点"
      title="小一点"
      onClick={() => onResize(-SIZE_STEP_MM)}
    >
      －
    </button>
    <span className={css.size} aria-live="polite">
      {look.sizeMm === undefined ? '不同' : `${Number(look.sizeMm.toFixed(2))} mm`}
    </span>
    <button
      type="button"
      className={css.tool}
      aria-label="大一点"
      title="大一点"
      onClick={() => onResize(SIZE_STEP_MM)}
    >
      ＋
    </button>
    {fields.length > 0 && (
      <select
        className={css.insert}
        aria-label="插入一栏"
        value=""
        onChange={(event) => onInsert(event.target.value)}
      >
        <option value="">插入一栏</option>
        {fields.map(({ name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
    )}
  </div>
);
