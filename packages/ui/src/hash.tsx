import css from './hash.module.css';

/** A hash in groups of eight, whole: what people compare with their own terminal. */
export const Hash = ({ value }: { value: string }) => (
  <span className={`mono ${css.groups}`}>
    {(value.match(/.{1,8}/g) ?? []).map((group, index) => (
      // Positions never move: a hash is fixed.
      <span key={index}>{group}</span>
    ))}
  </span>
);

/** First and last eight digits, the whole on hover. */
export const ShortHash = ({ value }: { value: string }) => (
  <span className="hash no-wrap" title={value}>
    {value.slice(0, 8)} … {value.slice(-8)}
  </span>
);
