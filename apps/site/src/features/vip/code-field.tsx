import { Icon } from '@yunbiao/ui';
import { type FormEvent, type RefObject, useId } from 'react';
import type { Priced } from './use-price.ts';
import css from './vip.module.css';

const answerOf = ({ price, failure, isAsking }: Priced): { isGood: boolean; text: string } => {
  if (isAsking) return { isGood: true, text: '正在核对……' };
  if (failure) return { isGood: false, text: failure };
  const answer = price?.discount;
  return answer ? { isGood: answer.ok, text: answer.text } : { isGood: true, text: '' };
};

/** Types a code and shows the server's answer under it. */
export const CodeField = ({
  code,
  typed,
  priced,
  input,
  onType,
  onCheck,
}: {
  /** The code that is asked about; '' without one. */
  code: string;
  typed: string;
  priced: Priced;
  input: RefObject<HTMLInputElement | null>;
  onType: (typed: string) => void;
  onCheck: () => void;
}) => {
  const id = useId();
  const { isGood, text } = answerOf(priced);
  const isBad = code !== '' && !isGood;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onCheck();
  };
  return (
    <form className={css.code} onSubmit={submit}>
      <h2 className="h2">
        <label htmlFor={id}>折扣码</label>
      </h2>
      <div className="row">
        <div className={isBad ? 'in bad' : 'in'}>
          <input
            ref={input}
            id={id}
            value={typed}
            maxLength={32}
            spellCheck={false}
            autoComplete="off"
            autoCapitalize="characters"
            aria-invalid={isBad}
            aria-describedby={`${id}a`}
            onChange={(event) => onType(event.target.value)}
          />
        </div>
        <button type="submit" className="btn">
          核对
        </button>
      </div>
      <p id={`${id}a`} role="status" className={isBad ? `${css.answer} ${css.bad}` : css.answer}>
        {code !== '' && text && (
          <>
            {!priced.isAsking && <Icon name={isGood ? 'check' : 'close'} />}
            <span>{text}</span>
          </>
        )}
      </p>
    </form>
  );
};
