import { useNavigate } from '@tanstack/react-router';
import { NETWORK_FAILED } from '@yunbiao/contract/core/envelope';
import { TEMPLATE_NAME_LENGTH } from '@yunbiao/contract/limits/template';
import { showConfirmDialog } from '@yunbiao/ui/overlay/questions.ts';
import { toast } from '@yunbiao/ui/overlay/toast.ts';
import { toSafeFileName, saveFile } from '../../../kit/page/save-file.ts';
import { useSoftwareAlias } from '../../../kit/site/site.tsx';
import { type Designer, useDesigner } from '../designer.ts';
import { readTemplateFile } from './open-json.ts';
import { NEW_LABEL } from './source.ts';

export type FileSaving = {
  onSave: (how?: { asCopy?: boolean }) => Promise<string | null>;
  /** Saves unsaved changes first. */
  onEnsureSaved: () => Promise<string | null>;
};

const isEmptyLabel = (designer: Designer): boolean =>
  designer.getDoc().template.elements.length === 0;

const toTemplateName = (fileName: string): string =>
  fileName
    .replace(/\.json$/i, '')
    .slice(0, TEMPLATE_NAME_LENGTH)
    .toWellFormed();

const confirmReplace = () =>
  showConfirmDialog({
    message: '用文件里的标签替换现在的？',
    detail: '替换后可以撤销。',
    confirmText: '替换',
  });

/** Replaces the label by that of a file. Asks before other elements are replaced. */
const openTemplateFile = async (designer: Designer, file: File): Promise<void> => {
  const wasEmpty = isEmptyLabel(designer);
  const { source } = designer.file.get();
  const read = await readTemplateFile(file).catch(() => null);
  if (!read) return void toast.error(NETWORK_FAILED);
  const { template, problem } = read;
  if (problem !== null) return void toast.error(problem, { durationMs: 8_000 });
  if (!wasEmpty && !(await confirmReplace())) return;
  designer.execute('打开文件', () => ({ template, chosen: [] }));
  if (source.id === null) designer.file.set((now) => ({ ...now, name: toTemplateName(file.name) }));
};

const saveTemplateFile = (designer: Designer): void =>
  saveFile(
    new Blob([JSON.stringify(designer.getDoc().template, null, 2)], {
      type: 'application/json',
    }),
    `${toSafeFileName(designer.file.get().name)}.json`,
  );

/** Clears the label. Undo restores the content. */
const clearLabel = (designer: Designer): void => {
  designer.file.set((file) => ({ ...file, name: NEW_LABEL.name }));
  designer.execute('新建', () => ({ template: NEW_LABEL.template, chosen: [] }));
};

/** Actions on the complete template. */
export const useFileActions = ({ onSave, onEnsureSaved }: FileSaving) => {
  const designer = useDesigner();
  const alias = useSoftwareAlias();
  const navigate = useNavigate();
  return {
    openTemplateFile: (file: File): Promise<void> => openTemplateFile(designer, file),
    saveTemplateFile: (): void => saveTemplateFile(designer),
    saveCopy: (): void => void onSave({ asCopy: true }),
    showVersions: (): void => designer.dialog.set('versions'),
    share: async (): Promise<void> => {
      const id = await onEnsureSaved();
      if (id === null) return;
      // Only the member's own template can be shared: a public one is saved as a copy first.
      const ownId = designer.file.get().source.own ? id : await onSave();
      if (ownId !== null) designer.dialog.set('share');
    },
    startNew: (): void => {
      // Already at the URL of a new label: it stays, only its content goes.
      if (designer.file.get().source.id === null) clearLabel(designer);
      else
        void navigate({
          to: '/$soft/tools/design-{$id}.html',
          params: { soft: alias, id: 'new' },
        });
    },
  };
};

export type FileActions = ReturnType<typeof useFileActions>;
