import { NumberField } from '@yunbiao/ui/field.tsx';
import { inRange, readNumber } from '@yunbiao/ui/number.ts';
import { useState } from 'react';

/** A number that counts as soon as it is right; what is not stays in sight. */
export const Percent = (props: {
  label: string;
  name: string;
  value: number;
  range: { min: number; max: number };
  onChange: (value: number) => void;
}) => {
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? String(props.value);
  const value = readNumber(shown);
  const isRight = value !== null && inRange(value, props.range);
  return (
    <NumberField
      label={props.label}
      name={props.name}
      unit="%"
      step={1}
      {...props.range}
      value={shown}
      error={isRight ? undefined : `要 ${props.range.min} 到 ${props.range.max}`}
      onChange={(text) => {
        const next = readNumber(text);
        const counts = next !== null && inRange(next, props.range);
        setTyped(counts ? null : text);
        if (counts) props.onChange(next);
      }}
    />
  );
};
