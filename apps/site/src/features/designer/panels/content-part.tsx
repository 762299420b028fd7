import type { TemplateField } from '@yunbiao/label';
import { Segmented } from '@yunbiao/ui/segmented.tsx';
import { useStore } from '@yunbiao/ui/store.ts';
import { toast } from '@yunbiao/ui/toast.ts';
import { useState } from 'react';
import { useDesigner } from '../designer.ts';
import {
  type Conditional,
  converted,
  type Mode,
  getMode,
  splitCondition,
  withCondition,
} from '../model/content.ts';
import { newField, newSerial, spareFields } from '../model/fields.ts';
import { ColumnContent } from './column-content.tsx';
import { ConditionPart } from './condition-part.tsx';
import css from './parts.module.css';
import { FormulaContent, TypedContent } from './typed-content.tsx';
import { useShownValues } from '../shown-values.ts';
import { useWorked } from './use-formulas.ts';

/** `isTyped`: one of many in a row, undone together. `field`: has to be there for it. */
export type ContentChange = { content: string; field?: TemplateField; isTyped?: boolean };

type ContentPartProps = {
  label: string;
  value: string;
  /** A code without a content is no code. */
  isConditional?: boolean;
  onChange: (change: ContentChange) => void;
};

const MODES: readonly { value: Mode; label: string }[] = [
  { value: 'fixed', label: '固定' },
  { value: 'column', label: '列' },
  { value: 'joined', label: '拼接' },
  { value: 'serial', label: '序号' },
  { value: 'expression', label: '表达式' },
];

/** How the content is edited right now: what is half typed must not become another way of saying it. */
type Editing = Conditional & { of: string; mode: Mode };

const getEditing = (content: string, fields: readonly TemplateField[], asks: boolean): Editing => {
  const { condition, body } = asks
    ? splitCondition(content, fields)
    : { condition: null, body: content };
  return { of: content, condition, body, mode: getMode(body, fields) };
};

/** What an element says: fixed, a column, both, a serial number or a formula, and when. */
export const ContentPart = ({ label, value, isConditional, onChange }: ContentPartProps) => {
  const designer = useDesigner();
  const fields = useStore(designer.history, ({ now }) => now.template.fields);
  const worked = useWorked();
  const { rows } = useShownValues();
  const [held, setEditing] = useState(() => getEditing(value, fields, isConditional ?? false));
  // Changed by something else, as by undo.
  const editing = held.of === value ? held : getEditing(value, fields, isConditional ?? false);
  const { condition, body, mode } = editing;
  const write = (next: Partial<Editing>, more: Omit<ContentChange, 'content'> = {}): void => {
    const whole = { ...editing, ...next };
    const known = more.field ? [...fields, more.field] : fields;
    const content = withCondition(whole, known);
    if (content === null) {
      toast.error('写不成带条件的内容：有花括号，或者太长');
      return;
    }
    setEditing({ ...whole, of: content });
    if (content !== value) onChange({ content, ...more });
  };
  const convert = (to: Mode): void => {
    const next = converted(body, to, {
      fields,
      spare: spareFields(designer.doc().template),
      values: worked.data,
      rows,
      newColumn: (sample) => newField(fields, undefined, sample),
      newSerial: () => newSerial(fields),
    });
    if ('refused' in next) toast.error(next.refused);
    else write({ body: next.content, mode: to }, next.field ? { field: next.field } : {});
  };
  const typed = (content: string): void => write({ body: content }, { isTyped: true });
  return (
    <>
      <Segmented
        className={css.modes ?? ''}
        legend="内容是"
        name="content-mode"
        quiet
        small
        value={mode}
        options={MODES}
        onChange={(to) => convert(MODES.find(({ value: one }) => one === to)?.value ?? 'fixed')}
      />
      {(mode === 'fixed' || mode === 'joined') && (
        <TypedContent label={label} value={body} hasColumns={mode === 'joined'} onChange={typed} />
      )}
      {(mode === 'column' || mode === 'serial') && (
        <ColumnContent
          value={body}
          isSerial={mode === 'serial'}
          onChange={(content, field) => write({ body: content }, field ? { field } : {})}
        />
      )}
      {mode === 'expression' && <FormulaContent value={body} onChange={typed} />}
      {isConditional && (
        <ConditionPart
          condition={condition}
          body={body}
          onChange={(next, isTyped) => write({ condition: next }, isTyped ? { isTyped } : {})}
        />
      )}
    </>
  );
};
