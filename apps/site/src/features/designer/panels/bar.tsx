import { TEMPLATE_NAME_LENGTH } from '@yunbiao/contract/limits/template';
import { Link } from '@tanstack/react-router';
import { Logo } from '@yunbiao/ui/first-icon.tsx';
import { Icon } from '@yunbiao/ui/icon.tsx';
import { Segmented } from '@yunbiao/ui/table/segmented.tsx';
import { useStore } from '@yunbiao/ui/store.ts';
import type { ReactNode } from 'react';
import { formatLabelSize } from '../../../kit/printing/print-media.ts';
import css from '../designer.module.css';
import { useDesigner } from '../designer.ts';
import { KindIcon } from './kind-icon.tsx';

type BarProps = {
  alias: string;
  /** State and time of the last save. */
  saved: ReactNode;
  /** Scan grades of the codes. */
  scans: ReactNode;
  onHelp: () => void;
  children: ReactNode;
};

const NameField = () => {
  const designer = useDesigner();
  const name = useStore(designer.file, (file) => file.name);
  return (
    <input
      name="template-name"
      aria-label="模板的名字"
      maxLength={TEMPLATE_NAME_LENGTH}
      value={name}
      onChange={(event) => {
        const { value } = event.target;
        designer.file.set((file) => ({ ...file, name: value }));
      }}
    />
  );
};

/** Buttons for undo and redo; their titles name the step. */
export const HistoryButtons = () => {
  const designer = useDesigner();
  const { past, future } = useStore(designer.history);
  const [last, next] = [past.at(-1), future[0]];
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label={last ? `撤销，上一步：${last.what}` : '撤销'}
        title={last ? `撤销：${last.what}` : '撤销'}
        disabled={!last}
        onClick={designer.undo}
      >
        <Icon name="undo" />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={next ? `重做：${next.what}` : '重做'}
        title={next ? `重做：${next.what}` : '重做'}
        disabled={!next}
        onClick={designer.redo}
      >
        <KindIcon name="redo" />
      </button>
    </>
  );
};

const VIEW_MODES = [
  { value: 'edit', label: '编辑' },
  { value: 'dots', label: '打印效果' },
];

/** Switches between editing and the label as printed. */
const ViewModeChoice = () => {
  const designer = useDesigner();
  const { mode } = useStore(designer.look);
  return (
    <Segmented
      className={`${css.mode} ${css.wideOnly}`}
      legend="视图"
      name="mode"
      hideLegend
      small
      value={mode}
      options={VIEW_MODES}
      onChange={(value) =>
        designer.look.set((settings) => ({ ...settings, mode: value === 'dots' ? 'dots' : 'edit' }))
      }
    />
  );
};

/** Top bar: name, undo, view mode and actions on the label. */
export const DesignerBar = (props: BarProps) => {
  const designer = useDesigner();
  const template = useStore(designer.history, ({ now }) => now.template);
  return (
    <header className={css.bar}>
      <Link
        to="/$soft/tools/temp"
        params={{ soft: props.alias }}
        className="icon-button"
        aria-label="回模板库"
      >
        <Logo />
      </Link>
      <div className={css.name}>
        <NameField />
        <small className="quiet">
          {formatLabelSize(template)}
          {props.saved}
        </small>
      </div>
      <div className={`${css.steps} ${css.wideOnly}`}>
        <HistoryButtons />
        <button
          type="button"
          className="icon-button"
          aria-label="快捷键"
          title="快捷键（?）"
          onClick={props.onHelp}
        >
          <KindIcon name="keys" />
        </button>
      </div>
      <ViewModeChoice />
      <div className={css.barEnd}>
        <span className={`small ${css.wideOnly}`} data-tour="scan">
          {props.scans}
        </span>
        {props.children}
      </div>
    </header>
  );
};
