import { showConfirmDialog } from '@yunbiao/ui/overlay/questions.ts';
import { Icon } from '@yunbiao/ui/icon.tsx';
import css from './data.module.css';
import { OpenButton } from '../../../kit/data/open/open-button.tsx';
import type { Data } from './use-data.ts';
import type { FileOpening } from '../../../kit/data/open/use-file-opening.ts';

export type SheetActionsProps = {
  data: Data;
  opening: FileOpening;
  filter: string;
  isFolded: boolean;
  onFilter: (text: string) => void;
  onFold: (isFolded: boolean) => void;
  onPaste: () => void;
};

const confirmClearRows = async (data: Data): Promise<void> => {
  const message = `清空 ${data.rows.length.toLocaleString('zh-CN')} 行？`;
  const detail = '改过的格子也会没有；文件还在你的电脑里。';
  if (await showConfirmDialog({ message, detail, confirmText: '清空', danger: true })) data.clear();
};

/** Filters, replaces, clears and folds the rows. */
export const SheetActions = (props: SheetActionsProps) => {
  const { data, opening, filter, isFolded, onFilter, onFold, onPaste } = props;
  return (
    <span className={css.end}>
      <span className={`field-box compact ${css.find}`}>
        <Icon name="search" />
        <input
          type="search"
          aria-label="筛选行"
          placeholder="筛选"
          value={filter}
          onChange={(event) => onFilter(event.target.value)}
        />
      </span>
      <label className="check">
        <input
          type="checkbox"
          checked={data.sheet.isSample}
          onChange={(event) => data.set({ isSample: event.target.checked })}
        />
        用样例
      </label>
      <OpenButton opening={opening}>更换文件</OpenButton>
      <button type="button" className="button compact" onClick={onPaste}>
        粘贴
      </button>
      <button type="button" className="button compact" onClick={() => void confirmClearRows(data)}>
        清空
      </button>
      <button
        type="button"
        className="icon-button"
        aria-expanded={!isFolded}
        aria-label={isFolded ? '展开数据表' : '收起数据表'}
        onClick={() => onFold(!isFolded)}
      >
        <Icon name={isFolded ? 'up' : 'down'} />
      </button>
    </span>
  );
};
