import type { TemplateField } from '@yunbiao/label';
import { Segmented } from '@yunbiao/ui/table/segmented.tsx';
import { useStore } from '@yunbiao/ui/store.ts';
import { toast } from '@yunbiao/ui/overlay/toast.ts';
import { useState } from 'react';
import { useDesigner } from '../../designer.ts';
import {
  type Conditional,
  convertContentMode,
  type Mode,
  getContentMode,
  splitCondition,
  addConditionToContent,
} from '@yunbiao/designer/content';
import {
  createField,
  createSerialField,
  explainFullFields,
  listUnusedFields,
} from '@yunbiao/designer/fields';
import { ColumnContent } from '../column-content.tsx';
import css from './parts.module.css';
import { FormulaContent, TypedContent } from '../typed-content.tsx';
import { useShownValues } from '../../shown-values.ts';
import { useComputedValues } from '../use-formulas.ts';

/** `isTyped`: typing, merged into one undo step. `field`: field to be added with the content. */
export type ContentChange = { content: string; field?: TemplateField; isTyped?: boolean };

type ContentPartProps = {
  label: string;
  value: string;
  /**
   * The content may be `如果(condition, content, "")`, whose condition the condition panel shows:
   * only its second part is edited here.
   */
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

/** Current state of the editor. It prevents half-typed content from switching the mode. */
type Editing = Conditional & { of: string; mode: Mode };

const createContentEditing = (
  content: string,
  fields: readonly TemplateField[],
  asks: boolean,
): Editing => {
  const { condition, body } = asks
    ? splitCondition(content, fields)
    : { condition: null, body: content };
  return { of: content, condition, body, mode: getContentMode(body, fields) };
};

/** The state of the editor, and the function that writes its content. */
const useContentEditing = (
  value: string,
  asks: boolean,
  onChange: ContentPartProps['onChange'],
) => {
  const designer = useDesigner();
  const fields = useStore(designer.history, ({ now }) => now.template.fields);
  const [storedEditing, setEditing] = useState(() => createContentEditing(value, fields, asks));
  // The content was changed from outside, for example by undo.
  const editing =
    storedEditing.of === value ? storedEditing : createContentEditing(value, fields, asks);
  const writeContent = (
    next: Partial<Editing>,
    extraChanges: Omit<ContentChange, 'content'> = {},
  ): void => {
    const fullReason = extraChanges.field ? explainFullFields(fields) : '';
    if (fullReason) return void toast.error(fullReason);
    const nextEditing = { ...editing, ...next };
    const knownFields = extraChanges.field ? [...fields, extraChanges.field] : fields;
    const content = addConditionToContent(nextEditing, knownFields);
    if (content === null) {
      toast.error('写不成带条件的内容：有花括号，或者太长');
      return;
    }
    setEditing({ ...nextEditing, of: content });
    if (content !== value) onChange({ content, ...extraChanges });
  };
  return { designer, fields, editing, writeContent };
};

/**
 * Editor for the content of an element: fixed text, column, joined text, serial number or formula.
 */
export const ContentPart = ({ label, value, isConditional, onChange }: ContentPartProps) => {
  const computedValues = useComputedValues();
  const { rows } = useShownValues();
  const { designer, fields, editing, writeContent } = useContentEditing(
    value,
    isConditional ?? false,
    onChange,
  );
  const { body, mode } = editing;
  const convertToMode = (to: Mode): void => {
    const next = convertContentMode(body, to, {
      fields,
      spare: listUnusedFields(designer.getDoc().template),
      values: computedValues.data,
      rows,
      createColumn: (sample) => createField(fields, undefined, sample),
      createSerial: () => createSerialField(fields),
    });
    if ('refused' in next) toast.error(next.refused);
    else writeContent({ body: next.content, mode: to }, next.field ? { field: next.field } : {});
  };
  const writeTypedContent = (content: string): void =>
    writeContent({ body: content }, { isTyped: true });
  return (
    <>
      <Segmented
        className={css.modes ?? ''}
        legend="内容是"
        name="content-mode"
        hideLegend
        small
        value={mode}
        options={MODES}
        onChange={(to) =>
          convertToMode(MODES.find(({ value: modeValue }) => modeValue === to)?.value ?? 'fixed')
        }
      />
      {(mode === 'fixed' || mode === 'joined') && (
        <TypedContent
          label={label}
          value={body}
          hasColumns={mode === 'joined'}
          onChange={writeTypedContent}
        />
      )}
      {(mode === 'column' || mode === 'serial') && (
        <ColumnContent
          value={body}
          isSerial={mode === 'serial'}
          onChange={(content, field) => writeContent({ body: content }, field ? { field } : {})}
        />
      )}
      {mode === 'expression' && <FormulaContent value={body} onChange={writeTypedContent} />}
    </>
  );
};
