import { NETWORK_FAILED } from '@yunbiao/contract/core/envelope';
import { toast } from '@yunbiao/ui/overlay/toast.ts';
import { type RefObject, useEffect, useMemo } from 'react';
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

type LabelPoint = { x: number; y: number };

/**
 * Pastes copied elements, spreadsheet cells as a table, or other text as a text element. `at`: upper
 * left corner, mm.
 */
const pasteText = (designer: Designer, text: string, at?: LabelPoint): void => {
  const check = isCopiedElements(text) ? templateCheck.get() : null;
  if (isCopiedElements(text) && !check) {
    void loadTemplateCheck().then(
      () => pasteText(designer, text, at),
      () => void toast.error(NETWORK_FAILED),
    );
    return;
  }
  const copiedElements = check && parseCopiedElements(text, check);
  if (copiedElements) {
    executeOrShowError(designer, '粘贴', pasteElements(copiedElements, at));
    return;
  }
  const element = createElementFromText(text, designer.getDoc().template);
  if (typeof element === 'string') {
    toast.error(element);
    return;
  }
  const placed = at ? { ...element, xMm: at.x, yMm: at.y } : element;
  executeOrShowError(designer, '粘贴', addElements([placed]));
};

/** Copying, cutting and pasting from a menu. */
export type ClipboardActions = {
  copy: () => Promise<void>;
  cut: () => Promise<void>;
  /** `at`: upper left corner of the pasted elements, mm. */
  paste: (at?: LabelPoint) => Promise<void>;
};

const NO_CLIPBOARD = '浏览器不让网页读剪贴板，请在画布上按 Ctrl+V';

/** Elements copied last: a browser may refuse to read the clipboard. */
let lastCopiedText = '';

const readClipboardText = async (): Promise<string> => {
  try {
    return await navigator.clipboard.readText();
  } catch {
    return lastCopiedText;
  }
};

const readClipboardPicture = async (): Promise<Blob | null> => {
  try {
    for (const item of await navigator.clipboard.read()) {
      const type = item.types.find((name) => name.startsWith('image/'));
      if (type !== undefined) return await item.getType(type);
    }
  } catch {
    // Refused, or not supported: the caller tells the member.
  }
  return null;
};

const CANNOT_COPY = '这些元素复制不了：合在一起的打印条件太长';

const createClipboardActions = (
  designer: Designer,
  put: ReturnType<typeof usePictureActions>['put'],
): ClipboardActions => {
  /** Returns false when nothing was copied. */
  const copy = async (): Promise<boolean> => {
    const text = serializeSelectedElements(designer.getDoc());
    if (text === '') {
      toast.error(CANNOT_COPY);
      return false;
    }
    lastCopiedText = text;
    // Without the system clipboard, copying works within the page.
    await navigator.clipboard.writeText(text).catch(() => undefined);
    return true;
  };
  return {
    copy: async () => void (await copy()),
    cut: async () => {
      if (await copy()) designer.execute('剪切', removeSelectedElements);
    },
    paste: async (at) => {
      const text = await readClipboardText();
      if (text !== '') {
        pasteText(designer, text, at);
        return;
      }
      const picture = await readClipboardPicture();
      if (picture) await put(new File([picture], '图片', { type: picture.type }), at);
      else toast.warn(NO_CLIPBOARD);
    },
  };
};

const allowFileDrop = (event: DragEvent): void => {
  if (!event.dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'copy';
};

const findImageFile = (data: DataTransfer | null): File | undefined =>
  Array.from(data?.files ?? []).find(({ type }) => type.startsWith('image/'));

/**
 * Copy, cut and paste through the system clipboard while the canvas has the focus, and drop of
 * pictures and text.
 */
export const useClipboard = (stage: RefObject<HTMLElement | null>): ClipboardActions => {
  const designer = useDesigner();
  const { put } = usePictureActions();
  useEffect(() => {
    const isCanvasFocused = (): boolean => document.activeElement === stage.current;
    const copyOrCutSelection = (event: ClipboardEvent): void => {
      if (!isCanvasFocused() || designer.getDoc().chosen.length === 0) return;
      const text = serializeSelectedElements(designer.getDoc());
      if (text === '') return void toast.error(CANNOT_COPY);
      event.preventDefault();
      lastCopiedText = text;
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
  return useMemo(() => createClipboardActions(designer, put), [designer, put]);
};
