import {
  FIELD_NAME_LENGTH,
  FORMULA_LENGTH,
  MAX_VALUE_LENGTH,
  MAX_MORE_SAMPLES,
  SAMPLE_LENGTH,
} from '@yunbiao/contract/limits/template';
import type { TemplateField } from '@yunbiao/label';
import { SelectField, TextField } from '@yunbiao/ui/field.tsx';
import { Icon } from '@yunbiao/ui/icon.tsx';
import { useStore } from '@yunbiao/ui/store.ts';
import { toast } from '@yunbiao/ui/overlay/toast.ts';
import { useState } from 'react';
import { useDesigner } from '../designer.ts';
import { changeField, type Patch, renameField } from '@yunbiao/designer/edit';
import {
  setFieldSource,
  checkFieldName,
  type Source,
  getFieldSource,
} from '@yunbiao/designer/fields';
import { CheckPart } from './parts/check-part.tsx';
import { NumberPart } from './parts/number-part.tsx';
import css from './parts/parts.module.css';
import { SerialPart } from './parts/serial-part.tsx';
import { FormulaField } from './typed-content.tsx';

const SOURCES: readonly { value: Source; label: string }[] = [
  { value: 'typed', label: '要填的' },
  { value: 'formula', label: '公式算出来' },
  { value: 'serial', label: '流水号' },
];

const useFieldSetter = (field: TemplateField) => {
  const designer = useDesigner();
  return (patch: Patch, key: string): void =>
    designer.execute('修改一栏', changeField(field.name, patch), `field:${field.name}:${key}`);
};

/** The name is applied on blur, because a half-typed name is invalid. */
const NamePart = ({ field }: { field: TemplateField }) => {
  const designer = useDesigner();
  const fields = useStore(designer.history, ({ now }) => now.template.fields);
  const [typedName, setTyped] = useState(field.name);
  const [last, setLast] = useState(field.name);
  if (field.name !== last) {
    setLast(field.name);
    setTyped(field.name);
  }
  const name = typedName.trim();
  const trouble = checkFieldName(fields, field.name, name);
  const applyFieldName = (): void => {
    if (trouble !== '' || name === field.name) return;
    const before = designer.getDoc();
    designer.execute('修改栏名', renameField(field.name, name));
    if (designer.getDoc() === before) toast.error('改不了：有公式放不下这么长的名字');
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        applyFieldName();
      }}
      onBlur={applyFieldName}
    >
      <TextField
        label="栏名"
        name="field-name"
        maxLength={FIELD_NAME_LENGTH}
        value={typedName}
        error={trouble || undefined}
        hint={name === field.name ? undefined : '按回车重命名，用到它的地方跟着改'}
        onChange={setTyped}
      />
    </form>
  );
};

const FieldSamples = ({ field }: { field: TemplateField }) => {
  const set = useFieldSetter(field);
  const extraSamples = field.moreSamples ?? [];
  const setMoreSamples = (next: readonly string[], key: string): void =>
    set({ moreSamples: next.length > 0 ? next : undefined }, key);
  return (
    <>
      <TextField
        label="样例"
        name="field-sample"
        maxLength={SAMPLE_LENGTH}
        value={field.sample}
        onChange={(sample) => set({ sample }, 'sample')}
      />
      {extraSamples.map((sample, i) => (
        <div key={i} className={css.row}>
          <TextField
            label={`样例 ${i + 2}`}
            name={`field-sample-${i + 2}`}
            maxLength={SAMPLE_LENGTH}
            value={sample}
            onChange={(text) => setMoreSamples(extraSamples.with(i, text), `sample${i}`)}
          />
          <button
            type="button"
            className="icon-button"
            aria-label={`删除样例 ${i + 2}`}
            onClick={() => setMoreSamples(extraSamples.toSpliced(i, 1), '')}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
      {extraSamples.length < MAX_MORE_SAMPLES && (
        <button
          type="button"
          className="bare"
          onClick={() => setMoreSamples([...extraSamples, ''], '')}
        >
          添加样例
        </button>
      )}
    </>
  );
};

const TypedFieldSettings = ({ field }: { field: TemplateField }) => {
  const set = useFieldSetter(field);
  const isLimited = field.maxLength !== undefined;
  return (
    <>
      <FieldSamples field={field} />
      <div className={css.row}>
        <CheckPart
          label="必填"
          value={field.required === true}
          onChange={(on) => set({ required: on ? true : undefined }, 'required')}
        />
        <CheckPart
          label="限定字数"
          value={isLimited}
          onChange={(on) =>
            set({ maxLength: on ? Math.max(20, field.sample.length) : undefined }, 'limited')
          }
        />
      </div>
      {field.maxLength !== undefined && (
        <NumberPart
          label="最多"
          name="field-longest"
          unit="字"
          step={1}
          {...MAX_VALUE_LENGTH}
          value={field.maxLength}
          onChange={(longest) => set({ maxLength: Math.round(longest) }, 'longest')}
        />
      )}
    </>
  );
};

/** Editor for a field. `isSerial`: shows the serial settings first. */
export const FieldEditor = ({ field, isSerial }: { field: TemplateField; isSerial?: boolean }) => {
  const designer = useDesigner();
  const set = useFieldSetter(field);
  const source = getFieldSource(field);
  return (
    <>
      {isSerial && field.serial && <SerialPart field={field} rule={field.serial} />}
      <NamePart field={field} />
      <TextField
        label="叫什么"
        name="field-label"
        maxLength={FIELD_NAME_LENGTH}
        value={field.label}
        hint="打印时填的那一格的名字"
        onChange={(label) => label.trim() !== '' && set({ label }, 'label')}
      />
      {!isSerial && (
        <SelectField
          label="怎么来"
          name="field-source"
          value={source}
          options={SOURCES}
          onChange={(to) =>
            designer.execute(
              '修改一栏',
              setFieldSource(field, SOURCES.find(({ value }) => value === to)?.value ?? 'typed'),
            )
          }
        />
      )}
      {source === 'typed' && <TypedFieldSettings field={field} />}
      {field.formula !== undefined && (
        <FormulaField
          label="公式"
          value={field.formula}
          maxLength={FORMULA_LENGTH}
          onChange={(formula) => formula !== '' && set({ formula }, 'formula')}
        />
      )}
      {!isSerial && field.serial && <SerialPart field={field} rule={field.serial} />}
    </>
  );
};
