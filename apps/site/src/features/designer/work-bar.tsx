import { Icon } from '@yunbiao/ui/icon.tsx';
import type { ComponentProps } from 'react';
import css from './designer.module.css';
import type { Data } from './data/use-data.ts';
import { ExportMenu } from './export/export-menu.tsx';
import { FileMenu } from './file/file-menu.tsx';
import type { useSave } from './file/use-save.ts';
import { DesignerBar } from './panels/bar.tsx';

type WorkBarProps = Omit<ComponentProps<typeof DesignerBar>, 'children'> &
  ReturnType<typeof useSave> & { data: Data; onPrint: () => Promise<void>; onTour: () => void };

/** Top bar with the menus, 保存 and 打印. */
export const WorkBar = ({ data, save, ensureSaved, onPrint, onTour, ...bar }: WorkBarProps) => (
  <DesignerBar {...bar}>
    <FileMenu onSave={save} onEnsureSaved={ensureSaved} onTour={onTour} />
    <span className={css.wideOnly}>
      <ExportMenu data={data} />
    </span>
    <button type="button" className="button compact" onClick={() => void save()}>
      保存
    </button>
    <button
      type="button"
      className="button primary compact"
      aria-label="打印"
      data-tour="print"
      onClick={() => void onPrint()}
    >
      <Icon name="print" />
      <span className={css.wideOnly}>打印</span>
    </button>
  </DesignerBar>
);
