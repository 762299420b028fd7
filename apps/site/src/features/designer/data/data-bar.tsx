import { confirm } from '@yunbiao/ui/ask.ts';
import { Icon } from '@yunbiao/ui/icon.tsx';
import { type ReactNode, useRef } from 'react';
import { KindIcon } from '../panels/kind-icon.tsx';
import css from './data.module.css';
import type { Data } from './use-data.ts';
import type { useOpening } from './use-opening.ts';

type DataBarProps = {
  data: Data;
  opening: ReturnType<typeof useOpening>;
  /** Rows there is something to say of, from 0. */
  warned: readonly number[];
  isChecking: boolean;
  visible: readonly number[] | null;
  filter: string;
  isOnlyWarned: boolean;
  isFolded: boolean;
  onFilter: (text: string) => void;
  onOnlyWarned: (isOn: boolean) => void;
  onFold: (isFolded: boolean) => void;
  onPaste: () => void;
  menu: ReactNode;
};

const ACCEPT = '.xlsx,.xlsm,.xls,.xlsb,.ods,.csv,.tsv,.txt';

const number = (value: number): string => value.toLocaleString('zh-CN');

const OpenButton = ({
  opening,
  children,
}: Pick<DataBarProps, 'opening'> & { children: string }) => {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        className="button compact"
        aria-disabled={opening.isReading}
        data-file=""
        onClick={() => input.current?.click()}
      >
        {opening.isReading ? '正在读…' : children}
      </button>
      <input
        name="rows-file"
        ref={input}
        type="file"
        hidden
        accept={ACCEPT}
        aria-label="打开 Excel 或 CSV 文件"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file) void opening.open(file);
        }}
      />
    </>
  );
};

/** 上一行, which one it is, 下一行: through those in view. */
const Steps = ({ data, visible }: Pick<DataBarProps, 'data' | 'visible'>) => {
  const count = visible ? visible.length : data.rows.length;
  const place = visible ? visible.indexOf(data.current) : data.current;
  const go = (to: number): void => data.set({ current: visible?.[to] ?? to, isSample: false });
  return (
    <span className={css.steps}>
      <button
        type="button"
        className="icon-button"
        aria-label="上一行"
        disabled={place === 0 || count === 0}
        onClick={() => go(place < 0 ? 0 : place - 1)}
      >
        <Icon name="left" />
      </button>
      <span>
        第 <b>{number(data.current + 1)}</b> / {number(data.rows.length)} 行
      </span>
      <button
        type="button"
        className="icon-button"
        aria-label="下一行"
        disabled={place >= count - 1}
        onClick={() => go(place < 0 ? 0 : place + 1)}
      >
        <Icon name="right" />
      </button>
    </span>
  );
};

const Nothing = ({ opening, onPaste }: Pick<DataBarProps, 'opening' | 'onPaste'>) => (
  <>
    <b>数据</b>
    <span className={`quiet ${css.about}`}>画布上是样例</span>
    <OpenButton opening={opening}>打开 Excel、CSV</OpenButton>
    <button type="button" className="button compact" onClick={onPaste}>
      粘贴
    </button>
  </>
);

const clear = async (data: Data): Promise<void> => {
  const message = `清空 ${number(data.rows.length)} 行？`;
  const detail = '改过的格子也会没有；文件还在你的电脑里。';
  if (await confirm({ message, detail, confirmText: '清空', danger: true })) data.clear();
};

const About = ({ data, opening }: Pick<DataBarProps, 'data' | 'opening'>) => {
  const { sheet, file } = data;
  const used = sheet.columns.filter((name) => name !== null).length;
  return (
    <>
      <b className={css.name} title={sheet.name}>
        {sheet.name}
      </b>
      {file && sheet.sheets.length > 1 ? (
        <span className={`field-box compact ${css.sheets}`}>
          <select
            aria-label="工作表"
            value={sheet.sheet}
            onChange={(event) => void opening.open(file, { sheet: Number(event.target.value) })}
          >
            {sheet.sheets.map((name, at) => (
              <option key={name} value={at}>
                {name}
              </option>
            ))}
          </select>
        </span>
      ) : (
        <span className={`quiet ${css.about}`}>{sheet.sheets[sheet.sheet]}</span>
      )}
      <span className={`quiet ${css.about}`}>
        {number(data.rows.length)} 行 · {used} 列已对应
        {sheet.picked.length > 0 && ` · 选了 ${number(sheet.picked.length)} 行`}
      </span>
    </>
  );
};

/** What is open, which row is shown, and what can be done with it. */
export const DataBar = (props: DataBarProps) => {
  const { data, opening, warned, isOnlyWarned, isFolded } = props;
  const hasRows = data.sheet.cells.length > 0;
  return (
    <>
      <header className={css.bar}>
        <KindIcon name="table" />
        {hasRows ? (
          <>
            <About data={data} opening={opening} />
            <Steps data={data} visible={props.visible} />
            {(warned.length > 0 || isOnlyWarned) && (
              <button
                type="button"
                className={`bare ${css.only}`}
                aria-pressed={isOnlyWarned}
                onClick={() => props.onOnlyWarned(!isOnlyWarned)}
              >
                {isOnlyWarned ? '看所有行' : `只看有提醒的 ${number(warned.length)} 行`}
                {props.isChecking && '…'}
              </button>
            )}
            <span className={css.end}>
              <span className={`field-box compact ${css.find}`}>
                <Icon name="search" />
                <input
                  type="search"
                  aria-label="筛选行"
                  placeholder="筛选"
                  value={props.filter}
                  onChange={(event) => props.onFilter(event.target.value)}
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
              <OpenButton opening={opening}>换一个文件</OpenButton>
              <button type="button" className="button compact" onClick={props.onPaste}>
                粘贴
              </button>
              <button type="button" className="button compact" onClick={() => void clear(data)}>
                清空
              </button>
              <button
                type="button"
                className="icon-button"
                aria-expanded={!isFolded}
                aria-label={isFolded ? '展开数据表' : '收起数据表'}
                onClick={() => props.onFold(!isFolded)}
              >
                <Icon name={isFolded ? 'up' : 'down'} />
              </button>
            </span>
          </>
        ) : (
          <Nothing opening={opening} onPaste={props.onPaste} />
        )}
        <span className={css.narrow}>{props.menu}</span>
      </header>
      {opening.error && (
        <p className={`field-err ${css.error}`} role="alert">
          {opening.error}
          <button
            type="button"
            className="icon-button"
            aria-label="知道了"
            onClick={() => opening.say('')}
          >
            <Icon name="close" />
          </button>
        </p>
      )}
    </>
  );
};
