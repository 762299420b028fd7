import { FORMULA_LENGTH } from '@yunbiao/contract/limits/template';
import { SelectField } from '@yunbiao/ui/field.tsx';
import { useStore } from '@yunbiao/ui/store.ts';
import { useState } from 'react';
import { useDesigner } from '../../designer.ts';
import { buildColumnsFilledCondition } from '@yunbiao/designer/content';
import { FormulaField } from '../typed-content.tsx';

type ConditionPartProps = {
  condition: string | null;
  body: string;
  onChange: (condition: string | null, isTyped?: boolean) => void;
};

/** Condition for printing an element. */
export const ConditionPart = ({ condition, body, onChange }: ConditionPartProps) => {
  const designer = useDesigner();
  const fields = useStore(designer.history, ({ now }) => now.template.fields);
  const [isOwn, setOwn] = useState(false);
  const filled = buildColumnsFilledCondition(body, fields);
  const value = condition === null ? 'always' : condition === filled && !isOwn ? 'filled' : 'when';
  const options = [
    { value: 'always', label: '始终显示' },
    ...(filled === null ? [] : [{ value: 'filled', label: '有内容才打印' }]),
    { value: 'when', label: '条件…' },
  ];
  return (
    <>
      <SelectField
        label="什么时候打印"
        name="condition"
        value={value}
        options={options}
        onChange={(value) => {
          setOwn(value === 'when');
          if (value === 'always') onChange(null);
          else if (value === 'filled') onChange(filled);
          else onChange(condition ?? filled ?? '1 = 1');
        }}
      />
      {value === 'when' && (
        <FormulaField
          label="条件"
          value={condition ?? ''}
          maxLength={FORMULA_LENGTH}
          onChange={(source) => onChange(source, true)}
        />
      )}
    </>
  );
};
