import {
  evaluateArithmetic,
  isRelativeArithmetic,
  roundToStep,
} from '@yunbiao/designer/arithmetic';
import { NumberField } from '@yunbiao/ui/field.tsx';
import { isInRange } from '@yunbiao/ui/number.ts';
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
  /** Shown in an empty field that stands for several different values. */
  placeholder?: string;
  onChange: (value: number) => void;
};

const formatNumber = (value: number): string =>
  Number.isNaN(value) ? '' : String(Math.round(value * 100) / 100);

/** The number that a text stands for, or why it is none. */
const readNumber = (
  text: string,
  base: number,
  { min, max, step, unit }: NumberPartProps,
): { value: number; isComputed: boolean } | { problem: string } => {
  const result = evaluateArithmetic(text, base);
  if ('problem' in result) return result;
  const value = result.isComputed ? roundToStep(result.value, step) : result.value;
  if (isInRange(value, { min, max })) return { ...result, value };
  const range = `${min} 到 ${max} ${unit}`;
  return { problem: result.isComputed ? `结果是 ${formatNumber(value)}，要 ${range}` : range };
};

/**
 * Number input of an element; it computes expressions such as `10/3`. The value is applied while
 * typing, as soon as it is valid; a change such as `+=5` when it is complete. NaN: several
 * elements with different values.
 */
export const NumberPart = (props: NumberPartProps) => {
  const { value, placeholder, onChange, ...field } = props;
  const [text, setText] = useState(() => formatNumber(value));
  // The value was changed from outside, for example by a drag: replace the typed text.
  const [last, setLast] = useState(value);
  const read = readNumber(text, value, props);
  if (!Object.is(value, last)) {
    setLast(value);
    // An expression stays where its result differs only by the rounding of stored values.
    if (!('value' in read) || formatNumber(read.value) !== formatNumber(value))
      setText(formatNumber(value));
  }
  const isMixed = Number.isNaN(value) && text === '';
  const applyText = (typedText: string): void => {
    const next = readNumber(typedText, value, props);
    if (!('value' in next)) return;
    setLast(next.value);
    onChange(next.value);
  };
  /** An expression is replaced by its result. */
  const finishTyping = (): void => {
    if (!('value' in read) || !read.isComputed) return;
    if (isRelativeArithmetic(text)) applyText(text);
    setText(formatNumber(read.value));
  };
  return (
    <NumberField
      {...field}
      value={text}
      {...(placeholder !== undefined && { placeholder })}
      error={'problem' in read && !isMixed ? read.problem : undefined}
      onChange={(typedText) => {
        setText(typedText);
        if (!isRelativeArithmetic(typedText)) applyText(typedText);
      }}
      onFinish={finishTyping}
    />
  );
};
