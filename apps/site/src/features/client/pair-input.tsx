import { PAIR_LENGTH, readPairCode } from '@yunbiao/contract/pair-code';
import { useRef } from 'react';
import s from './client.module.css';

type PairInputProps = {
  code: string;
  bad: boolean;
  describedBy: string;
  onChange: (code: string) => void;
};

/** Eight cells over one real field: typing, pasting and screen readers meet an ordinary input. */
export const PairInput = ({ code, bad, describedBy, onChange }: PairInputProps) => {
  const input = useRef<HTMLInputElement>(null);
  // Only the end can be edited: the invisible caret would otherwise stand where nobody sees it.
  const toEnd = (): void => {
    const at = input.current;
    if (at && at.selectionStart === at.selectionEnd) at.setSelectionRange(code.length, code.length);
  };
  const cell = (at: number) => {
    const isHere = at === Math.min(code.length, PAIR_LENGTH - 1);
    return (
      <b
        key={at}
        className={[isHere ? s.here : '', code.length > at ? s.full : ''].join(' ')}
        aria-hidden="true"
      >
        {code[at] ?? ''}
      </b>
    );
  };
  return (
    <div className={bad ? `${s.pairingCode} ${s.bad}` : s.pairingCode}>
      {[0, 1, 2, 3].map(cell)}
      <i aria-hidden="true" />
      {[4, 5, 6, 7].map(cell)}
      <input
        ref={input}
        data-autofocus
        aria-label="8 位配对码"
        aria-invalid={bad}
        aria-describedby={describedBy}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        inputMode="text"
        value={code}
        onChange={(event) => onChange(readPairCode(event.target.value))}
        onPaste={(event) => {
          // A pasted code takes the place of the one before, wherever the caret was.
          event.preventDefault();
          onChange(readPairCode(event.clipboardData.getData('text')));
        }}
        onSelect={toEnd}
      />
    </div>
  );
};
