import type { FunctionDefinition } from '@yunbiao/label';
import { useState } from 'react';
import css from './parts/parts.module.css';
import { useFormulaModule } from './use-formulas.ts';

const GROUPS: readonly FunctionDefinition['group'][] = ['条件', '文字', '数字', '日期'];

/** Functions for formulas: syntax, description, and an example with its result. */
export const FunctionList = ({ onInsert }: { onInsert: (name: string) => void }) => {
  const formulas = useFormulaModule();
  const [isOpen, setOpen] = useState(false);
  const [group, setGroup] = useState<FunctionDefinition['group']>('条件');
  const groupFunctions =
    formulas?.FUNCTIONS.filter((definition) => definition.group === group) ?? [];
  return (
    <details className={css.fold} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>函数</summary>
      {isOpen && (
        <div className={css.inside}>
          <div className={css.row} role="group" aria-label="哪一类函数">
            {GROUPS.map((functionGroup) => (
              <button
                key={functionGroup}
                type="button"
                className="bare"
                aria-pressed={functionGroup === group}
                onClick={() => setGroup(functionGroup)}
              >
                {functionGroup}
              </button>
            ))}
          </div>
          <div className={css.functions} role="group" aria-label="函数" tabIndex={0}>
            {groupFunctions.map(({ name, usage, says, example: [formula, printed] }) => (
              <button
                key={name}
                type="button"
                title={`插入 ${name}`}
                onClick={() => onInsert(name)}
              >
                <code>{usage}</code>
                <span>{says}</span>
                <code>
                  {formula} → {printed}
                </code>
              </button>
            ))}
          </div>
        </div>
      )}
    </details>
  );
};
