import type { TemplateField } from '@yunbiao/label';
import {
  findIdentifier,
  getColumnName,
  getIdentifierName,
  hasDecimals,
  MAX_DECIMALS,
  resolveIdentifier,
} from '@yunbiao/designer/kits/gs1/identifiers';
import {
  type ColumnForm,
  getValueSource,
  type Gs1Item,
  type Gs1Value,
  listColumnForms,
} from '@yunbiao/designer/kits/gs1/values';
import { CONTENT_LENGTH, FORMULA_LENGTH } from '@yunbiao/contract/limits/template';
import { SelectField, TextField } from '@yunbiao/ui/field.tsx';
import { Icon } from '@yunbiao/ui/icon.tsx';
import css from '../kits.module.css';

const FORMS: Record<ColumnForm, string> = {
  plain: '原样编进去',
  gtin: '带校验位，不够 14 位在前面补 0',
  check: '不带校验位，算出来补上',
  date: '日期，换成六位数字',
  measure: '数量，换成六位数字',
};

const KINDS = [
  { value: 'column', label: '来自列' },
  { value: 'fixed', label: '固定内容' },
  { value: 'formula', label: '公式' },
];

/** An identifier in the list of options. */
export const formatIdentifierOption = (ai: string): string => `(${ai}) ${getIdentifierName(ai)}`;

/** A new item takes the column of its name. */
export const createGs1Item = (key: string, fields: readonly TemplateField[]): Gs1Item => {
  const ai = resolveIdentifier(key, key.startsWith('39') ? 2 : 3);
  const name = getColumnName(ai);
  const field = fields.find((field) => field.name === name || field.label === name);
  const form = listColumnForms(ai)[0] ?? 'plain';
  return { ai, value: { kind: 'column', name: field?.name ?? name, form } };
};

const changeKind = (item: Gs1Item, kind: string, fields: readonly TemplateField[]): Gs1Value => {
  if (kind === 'fixed') return { kind, text: '' };
  if (kind === 'formula') return { kind, source: getValueSource(item) ?? '' };
  return createGs1Item(findIdentifier(item.ai)?.key ?? item.ai, fields).value;
};

type ItemProps = {
  item: Gs1Item;
  fields: readonly TemplateField[];
  onChange: (item: Gs1Item) => void;
  onRemove: () => void;
};

const ColumnFields = ({
  item,
  value,
  fields,
  onChange,
}: Omit<ItemProps, 'onRemove'> & { value: Extract<Gs1Value, { kind: 'column' }> }) => {
  const forms = listColumnForms(item.ai);
  const isNew = !fields.some(({ name }) => name === value.name);
  const created = isNew ? value.name : getColumnName(item.ai);
  const isOffered = !fields.some(({ name }) => name === created);
  const options = [
    ...(isOffered ? [{ value: created, label: `新的一栏：${created}` }] : []),
    ...fields.map(({ name, label }) => ({ value: name, label })),
  ];
  return (
    <>
      <SelectField
        label="哪一列"
        name="gs1-column"
        value={value.name}
        options={options}
        onChange={(name) => onChange({ ...item, value: { ...value, name } })}
      />
      {forms.length > 1 && (
        <SelectField
          label="列里写的是"
          name="gs1-form"
          value={value.form}
          options={forms.map((form) => ({ value: form, label: FORMS[form] }))}
          onChange={(form) => onChange({ ...item, value: { ...value, form: form as ColumnForm } })}
        />
      )}
    </>
  );
};

/** One application identifier and where its value comes from. */
export const Gs1ItemFields = ({ item, fields, onChange, onRemove }: ItemProps) => {
  const { ai, value } = item;
  const key = findIdentifier(ai)?.key ?? ai;
  const changeDecimals = (decimals: string): void => {
    const changed = resolveIdentifier(key, Number(decimals));
    onChange({ ai: changed, value });
  };
  return (
    <li>
      <div className={css.itemHead}>
        <b>{formatIdentifierOption(ai)}</b>
        <button
          type="button"
          className="icon-button"
          aria-label={`删除 ${formatIdentifierOption(ai)}`}
          onClick={onRemove}
        >
          <Icon name="close" />
        </button>
      </div>
      <div className={css.pair}>
        <SelectField
          label="内容"
          name="gs1-kind"
          value={value.kind}
          options={KINDS}
          onChange={(kind) => onChange({ ai, value: changeKind(item, kind, fields) })}
        />
        {value.kind === 'column' && <ColumnFields {...{ item, value, fields, onChange }} />}
        {value.kind === 'fixed' && (
          <TextField
            label="编进去的"
            name="gs1-fixed"
            maxLength={CONTENT_LENGTH}
            value={value.text}
            onChange={(text) =>
              onChange({ ai, value: { kind: 'fixed', text: text.replaceAll(/[{}]/g, '') } })
            }
          />
        )}
        {value.kind === 'formula' && (
          <TextField
            label="公式"
            name="gs1-formula"
            maxLength={FORMULA_LENGTH}
            value={value.source}
            onChange={(text) =>
              onChange({ ai, value: { kind: 'formula', source: text.replaceAll(/[{}]/g, '') } })
            }
          />
        )}
        {hasDecimals(key) && (
          <SelectField
            label="小数位数"
            name="gs1-decimals"
            value={ai.charAt(3)}
            options={Array.from({ length: MAX_DECIMALS + 1 }, (_, n) => ({
              value: String(n),
              label: String(n),
            }))}
            onChange={changeDecimals}
          />
        )}
      </div>
    </li>
  );
};
