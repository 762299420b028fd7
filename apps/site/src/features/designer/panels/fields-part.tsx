import { MAX_FIELDS } from '@yunbiao/contract/limits/template';
import type { TemplateField } from '@yunbiao/label';
import { confirm } from '@yunbiao/ui/ask.ts';
import { Icon } from '@yunbiao/ui/icon.tsx';
import { useStore } from '@yunbiao/ui/store.ts';
import { useState } from 'react';
import css from '../designer.module.css';
import { useDesigner } from '../designer.ts';
import { addField, removeField } from '../model/edit.ts';
import { moveField, newField, type Source, sourceOfField, listUses } from '../model/fields.ts';
import { FieldEditor } from './field-editor.tsx';
import own from './parts.module.css';
import { useWorked } from './use-formulas.ts';

const SAID: Record<Source, string> = { typed: '', formula: '公式', serial: '流水号' };

const describeField = (field: TemplateField): string =>
  SAID[sourceOfField(field)] || (field.required ? '必填' : '');

const Acts = ({ field, at, count }: { field: TemplateField; at: number; count: number }) => {
  const designer = useDesigner();
  const remove = async (): Promise<void> => {
    const uses = listUses(designer.doc().template, field.name);
    const where = [
      uses.contents > 0 ? `标签上有 ${uses.contents} 处` : '',
      uses.fields.length > 0 ? `公式${uses.fields.map((label) => `“${label}”`).join('、')}` : '',
    ].filter((one) => one !== '');
    const isSure =
      where.length === 0 ||
      (await confirm({
        message: `${where.join('和')}用到“${field.label}”，删掉就印不出来了。`,
        confirmText: '删掉这一栏',
        danger: true,
      }));
    if (isSure) designer.act('删一栏', removeField(field.name));
  };
  return (
    <div className={own.row}>
      <button
        type="button"
        className="icon-button"
        aria-label={`${field.label}往上`}
        disabled={at === 0}
        onClick={() => designer.act('改栏的顺序', moveField(field.name, -1))}
      >
        <Icon name="up" />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={`${field.label}往下`}
        disabled={at === count - 1}
        onClick={() => designer.act('改栏的顺序', moveField(field.name, 1))}
      >
        <Icon name="down" />
      </button>
      <button
        type="button"
        className={`icon-button ${own.pushed}`}
        aria-label={`删掉${field.label}`}
        onClick={() => void remove()}
      >
        <Icon name="trash" />
      </button>
    </div>
  );
};

/** What is filled in for each label, and what is worked out and counted from it. */
export const FieldsPart = () => {
  const designer = useDesigner();
  const fields = useStore(designer.history, ({ now }) => now.template.fields);
  const { data, errors } = useWorked();
  const [added, setAdded] = useState<string | null>(null);
  return (
    <section className={css.part}>
      <h3>栏</h3>
      {fields.length === 0 && (
        <p className="small faint">每一张都不一样的内容，比如品名、价格，做成栏，印的时候再填。</p>
      )}
      <ul className={own.fields}>
        {fields.map((field, at) => (
          // A field keeps its place in the list while it is renamed.
          <li key={at}>
            <details className={own.fold} {...(added === field.name ? { open: true } : {})}>
              <summary>
                <span className="ellipsis">{field.label}</span>
                <small className="ellipsis">
                  {errors.has(field.name) ? '算不出来' : describeField(field) || data[field.name]}
                </small>
              </summary>
              <div className={own.inside}>
                <FieldEditor field={field} />
                <Acts field={field} at={at} count={fields.length} />
              </div>
            </details>
          </li>
        ))}
      </ul>
      {fields.length < MAX_FIELDS && (
        <button
          type="button"
          className="bare"
          onClick={() => {
            const field = newField(fields);
            setAdded(field.name);
            designer.act('加一栏', addField(field));
          }}
        >
          <Icon name="plus" />
          加一栏
        </button>
      )}
    </section>
  );
};
