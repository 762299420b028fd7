import { NETWORK_FAILED } from '@yunbiao/contract/client';
import { toast } from '@yunbiao/ui/toast.ts';
import { type RefObject, useEffect } from 'react';
import { toMm } from './canvas/view.ts';
import { type Designer, useDesigner } from './designer.ts';
import { add, remove } from './model/arrange.ts';
import { copyText, isCopied, paste, readCopied } from './model/clipboard.ts';
import { elementOfText } from './model/pasted.ts';
import { readyTemplateCheck, templateCheck } from './model/template-check.ts';
import { usePictures } from './picture/use-pictures.ts';

const FULL = '放不下了：元素或图片太多';

const acted = (designer: Designer, what: string, command: Parameters<Designer['act']>[1]): void => {
  const before = designer.doc();
  designer.act(what, command);
  if (designer.doc() === before) toast.error(FULL);
};

/** Copied elements come back, cells of a spreadsheet become a table, other text a text. */
const takeText = (designer: Designer, text: string): void => {
  const check = isCopied(text) ? templateCheck.get() : null;
  if (isCopied(text) && !check) {
    void readyTemplateCheck().then(
      () => takeText(designer, text),
      () => void toast.error(NETWORK_FAILED),
    );
    return;
  }
  const copied = check && readCopied(text, check);
  if (copied) {
    acted(designer, '粘贴', paste(copied));
    return;
  }
  const element = elementOfText(text, designer.doc().template);
  if (typeof element === 'string') toast.error(element);
  else acted(designer, '粘贴', add([element]));
};

const pictureIn = (data: DataTransfer | null): File | undefined =>
  Array.from(data?.files ?? []).find(({ type }) => type.startsWith('image/'));

/** Copy, cut and paste while the canvas has the focus, by the system's own clipboard; pictures and text dropped on it. */
export const useClipboard = (stage: RefObject<HTMLElement | null>): void => {
  const designer = useDesigner();
  const { put } = usePictures();
  useEffect(() => {
    const isOnCanvas = (): boolean => document.activeElement === stage.current;
    const onCopy = (event: ClipboardEvent): void => {
      const text = isOnCanvas() ? copyText(designer.doc()) : '';
      if (text === '') return;
      event.preventDefault();
      event.clipboardData?.setData('text/plain', text);
      if (event.type === 'cut') designer.act('剪切', remove);
    };
    const onPaste = (event: ClipboardEvent): void => {
      if (!isOnCanvas()) return;
      event.preventDefault();
      const text = event.clipboardData?.getData('text/plain') ?? '';
      const picture = pictureIn(event.clipboardData);
      // Spreadsheets put a picture of the cells beside them.
      if (text !== '') takeText(designer, text);
      else if (picture) void put(picture);
    };
    const element = stage.current;
    const onDragOver = (event: DragEvent): void => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
    };
    const onDrop = (event: DragEvent): void => {
      const [file] = Array.from(event.dataTransfer?.files ?? []);
      const picture = pictureIn(event.dataTransfer);
      if (!file || !element) return;
      event.preventDefault();
      const box = element.getBoundingClientRect();
      const px = { x: event.clientX - box.left, y: event.clientY - box.top };
      // What is no picture says so itself.
      void put(picture ?? file, toMm(designer.view.get(), px));
    };
    document.addEventListener('copy', onCopy);
    document.addEventListener('cut', onCopy);
    document.addEventListener('paste', onPaste);
    element?.addEventListener('dragover', onDragOver);
    element?.addEventListener('drop', onDrop);
    return () => {
      document.removeEventListener('copy', onCopy);
      document.removeEventListener('cut', onCopy);
      document.removeEventListener('paste', onPaste);
      element?.removeEventListener('dragover', onDragOver);
      element?.removeEventListener('drop', onDrop);
    };
  }, [designer, stage, put]);
};
