import { NumberField } from '@yunbiao/ui/field.tsx';
import { isInRange, parseNumber } from '@yunbiao/ui/number.ts';
import { useState } from 'react';

type NumberPartProps = {
  label: string;
  name: string;
  unit: string;
  value: number;
  min: number;
  max: number;
  step: number;
  hint?: string;
  onChange: (value: number) => void;
};

const formatNumber = (value: number): string => String(Math.round(value * 100) / 100);

/** Number input of an element. The value is applied while typing, as soon as it is valid. */
export const NumberPart = ({ value, onChange, ...props }: NumberPartProps) => {
  const [text, setText] = useState(() => formatNumber(value));
  // The value was changed from outside, for example by a drag: replace the typed text.
  const [last, setLast] = useState(value);
  if (value !== last) {
    setLast(value);
    if (parseNumber(text) !== value) setText(formatNumber(value));
  }
  const number = parseNumber(text);
  const isRight = number !== null && isInRange(number, props);
  return (
    <NumberField
      {...props}
      value={text}
      error={isRight ? undefined : `${props.min} 到 ${props.max} ${props.unit}`}
      onChange={(typedText) => {
        setText(typedText);
        const next = parseNumber(typedText);
        if (next === null || !isInRange(next, props)) return;
        setLast(next);
        onChange(next);
      }}
    />
  );
};
