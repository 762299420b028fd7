import css from './hash.module.css';

/** A full hash in groups of eight, for comparison with terminal output. */
export const Hash = ({ value }: { value: string }) => (
  <span className={`mono ${css.groups}`}>
    {(value.match(/.{1,8}/g) ?? []).map((group, index) => (
      // The groups of a hash never move.
      <span key={index}>{group}</span>
    ))}
  </span>
);

/** First and last eight digits, with the full hash on hover. */
export const ShortHash = ({ value }: { value: string }) => (
  <span className="hash no-wrap" title={value}>
    {value.slice(0, 8)} … {value.slice(-8)}
  </span>
);
