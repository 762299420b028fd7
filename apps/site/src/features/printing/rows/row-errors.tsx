import { Status } from '@yunbiao/ui';
import css from '../print.module.css';
import type { RowNames } from '../../../kit/data/sheet-rows.ts';
import type { RowTrouble } from './data-errors.ts';

/**
 * Errors listed one by one. More would push the rest of the form out of view, and are usually the
 * same when a column is mapped wrongly.
 */
const MAX_LISTED = 8;

/**
 * Errors that must be fixed before their rows can be printed, with a button that goes to the cell.
 */
export const RowErrors = ({
  errors,
  names,
  onGo,
}: {
  errors: readonly RowTrouble[];
  names: RowNames;
  onGo: (error: RowTrouble) => void;
}) =>
  errors.length === 0 ? null : (
    <ul className={`span-6 small ${css.errors}`} aria-label="要改的地方">
      {errors.slice(0, MAX_LISTED).map((error) => (
        <li key={`${error.row} ${error.field.name}`}>
          <Status kind="failed">
            <button type="button" className="bare" onClick={() => onGo(error)}>
              {names.nameRow(error.row)}
            </button>
          </Status>
          ：{error.message}
        </li>
      ))}
      {errors.length > MAX_LISTED && (
        <li>还有 {(errors.length - MAX_LISTED).toLocaleString('zh-CN')} 处，改了上面的再列出来</li>
      )}
    </ul>
  );
