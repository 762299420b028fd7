import {
  SERIAL_ALPHABET_LENGTH,
  SERIAL_START,
  SERIAL_STEP,
  SERIAL_WIDTH,
} from '@yunbiao/contract/limits/template';
import type { SerialRule, TemplateField } from '@yunbiao/label';
import { computeLargestSerial, formatSerial } from '@yunbiao/label/serial';
import { SelectField, TextField } from '@yunbiao/ui/field.tsx';
import { useState } from 'react';
import css from '../../designer.module.css';
import { useDesigner } from '../../designer.ts';
import { changeField } from '@yunbiao/designer/edit';
import { listFirstSerialNumbers } from '@yunbiao/designer/fields';
import { CheckPart } from './check-part.tsx';
import { NumberPart } from './number-part.tsx';
import own from './parts.module.css';

const DIGITS: readonly { value: SerialRule['digits']; label: string }[] = [
  { value: 'decimal', label: '数字' },
  { value: 'hex', label: '十六进制' },
  { value: 'base36', label: '数字加字母' },
  { value: 'clear', label: '数字加字母，没有 I 和 O' },
  { value: 'letters', label: '只用字母' },
  { value: 'custom', label: '自定' },
];

const RESETS: readonly { value: SerialRule['reset']; label: string }[] = [
  { value: 'never', label: '一直数下去' },
  { value: 'daily', label: '每天从头数' },
  { value: 'monthly', label: '每月从头数' },
  { value: 'yearly', label: '每年从头数' },
];

const SHOWN = 3;

const checkAlphabet = (alphabet: string): string => {
  const characters = Array.from(alphabet);
  const { min, max } = SERIAL_ALPHABET_LENGTH;
  if (characters.length < min || characters.length > max) return `要 ${min} 到 ${max} 个字符`;
  return new Set(characters).size < characters.length ? '有重复的字符' : '';
};

/** Custom digits. Applied when they are valid. */
const AlphabetPart = ({ value, onChange }: { value: string; onChange: (to: string) => void }) => {
  const [typedAlphabet, setTyped] = useState(value);
  const trouble = checkAlphabet(typedAlphabet);
  return (
    <TextField
      label="用哪些字符"
      name="serial-alphabet"
      maxLength={2 * SERIAL_ALPHABET_LENGTH.max}
      value={typedAlphabet}
      error={trouble || undefined}
      hint="第一个是 0"
      onChange={(text) => {
        setTyped(text);
        if (checkAlphabet(text) === '') onChange(text);
      }}
    />
  );
};

/** Settings of a serial field, with its first numbers. */
export const SerialPart = ({ field, rule }: { field: TemplateField; rule: SerialRule }) => {
  const designer = useDesigner();
  const setSerialRule = (patch: Partial<SerialRule>, key = ''): void => {
    const { alphabet, ...next }: SerialRule = { ...rule, ...patch };
    const serial: SerialRule =
      next.digits === 'custom' ? { ...next, alphabet: alphabet ?? '0123456789' } : next;
    // Fewer digits allow only smaller numbers.
    const start = Math.min(serial.start, computeLargestSerial(serial), SERIAL_START.max);
    const clampedSerial = { ...serial, start };
    const sample = formatSerial(clampedSerial, start);
    designer.execute(
      '修改流水号',
      changeField(field.name, { serial: clampedSerial, sample }),
      key && `serial:${field.name}:${key}`,
    );
  };
  const numbers = listFirstSerialNumbers(rule, SHOWN);
  const renderNumber = (
    part: 'start' | 'step' | 'width',
    words: { label: string; unit: string; hint?: string },
    range: { min: number; max: number },
  ) => (
    <NumberPart
      {...words}
      name={`serial-${part}`}
      step={1}
      {...range}
      value={rule[part]}
      onChange={(value) => setSerialRule({ [part]: Math.round(value) }, part)}
    />
  );
  return (
    <>
      <p className={own.numbers}>
        {numbers.join('、')}
        {numbers.length < SHOWN ? '，然后号就用完了' : ' …'}
      </p>
      <div className={css.pairs}>
        {renderNumber('start', { label: '从几开始', unit: '' }, SERIAL_START)}
        {renderNumber('step', { label: '每次加', unit: '' }, SERIAL_STEP)}
        {renderNumber(
          'width',
          { label: '几位', unit: '位', hint: '0 是要几位就几位' },
          SERIAL_WIDTH,
        )}
        <SelectField
          label="用什么写"
          name="serial-digits"
          value={rule.digits}
          options={DIGITS}
          onChange={(to) =>
            setSerialRule({ digits: DIGITS.find(({ value }) => value === to)?.value ?? 'decimal' })
          }
        />
      </div>
      {rule.digits === 'custom' && (
        <AlphabetPart
          key={field.name}
          value={rule.alphabet ?? ''}
          onChange={(alphabet) => setSerialRule({ alphabet }, 'alphabet')}
        />
      )}
      <SelectField
        label="从头数"
        name="serial-reset"
        value={rule.reset}
        options={RESETS}
        onChange={(to) =>
          setSerialRule({ reset: RESETS.find(({ value }) => value === to)?.value ?? 'never' })
        }
      />
      <CheckPart
        label="每一份一个号"
        value={rule.perCopy}
        onChange={(perCopy) => setSerialRule({ perCopy })}
      />
    </>
  );
};
