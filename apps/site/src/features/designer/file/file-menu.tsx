import { Link, useNavigate } from '@tanstack/react-router';
import { NETWORK_FAILED } from '@yunbiao/contract/client';
import { TEMPLATE_NAME_LENGTH } from '@yunbiao/contract/limits/template';
import { confirm } from '@yunbiao/ui/ask.ts';
import { Icon } from '@yunbiao/ui/icon.tsx';
import { Menu } from '@yunbiao/ui/menu.tsx';
import { useStore } from '@yunbiao/ui/store.ts';
import { toast } from '@yunbiao/ui/toast.ts';
import { useCallback, useRef } from 'react';
import { safeFileName, saveFile } from '../../../kit/page/save-file.ts';
import { onDemand } from '../../../kit/site/on-demand.ts';
import { useAlias } from '../../../kit/site/site.tsx';
import css from '../designer.module.css';
import { useDesigner } from '../designer.ts';
import { readTemplateFile } from './open-json.ts';
import { EMPTY } from './source.ts';

const VersionsDialog = onDemand(async () => (await import('./versions-dialog.tsx')).VersionsDialog);
const ShareDialog = onDemand(async () => (await import('./share-dialog.tsx')).ShareDialog);

type FileMenuProps = {
  onSave: (how?: { asCopy?: boolean }) => Promise<string | null>;
  /** Saves first what is not stored yet. */
  onEnsure: () => Promise<string | null>;
};

/** Everything done with a template as a whole. */
export const FileMenu = ({ onSave, onEnsure }: FileMenuProps) => {
  const designer = useDesigner();
  const alias = useAlias();
  const navigate = useNavigate();
  const { source, name } = useStore(designer.file);
  const dialog = useStore(designer.dialog);
  const isEmpty = useStore(designer.history, ({ now }) => now.template.elements.length === 0);
  const input = useRef<HTMLInputElement>(null);
  const closeDialog = useCallback(() => designer.dialog.set(null), [designer]);

  const open = async (file: File): Promise<void> => {
    const read = await readTemplateFile(file).catch(() => null);
    if (!read) return void toast.error(NETWORK_FAILED);
    const { template, problem } = read;
    if (problem !== null) return void toast.error(problem, { durationMs: 8_000 });
    const goesOn =
      isEmpty ||
      (await confirm({
        message: '用文件里的标签换掉现在的？',
        detail: '换掉以后还能撤销。',
        confirmText: '换掉',
      }));
    if (!goesOn) return;
    designer.act('打开文件', () => ({ template, chosen: [] }));
    if (source.id === null)
      designer.file.set((now) => ({
        ...now,
        name: file.name
          .replace(/\.json$/i, '')
          .slice(0, TEMPLATE_NAME_LENGTH)
          .toWellFormed(),
      }));
  };
  const share = async (): Promise<void> => {
    const id = await onEnsure();
    if (id === null) return;
    // Only one's own can be shared: of a public one a copy is made first.
    const own = designer.file.get().source.own ? id : await onSave();
    if (own !== null) designer.dialog.set('share');
  };
  const startNew = (): void => {
    if (source.id !== null)
      return void navigate({
        to: '/$soft/tools/design-{$id}.html',
        params: { soft: alias, id: 'new' },
      });
    // Already at the address of a new one: it is emptied, and undo brings it back.
    designer.file.set((file) => ({ ...file, name: EMPTY.name }));
    designer.act('新建', () => ({ template: EMPTY.template, chosen: [] }));
  };
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
          if (file) void open(file);
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
        {(close) => {
          const item = (text: string, act: () => void, disabled = false) => (
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
              {item('新建空白标签', startNew, source.id === null && isEmpty)}
              <Link to="/$soft/tools/temp" params={{ soft: alias }}>
                从模板库选
              </Link>
              {item('打开模板文件…', () => input.current?.click())}
              <Link to="/$soft/tools/zpl" params={{ soft: alias }}>
                打开 ZPL…
              </Link>
              <hr />
              {item('另存一份', () => void onSave({ asCopy: true }))}
              {item('版本…', () => designer.dialog.set('versions'), !source.own)}
              {item('分享…', () => void share())}
              {item('存为模板文件', () =>
                saveFile(
                  new Blob([JSON.stringify(designer.doc().template, null, 2)], {
                    type: 'application/json',
                  }),
                  `${safeFileName(name)}.json`,
                ),
              )}
            </>
          );
        }}
      </Menu>
      {dialog === 'versions' && source.id !== null && (
        <VersionsDialog id={source.id} onClose={closeDialog} onGiveUp={closeDialog} />
      )}
      {dialog === 'share' && source.id !== null && (
        <ShareDialog id={source.id} onClose={closeDialog} onGiveUp={closeDialog} />
      )}
    </>
  );
};
