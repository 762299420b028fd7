import { NumberField } from '@yunbiao/ui/field.tsx';
import { isInRange, parseNumber } from '@yunbiao/ui/number.ts';
import { useState } from 'react';

/** Number input, applied as soon as it is valid. An invalid value stays visible. */
export const Percent = (props: {
  label: string;
  name: string;
  value: number;
  range: { min: number; max: number };
  onChange: (value: number) => void;
}) => {
  const [typedPercent, setTyped] = useState<string | null>(null);
  const shownText = typedPercent ?? String(props.value);
  const value = parseNumber(shownText);
  const isRight = value !== null && isInRange(value, props.range);
  return (
    <NumberField
      label={props.label}
      name={props.name}
      unit="%"
      step={1}
      {...props.range}
      value={shownText}
      error={isRight ? undefined : `要 ${props.range.min} 到 ${props.range.max}`}
      onChange={(text) => {
        const next = parseNumber(text);
        const counts = next !== null && isInRange(next, props.range);
        setTyped(counts ? null : text);
        if (counts) props.onChange(next);
      }}
    />
  );
};
