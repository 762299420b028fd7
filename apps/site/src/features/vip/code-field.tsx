import { Icon } from '@yunbiao/ui';
import { useId } from 'react';
import type { Errors } from '../../kit/form/form-state.ts';
import type { CodeUse } from './use-code.ts';
import type { Priced } from './use-price.ts';
import css from './vip.module.css';

const describeCodeCheck = ({
  price,
  failure,
  isAsking,
}: Priced): { isGood: boolean; text: string } => {
  if (isAsking) return { isGood: true, text: '正在核对……' };
  if (failure) return { isGood: false, text: failure };
  const answer = price?.discount;
  return answer ? { isGood: answer.ok, text: answer.text } : { isGood: true, text: '' };
};

/** Input for a discount code with the server reply below it. */
export const CodeField = ({ code, form, priced, type, check }: CodeUse) => {
  const id = useId();
  const { isGood, text } = describeCodeCheck(priced);
  const { typed: missing } = form.errors;
  const isBad = missing !== undefined || (code !== '' && !isGood);
  const message = missing ?? (code === '' ? '' : text);
  const checkTypedCode = async (): Promise<Errors | null> => {
    if (code === '' && form.getState().values.typed.trim() === '') return { typed: '先填折扣码' };
    check();
    return null;
  };
  return (
    <form className={css.code} {...form.getFormProps(checkTypedCode)}>
      <h2 className="section-title">
        <label htmlFor={id}>折扣码</label>
      </h2>
      <div className="row">
        <div className={isBad ? 'field-box bad' : 'field-box'}>
          <input
            id={id}
            value={form.values.typed}
            spellCheck={false}
            autoComplete="off"
            autoCapitalize="characters"
            aria-invalid={isBad}
            aria-describedby={`${id}a`}
            onChange={(event) => type(event.target.value)}
          />
        </div>
        <button type="submit" className="button">
          核对
        </button>
      </div>
      <p id={`${id}a`} role="status" className={isBad ? `${css.answer} ${css.bad}` : css.answer}>
        {message && (
          <>
            {!priced.isAsking && <Icon name={isBad ? 'close' : 'check'} />}
            <span>{message}</span>
          </>
        )}
      </p>
    </form>
  );
};
