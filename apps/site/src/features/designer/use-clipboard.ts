import { NETWORK_FAILED } from '@yunbiao/contract/core/envelope';
import { toast } from '@yunbiao/ui/overlay/toast.ts';
import { type RefObject, useEffect } from 'react';
import { toMm } from './canvas/view.ts';
import { type Designer, useDesigner } from './designer.ts';
import { addElements, removeSelectedElements } from '@yunbiao/designer/arrange';
import {
  serializeSelectedElements,
  isCopiedElements,
  pasteElements,
  parseCopiedElements,
} from '@yunbiao/designer/clipboard';
import { createElementFromText } from './parse-pasted.ts';
import { loadTemplateCheck, templateCheck } from './template-check.ts';
import { usePictureActions } from './picture/use-pictures.ts';

const FULL = '放不下了：元素或图片太多';

const executeOrShowError = (
  designer: Designer,
  description: string,
  command: Parameters<Designer['execute']>[1],
): void => {
  const before = designer.getDoc();
  designer.execute(description, command);
  if (designer.getDoc() === before) toast.error(FULL);
};

/** Pastes copied elements, spreadsheet cells as a table, or other text as a text element. */
const pasteText = (designer: Designer, text: string): void => {
  const check = isCopiedElements(text) ? templateCheck.get() : null;
  if (isCopiedElements(text) && !check) {
    void loadTemplateCheck().then(
      () => pasteText(designer, text),
      () => void toast.error(NETWORK_FAILED),
    );
    return;
  }
  const copiedElements = check && parseCopiedElements(text, check);
  if (copiedElements) {
    executeOrShowError(designer, '粘贴', pasteElements(copiedElements));
    return;
  }
  const element = createElementFromText(text, designer.getDoc().template);
  if (typeof element === 'string') toast.error(element);
  else executeOrShowError(designer, '粘贴', addElements([element]));
};

const findImageFile = (data: DataTransfer | null): File | undefined =>
  Array.from(data?.files ?? []).find(({ type }) => type.startsWith('image/'));

/**
 * Copy, cut and paste through the system clipboard while the canvas has the focus, and drop of
 * pictures and text.
 */
export const useClipboard = (stage: RefObject<HTMLElement | null>): void => {
  const designer = useDesigner();
  const { put } = usePictureActions();
  useEffect(() => {
    const isCanvasFocused = (): boolean => document.activeElement === stage.current;
    const copyOrCutSelection = (event: ClipboardEvent): void => {
      const text = isCanvasFocused() ? serializeSelectedElements(designer.getDoc()) : '';
      if (text === '') return;
      event.preventDefault();
      event.clipboardData?.setData('text/plain', text);
      if (event.type === 'cut') designer.execute('剪切', removeSelectedElements);
    };
    const pasteOntoCanvas = (event: ClipboardEvent): void => {
      if (!isCanvasFocused()) return;
      event.preventDefault();
      const text = event.clipboardData?.getData('text/plain') ?? '';
      const picture = findImageFile(event.clipboardData);
      // Spreadsheets also provide a picture of the cells: prefer the text.
      if (text !== '') pasteText(designer, text);
      else if (picture) void put(picture);
    };
    const element = stage.current;
    const allowFileDrop = (event: DragEvent): void => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
    };
    const dropPictureOnCanvas = (event: DragEvent): void => {
      const [file] = Array.from(event.dataTransfer?.files ?? []);
      const picture = findImageFile(event.dataTransfer);
      if (!file || !element) return;
      event.preventDefault();
      const box = element.getBoundingClientRect();
      const px = { x: event.clientX - box.left, y: event.clientY - box.top };
      // A file that is not a picture produces an error message.
      void put(picture ?? file, toMm(designer.view.get(), px));
    };
    document.addEventListener('copy', copyOrCutSelection);
    document.addEventListener('cut', copyOrCutSelection);
    document.addEventListener('paste', pasteOntoCanvas);
    element?.addEventListener('dragover', allowFileDrop);
    element?.addEventListener('drop', dropPictureOnCanvas);
    return () => {
      document.removeEventListener('copy', copyOrCutSelection);
      document.removeEventListener('cut', copyOrCutSelection);
      document.removeEventListener('paste', pasteOntoCanvas);
      element?.removeEventListener('dragover', allowFileDrop);
      element?.removeEventListener('drop', dropPictureOnCanvas);
    };
  }, [designer, stage, put]);
};
