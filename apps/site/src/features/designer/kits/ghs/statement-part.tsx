import { ELEMENT_NAME_LENGTH } from '@yunbiao/contract/limits/template';
import type { Codes } from '@yunbiao/designer/kits/ghs/ghs-kit';
import { SelectField, TextField } from '@yunbiao/ui/field.tsx';
import { useStore } from '@yunbiao/ui/store.ts';
import { useState } from 'react';
import { useDesigner } from '../../designer.ts';
import { CheckPart } from '../../panels/parts/check-part.tsx';
import css from '../kits.module.css';

/** Option for codes that are the same on all labels; no column ends with a line break. */
const CHOSEN = '\n';

type StatementPartProps = {
  label: string;
  /** Name of a new column for the codes. */
  column: string;
  statements: Readonly<Record<string, string>>;
  value: Codes;
  onChange: (value: Codes) => void;
};

/** Statements found by code or text, or a column with codes. */
export const StatementPart = ({
  label,
  column,
  statements,
  value,
  onChange,
}: StatementPartProps) => {
  const designer = useDesigner();
  const fields = useStore(designer.history, ({ now }) => now.template.fields);
  const [query, setQuery] = useState('');
  const codes = value.kind === 'chosen' ? value.codes : [];
  const matching = Object.entries(statements).filter(
    ([code, text]) =>
      codes.includes(code) || `${code} ${text}`.toUpperCase().includes(query.trim().toUpperCase()),
  );
  const columns = [...new Set([column, ...fields.map(({ name }) => name)])];
  return (
    <div className={css.group} role="group" aria-label={label}>
      <h3>{label}</h3>
      <div className={css.pair}>
        <SelectField
          label="从哪里来"
          name={`ghs-source-${column}`}
          value={value.kind === 'chosen' ? CHOSEN : value.name}
          options={[
            { value: CHOSEN, label: '在这里选' },
            ...columns.map((name) => ({ value: name, label: `代码来自列：${name}` })),
          ]}
          onChange={(source) =>
            onChange(
              source === CHOSEN ? { kind: 'chosen', codes: [] } : { kind: 'column', name: source },
            )
          }
        />
        {value.kind === 'chosen' && (
          <TextField
            label="搜索代码或文字"
            name={`ghs-query-${column}`}
            maxLength={ELEMENT_NAME_LENGTH}
            value={query}
            onChange={setQuery}
          />
        )}
      </div>
      {value.kind === 'chosen' && (
        <ul className={css.phrases} aria-label={`${label}的代码`} tabIndex={0}>
          {matching.map(([code, text]) => (
            <li key={code}>
              <CheckPart
                label={`${code} ${text}`}
                value={codes.includes(code)}
                onChange={(on) =>
                  onChange({
                    kind: 'chosen',
                    codes: on
                      ? Object.keys(statements).filter((key) => key === code || codes.includes(key))
                      : codes.filter((other) => other !== code),
                  })
                }
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};
