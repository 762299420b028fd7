import { Icon } from '@yunbiao/ui/icon.tsx';
import { Menu } from '@yunbiao/ui/overlay/menu.tsx';
import { useStore } from '@yunbiao/ui/store.ts';
import { useCallback, useRef } from 'react';
import { createOnDemandComponent } from '../../../kit/site/on-demand.ts';
import css from '../designer.module.css';
import { useDesigner } from '../designer.ts';
import { FileMenuItems } from './file-menu-items.tsx';
import { type FileSaving, useFileActions } from './use-file-actions.ts';

const VersionsDialog = createOnDemandComponent(
  async () => (await import('./versions-dialog.tsx')).VersionsDialog,
);
const ShareDialog = createOnDemandComponent(
  async () => (await import('./share-dialog.tsx')).ShareDialog,
);

/** The dialog that the file menu has opened. */
const FileDialog = () => {
  const designer = useDesigner();
  const { id } = useStore(designer.file, ({ source }) => source);
  const dialog = useStore(designer.dialog);
  const closeDialog = useCallback(() => designer.dialog.set(null), [designer]);
  if (dialog === null || id === null) return null;
  const props = { id, onClose: closeDialog, onGiveUp: closeDialog };
  return dialog === 'versions' ? <VersionsDialog {...props} /> : <ShareDialog {...props} />;
};

/** Menu with actions on the complete template. */
export const FileMenu = ({ onTour, ...saving }: FileSaving & { onTour: () => void }) => {
  const actions = useFileActions(saving);
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        name="template-file"
        type="file"
        accept=".json,application/json"
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file) void actions.openTemplateFile(file);
        }}
      />
      <Menu
        label="文件"
        button={
          <>
            <span className={css.wideOnly}>文件</span>
            <Icon name="menu" />
          </>
        }
        buttonClass="button compact"
        className={css.fileMenu ?? ''}
      >
        {(close) => (
          <FileMenuItems
            actions={actions}
            onOpenFile={() => input.current?.click()}
            onTour={onTour}
            close={close}
          />
        )}
      </Menu>
      <FileDialog />
    </>
  );
};
