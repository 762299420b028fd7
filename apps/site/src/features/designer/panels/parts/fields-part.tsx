import { MAX_FIELDS } from '@yunbiao/contract/limits/template';
import type { TemplateField } from '@yunbiao/label';
import { showConfirmDialog } from '@yunbiao/ui/overlay/questions.ts';
import { Icon } from '@yunbiao/ui/icon.tsx';
import { useStore } from '@yunbiao/ui/store.ts';
import { useState } from 'react';
import css from '../../designer.module.css';
import { useDesigner } from '../../designer.ts';
import { addField, removeField } from '@yunbiao/designer/edit';
import {
  moveField,
  createField,
  type Source,
  getFieldSource,
  findFieldUses,
} from '@yunbiao/designer/fields';
import { FieldEditor } from '../field-editor.tsx';
import own from './parts.module.css';
import { useComputedValues } from '../use-formulas.ts';

const SAID: Record<Source, string> = { typed: '', formula: '公式', serial: '流水号' };

const describeFieldSource = (field: TemplateField): string =>
  SAID[getFieldSource(field)] || (field.required ? '必填' : '');

const FieldActions = ({
  field,
  at,
  count,
}: {
  field: TemplateField;
  at: number;
  count: number;
}) => {
  const designer = useDesigner();
  const confirmRemoveField = async (): Promise<void> => {
    const uses = findFieldUses(designer.getDoc().template, field.name);
    const usesText = [
      uses.contents > 0 ? `标签上有 ${uses.contents} 处` : '',
      uses.conditions > 0 ? `${uses.conditions} 个打印条件` : '',
      uses.fields.length > 0 ? `公式${uses.fields.map((label) => `“${label}”`).join('、')}` : '',
    ].filter((part) => part !== '');
    const isSure =
      usesText.length === 0 ||
      (await showConfirmDialog({
        message: `${usesText.join('和')}用到“${field.label}”，删除后就打印不出来了。`,
        confirmText: '删除这一栏',
        danger: true,
      }));
    if (isSure) designer.execute('删除一栏', removeField(field.name));
  };
  return (
    <div className={own.row}>
      <button
        type="button"
        className="icon-button"
        aria-label={`${field.label}往上`}
        disabled={at === 0}
        onClick={() => designer.execute('修改栏的顺序', moveField(field.name, -1))}
      >
        <Icon name="up" />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={`${field.label}往下`}
        disabled={at === count - 1}
        onClick={() => designer.execute('修改栏的顺序', moveField(field.name, 1))}
      >
        <Icon name="down" />
      </button>
      <button
        type="button"
        className={`icon-button ${own.pushed}`}
        aria-label={`删除${field.label}`}
        onClick={() => void confirmRemoveField()}
      >
        <Icon name="trash" />
      </button>
    </div>
  );
};

/** List of fields: typed, computed and numbered. */
export const FieldsPart = () => {
  const designer = useDesigner();
  const fields = useStore(designer.history, ({ now }) => now.template.fields);
  const { data, errors } = useComputedValues();
  const [addedName, setAdded] = useState<string | null>(null);
  return (
    <section className={css.part}>
      <h3>栏</h3>
      {fields.length === 0 && (
        <p className="small faint">
          每一张都不一样的内容，比如品名、价格，做成栏，打印的时候再填。
        </p>
      )}
      <ul className={own.fields}>
        {fields.map((field, at) => (
          // Keyed by position, so that renaming does not reset the entry.
          <li key={at}>
            <details className={own.fold} {...(addedName === field.name ? { open: true } : {})}>
              <summary>
                <span className="ellipsis">{field.label}</span>
                <small className="ellipsis">
                  {errors.has(field.name)
                    ? '算不出来'
                    : describeFieldSource(field) || data[field.name]}
                </small>
              </summary>
              <div className={own.inside}>
                <FieldEditor field={field} />
                <FieldActions field={field} at={at} count={fields.length} />
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
            const field = createField(fields);
            setAdded(field.name);
            designer.execute('添加一栏', addField(field));
          }}
        >
          <Icon name="plus" />
          添加一栏
        </button>
      )}
    </section>
  );
};
