import { useId } from 'react';
import type { Group } from '../types.ts';
import css from './ask.module.css';

/** Choice of the question's group. */
export const GroupChoice = ({
  groups,
  value,
  error,
  onChange,
}: {
  groups: readonly Group[];
  value: string;
  error: string | undefined;
  onChange: (gid: string) => void;
}) => {
  const name = useId();
  return (
    <div
      className="field"
      role="radiogroup"
      aria-labelledby={`${name}l`}
      aria-invalid={error !== undefined}
    >
      <span id={`${name}l`}>分类</span>
      <div className={error ? `${css.groups} ${css.bad}` : css.groups}>
        {groups.map((group) => (
          <label key={group.id} title={group.description || undefined}>
            <input
              className="visually-hidden"
              type="radio"
              name={name}
              value={group.id}
              checked={group.id === value}
              onChange={() => onChange(group.id)}
            />
            {group.name}
          </label>
        ))}
      </div>
      {error && (
        <p className="field-err" role="alert">
          {error}
        </p>
      )}
    </div>
  );
};
