import { NumberField } from '@yunbiao/ui/field.tsx';
import { inRange, readNumber } from '@yunbiao/ui/number.ts';
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

const written = (value: number): string => String(Math.round(value * 100) / 100);

/** A number of an element: taken while it is typed, as soon as it is one that is allowed. */
export const NumberPart = ({ value, onChange, ...props }: NumberPartProps) => {
  const [text, setText] = useState(() => written(value));
  // Changed by something else, as by a drag: what is typed gives way.
  const [last, setLast] = useState(value);
  if (value !== last) {
    setLast(value);
    if (readNumber(text) !== value) setText(written(value));
  }
  const number = readNumber(text);
  const isRight = number !== null && inRange(number, props);
  return (
    <NumberField
      {...props}
      value={text}
      error={isRight ? undefined : `${props.min} 到 ${props.max} ${props.unit}`}
      onChange={(typed) => {
        setText(typed);
        const next = readNumber(typed);
        if (next === null || !inRange(next, props)) return;
        setLast(next);
        onChange(next);
      }}
    />
  );
};
