import { CONTENT_LENGTH } from '@yunbiao/contract/limits/template';
import { isTyped } from '@yunbiao/label/fields';
import { Field } from '@yunbiao/ui/field.tsx';
import { useStore } from '@yunbiao/ui/store.ts';
import { useRef } from 'react';
import css from '../designer.module.css';
import { useDesigner } from '../designer.ts';

type ContentPartProps = {
  label: string;
  value: string;
  onChange: (content: string) => void;
};

/** What an element says: typed, with columns of the data put in where the cursor stands. */
export const ContentPart = ({ label, value, onChange }: ContentPartProps) => {
  const designer = useDesigner();
  const fields = useStore(designer.history, ({ now }) => now.template.fields);
  const box = useRef<HTMLTextAreaElement>(null);
  const insert = (name: string): void => {
    const area = box.current;
    const [from, to] = [area?.selectionStart ?? value.length, area?.selectionEnd ?? value.length];
    const put = `{{${name}}}`;
    onChange(value.slice(0, from) + put + value.slice(to));
    requestAnimationFrame(() => {
      area?.focus();
      area?.setSelectionRange(from + put.length, from + put.length);
    });
  };
  return (
    <>
      <Field label={label}>
        {({ id }) => (
          <div className="field-box">
            <textarea
              ref={box}
              id={id}
              data-content
              rows={Math.min(6, Math.max(2, value.split('\n').length))}
              maxLength={CONTENT_LENGTH}
              value={value}
              onChange={(event) => onChange(event.target.value)}
            />
          </div>
        )}
      </Field>
      {fields.length > 0 && (
        <div className={css.chips} role="group" aria-label="插入一栏">
          {fields.map((field) => (
            <button
              key={field.name}
              type="button"
              className="tag"
              title={isTyped(field) ? '插入一栏' : '插入算出来的一栏'}
              onClick={() => insert(field.name)}
            >
              {field.label}
            </button>
          ))}
        </div>
      )}
    </>
  );
};
