import { Link } from '@tanstack/react-router';
import { useStore } from '@yunbiao/ui/store.ts';
import { useSoftwareAlias } from '../../../kit/site/site.tsx';
import { useDesigner } from '../designer.ts';
import type { FileActions } from './use-file-actions.ts';

type FileMenuItemsProps = {
  actions: FileActions;
  onOpenFile: () => void;
  onTour: () => void;
  /** Closes the menu. */
  close: () => void;
};

/** Entries of the file menu. */
export const FileMenuItems = ({ actions, onOpenFile, onTour, close }: FileMenuItemsProps) => {
  const designer = useDesigner();
  const alias = useSoftwareAlias();
  const { source } = useStore(designer.file);
  const isEmpty = useStore(designer.history, ({ now }) => now.template.elements.length === 0);
  const renderFileMenuItem = (text: string, act: () => void, disabled = false) => (
    <button
      key={text}
      type="button"
      disabled={disabled}
      onClick={() => {
        close();
        act();
      }}
    >
      {text}
    </button>
  );
  return (
    <>
      {renderFileMenuItem('新建空白标签', actions.startNew, source.id === null && isEmpty)}
      <Link to="/$soft/tools/temp" params={{ soft: alias }}>
        从模板库选
      </Link>
      {renderFileMenuItem('打开模板文件…', onOpenFile)}
      <Link to="/$soft/tools/zpl" params={{ soft: alias }}>
        打开 ZPL…
      </Link>
      <hr />
      {renderFileMenuItem('另存为副本', actions.saveCopy)}
      {renderFileMenuItem('版本…', actions.showVersions, !source.own)}
      {renderFileMenuItem('分享…', () => void actions.share())}
      {renderFileMenuItem('保存为模板文件', actions.saveTemplateFile)}
      <hr />
      {renderFileMenuItem('查看导览', onTour)}
    </>
  );
};
