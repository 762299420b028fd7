import { TEMPLATE_NAME_LENGTH } from '@yunbiao/contract/limits/template';
import { Link } from '@tanstack/react-router';
import { Icon, Mark } from '@yunbiao/ui/icon.tsx';
import { Segmented } from '@yunbiao/ui/segmented.tsx';
import { useStore } from '@yunbiao/ui/store.ts';
import type { ReactNode } from 'react';
import { sizeText } from '../../../kit/printing/print-media.ts';
import css from '../designer.module.css';
import { useDesigner } from '../designer.ts';
import { KindIcon } from './kind-icon.tsx';

type BarProps = {
  alias: string;
  /** Whether and when it was saved. */
  saved: ReactNode;
  /** How its codes read. */
  scans: ReactNode;
  onHelp: () => void;
  children: ReactNode;
};

/** The name, undo, how it is looked at, and what is done with the label. */
export const Bar = (props: BarProps) => {
  const designer = useDesigner();
  const { past, future, now } = useStore(designer.history);
  const { mode } = useStore(designer.look);
  const name = useStore(designer.file, (file) => file.name);
  const [last, next] = [past.at(-1), future[0]];
  return (
    <header className={css.bar}>
      <Link
        to="/$soft/tools/temp"
        params={{ soft: props.alias }}
        className="icon-button"
        aria-label="回模板库"
      >
        <Mark />
      </Link>
      <div className={css.name}>
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
        <small className="quiet">
          {sizeText(now.template)}
          {props.saved}
        </small>
      </div>
      <div className={css.steps}>
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
        <button
          type="button"
          className={`icon-button ${css.wideOnly}`}
          aria-label="快捷键"
          title="快捷键（?）"
          onClick={props.onHelp}
        >
          <KindIcon name="keys" />
        </button>
      </div>
      <Segmented
        className={`${css.mode} ${css.wideOnly}`}
        legend="视图"
        name="mode"
        quiet
        small
        value={mode}
        options={[
          { value: 'edit', label: '编辑' },
          { value: 'dots', label: '逐点' },
        ]}
        onChange={(value) =>
          designer.look.set((look) => ({ ...look, mode: value === 'dots' ? 'dots' : 'edit' }))
        }
      />
      <div className={css.barEnd}>
        <span className={`small ${css.wideOnly}`}>{props.scans}</span>
        {props.children}
      </div>
    </header>
  );
};
