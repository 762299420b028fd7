import { Status } from '@yunbiao/ui';
import css from './print.module.css';
import type { RowTrouble } from './troubles.ts';

/** Said one by one; more would push the way to go on out of view, and are alike where a column is the wrong one. */
const SAID = 8;

/** Everything that must be changed before its row can be printed, with the way to it. */
export const RowErrors = ({
  errors,
  onGo,
}: {
  errors: readonly RowTrouble[];
  onGo: (error: RowTrouble) => void;
}) =>
  errors.length === 0 ? null : (
    <ul className={`span-6 small ${css.errors}`} aria-label="要改的地方">
      {errors.slice(0, SAID).map((error) => (
        <li key={`${error.row} ${error.field.name}`}>
          <Status kind="failed">
            <button type="button" className="bare" onClick={() => onGo(error)}>
              第 {error.row + 1} 行
            </button>
          </Status>
          ：{error.message}
        </li>
      ))}
      {errors.length > SAID && (
        <li>还有 {(errors.length - SAID).toLocaleString('zh-CN')} 处，改了上面的再列出来</li>
      )}
    </ul>
  );
