import { CONTENT_LENGTH, FORMULA_LENGTH } from '@yunbiao/contract/limits/template';
import {
  type ConditionForm,
  formatCondition,
  getSelectionCondition,
  listFieldValues,
  parseCondition,
  setSelectionCondition,
} from '@yunbiao/designer/conditions/conditions';
import { findGroup } from '@yunbiao/designer/group-paths';
import { withoutOrphanFields } from '@yunbiao/designer/fields';
import { getGroupDisplayName } from '@yunbiao/designer/layers/layer-tree';
import { listSelectedElements } from '@yunbiao/designer/doc';
import { getFullElementText, listPlaceholderNames } from '@yunbiao/label/placeholders';
import { Field, SelectField } from '@yunbiao/ui/field.tsx';
import { toast } from '@yunbiao/ui/overlay/toast.ts';
import { useStore } from '@yunbiao/ui/store.ts';
import { useState } from 'react';
import css from '../../designer.module.css';
import { useDesigner } from '../../designer.ts';
import { useShownValues } from '../../shown-values.ts';
import { FormulaField } from '../typed-content.tsx';

type Kind = ConditionForm['kind'];

const KINDS: readonly { value: Kind; label: string }[] = [
  { value: 'always', label: '总是' },
  { value: 'filled', label: '某一栏有内容' },
  { value: 'equals', label: '某一栏等于…' },
  { value: 'differs', label: '某一栏不等于…' },
  { value: 'own', label: '自己写条件' },
];

/** A formula that always holds: the start of a condition of one's own. */
const START_SOURCE = '1 = 1';

/** The condition as another kind, with the same column where both have one. */
const convertForm = (form: ConditionForm, to: Kind, field: string): ConditionForm => {
  const ownField = 'field' in form ? form.field : field;
  const text = 'text' in form ? form.text : '';
  switch (to) {
    case 'always':
      return { kind: to };
    case 'filled':
      return { kind: to, field: ownField };
    case 'equals':
    case 'differs':
      return { kind: to, field: ownField, text };
    case 'own':
      return { kind: to, source: formatCondition(form) ?? START_SOURCE };
  }
};

type ValueFieldProps = {
  name: string;
  field: string;
  text: string;
  onChange: (text: string) => void;
};

/** The compared text, with the values of the rows to choose from. */
const ValueField = ({ name, field, text, onChange }: ValueFieldProps) => {
  const { rows } = useShownValues();
  return (
    <Field label="内容">
      {({ id, described }) => (
        <div className="field-box">
          <input
            id={id}
            name={`${name}-text`}
            list={`${id}-values`}
            maxLength={CONTENT_LENGTH}
            autoComplete="off"
            placeholder="空着"
            aria-describedby={described}
            value={text}
            onChange={(event) => onChange(event.target.value)}
          />
          <datalist id={`${id}-values`}>
            {listFieldValues(rows, field).map((value) => (
              <option key={value} value={value} />
            ))}
          </datalist>
        </div>
      )}
    </Field>
  );
};

type ConditionFieldsProps = {
  name: string;
  label?: string;
  /** Undefined: always; null: several elements with different conditions. */
  condition: string | undefined | null;
  /** Content of what has the condition; its first column is offered first. */
  content: string;
  onChange: (showIf: string | undefined, isTyped?: boolean) => void;
};

/** Fields for a condition: always, by a column, or by a formula of one's own. */
export const ConditionFields = (props: ConditionFieldsProps) => {
  const { name, label = '什么时候打印', condition, content, onChange } = props;
  const designer = useDesigner();
  const fields = useStore(designer.history, ({ now }) => now.template.fields);
  const [isOwn, setOwn] = useState(false);
  const parsed = parseCondition(condition ?? undefined, fields);
  const form: ConditionForm =
    isOwn && typeof condition === 'string' ? { kind: 'own', source: condition } : parsed;
  const used = listPlaceholderNames(content).find((inner) =>
    fields.some((field) => field.name === inner),
  );
  const firstField = used ?? fields[0]?.name;
  const write = (next: ConditionForm, isTyped = false): void => {
    const showIf = formatCondition(next);
    if (showIf === null) toast.error('条件里不能有花括号');
    else if (showIf !== undefined && showIf.length > FORMULA_LENGTH) toast.error('条件太长');
    else onChange(showIf, isTyped);
  };
  const changeKind = (to: Kind): void => {
    if (to !== 'always' && to !== 'own' && firstField === undefined) {
      toast.error('还没有一栏：先在“栏”里添加，或者自己写条件');
      return;
    }
    setOwn(to === 'own');
    write(convertForm(form, to, firstField ?? ''));
  };
  return (
    <>
      <SelectField
        label={label}
        name={name}
        value={condition === null ? '' : form.kind}
        options={KINDS}
        {...(condition === null && { placeholder: '各不一样' })}
        onChange={(kind) =>
          changeKind(KINDS.find(({ value }) => value === kind)?.value ?? 'always')
        }
      />
      {'field' in form && (
        <SelectField
          label="哪一栏"
          name={`${name}-field`}
          value={form.field}
          options={fields.map((field) => ({ value: field.name, label: field.label }))}
          onChange={(field) => write({ ...form, field })}
        />
      )}
      {'text' in form && (
        <ValueField
          name={name}
          field={form.field}
          text={form.text}
          onChange={(text) => write({ ...form, text }, true)}
        />
      )}
      {form.kind === 'own' && condition !== null && (
        <FormulaField
          label="条件"
          value={form.source}
          maxLength={FORMULA_LENGTH}
          onChange={(source) => write({ kind: 'own', source: source || START_SOURCE }, true)}
        />
      )}
    </>
  );
};

/** When the selection is printed: the group if exactly a group is selected, or each element. */
export const ConditionPart = () => {
  const designer = useDesigner();
  const doc = useStore(designer.history, ({ now }) => now);
  const { group, condition } = getSelectionCondition(doc);
  const selected = listSelectedElements(doc);
  const contents = selected.map((element) => getFullElementText(element) ?? '');
  return (
    <section className={css.part} aria-label="什么时候打印">
      <ConditionFields
        name="condition"
        {...(group !== undefined && {
          label: `“${getGroupDisplayName(findGroup(doc.template, group))}”什么时候打印`,
        })}
        condition={condition}
        content={contents.join('')}
        onChange={(showIf, isTyped) => {
          const command = setSelectionCondition(showIf);
          if (isTyped) designer.execute('修改打印条件', command, 'condition');
          else designer.execute('修改打印条件', withoutOrphanFields(command));
        }}
      />
    </section>
  );
};
