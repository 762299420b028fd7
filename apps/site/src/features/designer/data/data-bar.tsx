import { GuideLink } from '../../../kit/guide/guide-link.tsx';
import { PLACE_GUIDES } from '../../../kit/guide/trouble-guides.ts';
import { Icon } from '@yunbiao/ui/icon.tsx';
import type { ReactNode } from 'react';
import { KindIcon } from '../panels/kind-icon.tsx';
import css from './data.module.css';
import { OpenButton } from '../../../kit/data/open/open-button.tsx';
import { SheetChoice } from '../../../kit/data/open/sheet-choice.tsx';
import { type SheetActionsProps, SheetActions } from './sheet-actions.tsx';

type DataBarProps = SheetActionsProps & {
  /** Indexes of rows with warnings, 0-based. */
  warned: readonly number[];
  isChecking: boolean;
  visible: readonly number[] | null;
  isOnlyWarned: boolean;
  onOnlyWarned: (isOn: boolean) => void;
  menu: ReactNode;
};

const formatNumber = (value: number): string => value.toLocaleString('zh-CN');

/** 上一行, current row number, 下一行: steps through the visible rows. */
const RowStepper = ({ data, visible }: Pick<DataBarProps, 'data' | 'visible'>) => {
  const count = visible ? visible.length : data.rows.length;
  const place = visible ? visible.indexOf(data.current) : data.current;
  const goToRow = (to: number): void => data.set({ current: visible?.[to] ?? to, isSample: false });
  return (
    <span className={css.steps}>
      <button
        type="button"
        className="icon-button"
        aria-label="上一行"
        disabled={place === 0 || count === 0}
        onClick={() => goToRow(place < 0 ? 0 : place - 1)}
      >
        <Icon name="left" />
      </button>
      <span>
        第 <b>{formatNumber(data.current + 1)}</b> / {formatNumber(data.rows.length)} 行
      </span>
      <button
        type="button"
        className="icon-button"
        aria-label="下一行"
        disabled={place >= count - 1}
        onClick={() => goToRow(place < 0 ? 0 : place + 1)}
      >
        <Icon name="right" />
      </button>
    </span>
  );
};

const EmptyDataBar = ({ opening, onPaste }: Pick<DataBarProps, 'opening' | 'onPaste'>) => (
  <>
    <b>数据</b>
    <span className={`quiet ${css.about}`}>画布上是样例</span>
    <OpenButton opening={opening}>打开 Excel、CSV</OpenButton>
    <button type="button" className="button compact" onClick={onPaste}>
      粘贴
    </button>
  </>
);

const SheetInfo = ({ data, opening }: Pick<DataBarProps, 'data' | 'opening'>) => {
  const { sheet, file } = data;
  const usedColumns = sheet.columns.filter((name) => name !== null).length;
  return (
    <>
      <b className={css.name} title={sheet.name}>
        {sheet.name}
      </b>
      {file && sheet.sheets.length > 1 ? (
        <span className={`field-box compact ${css.sheets}`}>
          <SheetChoice
            sheets={sheet.sheets}
            sheet={sheet.sheet}
            onOpen={(sheetIndex) => void opening.open(file, { sheet: sheetIndex })}
          />
        </span>
      ) : (
        <span className={`quiet ${css.about}`}>{sheet.sheets[sheet.sheet]}</span>
      )}
      <span className={`quiet ${css.about}`}>
        {formatNumber(data.rows.length)} 行 · {usedColumns} 列已对应
        {sheet.picked.length > 0 && ` · 选了 ${formatNumber(sheet.picked.length)} 行`}
      </span>
    </>
  );
};

/** Open file, current row, and actions on the rows. */
export const DataBar = (props: DataBarProps) => {
  const { data, opening, warned, isOnlyWarned } = props;
  const hasRows = data.sheet.cells.length > 0;
  return (
    <>
      <header className={css.bar}>
        <KindIcon name="table" />
        {hasRows ? (
          <>
            <SheetInfo data={data} opening={opening} />
            <RowStepper data={data} visible={props.visible} />
            {(warned.length > 0 || isOnlyWarned) && (
              <button
                type="button"
                className={`bare ${css.only}`}
                aria-pressed={isOnlyWarned}
                onClick={() => props.onOnlyWarned(!isOnlyWarned)}
              >
                {isOnlyWarned ? '查看所有行' : `只看有提醒的 ${formatNumber(warned.length)} 行`}
                {props.isChecking && '…'}
              </button>
            )}
            <SheetActions {...props} />
          </>
        ) : (
          <EmptyDataBar opening={opening} onPaste={props.onPaste} />
        )}
        <span className={css.narrow}>{props.menu}</span>
      </header>
      {opening.error && (
        <p className={`field-err ${css.error}`} role="alert">
          {opening.error} <GuideLink guide={PLACE_GUIDES['file-refused']} />
          <button
            type="button"
            className="icon-button"
            aria-label="知道了"
            onClick={() => opening.showError('')}
          >
            <Icon name="close" />
          </button>
        </p>
      )}
    </>
  );
};
