import { CONTENT_LENGTH } from '@yunbiao/contract/limits/template';
import { formatFieldReference, MAX_FORMULA_LENGTH } from '@yunbiao/label/formula';
import { isTypedField } from '@yunbiao/label/fields';
import { fillPlaceholders } from '@yunbiao/label/placeholders';
import { Field } from '@yunbiao/ui/field.tsx';
import { useStore } from '@yunbiao/ui/store.ts';
import { type RefObject, useRef } from 'react';
import css from '../designer.module.css';
import { useDesigner } from '../designer.ts';
import { FunctionList } from './function-list.tsx';
import own from './parts/parts.module.css';
import { useFormulaResult, useComputedValues } from './use-formulas.ts';

/** A longer content scrolls. */
const MAX_SHOWN_LINES = 8;

type AreaProps = {
  label: string;
  value: string;
  area: RefObject<HTMLTextAreaElement | null>;
  className?: string | undefined;
  maxLength: number;
  error?: string | undefined;
  onChange: (text: string) => void;
};

const ContentTextArea = ({
  label,
  value,
  area,
  className,
  maxLength,
  error,
  onChange,
}: AreaProps) => (
  <Field label={label} error={error} {...(className ? { className } : {})}>
    {({ id, described }) => (
      <div className={`field-box ${error ? 'bad' : ''} ${own.content}`}>
        <textarea
          ref={area}
          id={id}
          data-content
          rows={Math.min(MAX_SHOWN_LINES, Math.max(2, value.split('\n').length))}
          maxLength={maxLength}
          spellCheck={false}
          aria-invalid={error !== undefined}
          aria-describedby={described}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
    )}
  </Field>
);

/** Inserts text at the cursor. Places the cursor after it, or `back` characters before its end. */
const useInsertAtCursor = (value: string, onChange: (text: string) => void) => {
  const area = useRef<HTMLTextAreaElement>(null);
  const insertText = (put: string, back = 0): void => {
    const box = area.current;
    const [from, to] = [box?.selectionStart ?? value.length, box?.selectionEnd ?? value.length];
    onChange(value.slice(0, from) + put + value.slice(to));
    const at = from + put.length - back;
    requestAnimationFrame(() => {
      box?.focus();
      box?.setSelectionRange(at, at);
    });
  };
  return { area, insert: insertText };
};

const FieldChips = ({ onInsert }: { onInsert: (name: string) => void }) => {
  const designer = useDesigner();
  const fields = useStore(designer.history, ({ now }) => now.template.fields);
  if (fields.length === 0) return null;
  return (
    <div className={css.chips} role="group" aria-label="插入一栏">
      {fields.map((field) => (
        <button
          key={field.name}
          type="button"
          className="tag"
          title={isTypedField(field) ? '插入一栏' : '插入算出来的一栏'}
          onClick={() => onInsert(field.name)}
        >
          {field.label}
        </button>
      ))}
    </div>
  );
};

type TypedContentProps = {
  label: string;
  value: string;
  /** The content can contain columns as `{{品名}}`. */
  hasColumns: boolean;
  onChange: (content: string) => void;
};

/** Text input for a content. With columns it also shows the result for the current label. */
export const TypedContent = ({ label, value, hasColumns, onChange }: TypedContentProps) => {
  const { area, insert } = useInsertAtCursor(value, onChange);
  const { data } = useComputedValues();
  return (
    <>
      <ContentTextArea
        label={label}
        value={value}
        area={area}
        maxLength={CONTENT_LENGTH}
        onChange={onChange}
      />
      {hasColumns && (
        <>
          <FieldChips onInsert={(name) => insert(`{{${name}}}`)} />
          <p className={own.result}>
            这一张：<b>{fillPlaceholders(value, data).text || '（空着）'}</b>
          </p>
        </>
      )}
    </>
  );
};

const unwrapBraces = (content: string): string => content.replace(/^\{\{([^{}]*)\}\}$/, '$1');
/** Braces would end the placeholder. */
const removeBraces = (text: string): string => text.replaceAll(/[{}]/g, '');

type FormulaFieldProps = {
  label: string;
  value: string;
  maxLength: number;
  onChange: (source: string) => void;
};

/**
 * Formula input with its result for the current label or its error, and lists of columns and
 * functions.
 */
export const FormulaField = ({ label, value, maxLength, onChange }: FormulaFieldProps) => {
  const changeSource = (text: string): void => onChange(removeBraces(text));
  const { area, insert } = useInsertAtCursor(value, changeSource);
  const result = useFormulaResult(value);
  const problem = result && 'wrong' in result ? result.wrong : undefined;
  return (
    <>
      <ContentTextArea
        label={label}
        value={value}
        area={area}
        className={own.formula}
        maxLength={maxLength}
        error={problem}
        onChange={changeSource}
      />
      {result && 'printed' in result && (
        <p className={own.result}>
          这一张：<b>{result.printed || '（空着）'}</b>
        </p>
      )}
      <FieldChips onInsert={(name) => insert(formatFieldReference(name) ?? '')} />
      <FunctionList onInsert={(name) => insert(`${name}()`, 1)} />
    </>
  );
};

/** Editor for a content that is one formula. */
export const FormulaContent = ({
  value,
  onChange,
}: {
  value: string;
  onChange: (content: string) => void;
}) => (
  <FormulaField
    label="表达式"
    value={unwrapBraces(value)}
    maxLength={MAX_FORMULA_LENGTH}
    onChange={(source) => onChange(`{{${source}}}`)}
  />
);
