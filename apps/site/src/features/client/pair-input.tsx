import { PAIR_LENGTH, normalizePairCode } from '@yunbiao/contract/gateway/pair-code';
import { useRef } from 'react';
import s from './client.module.css';

type PairInputProps = {
  code: string;
  bad: boolean;
  describedBy: string;
  onChange: (code: string) => void;
};

/** Eight cells over one input, so that typing, pasting and screen readers work normally. */
export const PairInput = ({ code, bad, describedBy, onChange }: PairInputProps) => {
  const input = useRef<HTMLInputElement>(null);
  // Only the end is editable; otherwise the hidden caret could be at an unexpected position.
  const moveCaretToEnd = (): void => {
    const at = input.current;
    if (at && at.selectionStart === at.selectionEnd) at.setSelectionRange(code.length, code.length);
  };
  const renderPairCodeCell = (at: number) => {
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
      {[0, 1, 2, 3].map(renderPairCodeCell)}
      <i aria-hidden="true" />
      {[4, 5, 6, 7].map(renderPairCodeCell)}
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
        onChange={(event) => onChange(normalizePairCode(event.target.value))}
        onPaste={(event) => {
          // A pasted code replaces the former one, independent of the caret.
          event.preventDefault();
          onChange(normalizePairCode(event.clipboardData.getData('text')));
        }}
        onSelect={moveCaretToEnd}
      />
    </div>
  );
};
