import { findElement } from '@yunbiao/designer/doc';
import type { TextElement } from '@yunbiao/label';
import { useStore } from '@yunbiao/ui/store.ts';
import {
  type ClipboardEvent,
  type CSSProperties,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';
import { useDesigner, type View } from '../designer.ts';
import { readSelectedText } from './text-dom.ts';
import css from './text-editor.module.css';
import { TextToolbar, toggleLook } from './text-toolbar.tsx';
import { useTextEditing } from './use-text-editing.ts';

/** Height of the toolbar with its distance from the text, px. */
const TOOLBAR_PX = 52;

const FLEX = { top: 'flex-start', middle: 'center', bottom: 'flex-end' } as const;
/** Line height when the text has none, as in the engine. */
const LINE_HEIGHT = 1.2;

/** Position and look of the editor: the box of the text at the scale of the canvas. */
const createEditorStyle = (text: TextElement, { scale, xPx, yPx }: View): CSSProperties => {
  const { xMm, yMm, widthMm, heightMm, rotation, fit, verticalAlign } = text;
  const isSideways = rotation === 90 || rotation === 270;
  const [width, height] = isSideways ? [heightMm, widthMm] : [widthMm, heightMm];
  return {
    left: (xMm + (widthMm - width) / 2) * scale + xPx,
    top: (yMm + (heightMm - height) / 2) * scale + yPx,
    width: width * scale,
    minHeight: height * scale,
    alignItems: FLEX[verticalAlign ?? (fit === 'wrap' ? 'top' : 'middle')],
    ...(rotation !== 0 && { transform: `rotate(${rotation}deg)` }),
    '--px-per-mm': `${scale}px`,
  } as CSSProperties;
};

/** Above the text; below one at the upper edge. */
const placeToolbar = ({ top, left, minHeight }: CSSProperties): CSSProperties => {
  const above = Number(top) - TOOLBAR_PX;
  return {
    '--top': `${above >= 0 ? above : Number(top) + Number(minHeight) + 8}px`,
    '--left': `${Math.max(4, Number(left))}px`,
  } as CSSProperties;
};

/** Wraps, so that a text that will shrink is seen whole while it is edited. */
const createTextStyle = ({ align, lineHeight, letterSpacingMm }: TextElement) => ({
  textAlign: align,
  whiteSpace: 'pre-wrap' as const,
  lineHeight: lineHeight ?? LINE_HEIGHT,
  ...(letterSpacingMm !== undefined && {
    letterSpacing: `calc(${letterSpacingMm} * var(--px-per-mm))`,
  }),
});

const isUndoKey = ({ key, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'z' && !shiftKey;

const SHORTCUTS: Readonly<Record<string, 'bold' | 'italic' | 'underline'>> = {
  b: 'bold',
  i: 'italic',
  u: 'underline',
};

/** Handlers for copying, cutting and pasting; `insertText` replaces the selection. */
const createClipboardHandlers = (insertText: (typed: string) => void) => {
  /** A copied column is its placeholder: its label alone would be printed as it is. */
  const copySelection = (event: ClipboardEvent): void => {
    const selected = readSelectedText();
    if (selected === '') return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', selected);
    if (event.type === 'cut') insertText('');
  };
  const paste = (event: ClipboardEvent): void => {
    event.preventDefault();
    const pasted = event.clipboardData.getData('text/plain').replaceAll(/\r\n?/g, '\n');
    if (pasted !== '') insertText(pasted);
  };
  return { onCopy: copySelection, onCut: copySelection, onPaste: paste };
};

type OpenEditorProps = { text: TextElement; stage: RefObject<HTMLElement | null> };

const OpenTextEditor = ({ text, stage }: OpenEditorProps) => {
  const designer = useDesigner();
  const view = useStore(designer.view);
  const fields = useStore(designer.history, ({ now }) => now.template.fields);
  const frame = useRef<HTMLDivElement>(null);
  const root = useRef<HTMLDivElement>(null);
  const editing = useTextEditing(text, root);
  const close = (): void => {
    designer.textEditing.set(null);
    stage.current?.focus({ preventScroll: true });
  };
  useLayoutEffect(() => {
    root.current?.focus({ preventScroll: true });
    if (root.current) getSelection()?.selectAllChildren(root.current);
  }, []);
  const handleKey = (event: KeyboardEvent): void => {
    const isCommand = event.ctrlKey || event.metaKey;
    const toggled = isCommand ? SHORTCUTS[event.key.toLowerCase()] : undefined;
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' || (event.key === 'Enter' && isCommand)) close();
    else if (event.key === 'Enter') editing.insertText('\n');
    else if (toggled) editing.setLook(toggleLook(editing.look, toggled));
    else if (isCommand && isUndoKey(event)) designer.undo();
    else if (isCommand && 'zy'.includes(event.key.toLowerCase())) designer.redo();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const style = createEditorStyle(text, view);
  return (
    <div
      ref={frame}
      // Presses in the editor are not presses on the canvas.
      onPointerDown={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onContextMenu={(event) => event.stopPropagation()}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) designer.textEditing.set(null);
      }}
    >
      <div className={css.place} style={placeToolbar(style)}>
        <TextToolbar
          look={editing.look}
          fields={fields}
          onLook={editing.setLook}
          onResize={editing.resize}
          onInsert={(name) => editing.insertText(`{{${name}}}`)}
        />
      </div>
      <div className={css.editor} style={style} data-inverse={text.inverse || undefined}>
        <div
          ref={root}
          className={css.text}
          style={createTextStyle(text)}
          role="textbox"
          tabIndex={0}
          aria-multiline
          aria-label="标签上的内容"
          contentEditable="plaintext-only"
          suppressContentEditableWarning
          spellCheck={false}
          data-own-escape
          onInput={editing.storeInput}
          onKeyDown={handleKey}
          {...createClipboardHandlers(editing.insertText)}
        />
      </div>
    </div>
  );
};

/** Edits the text on the label itself, while one is open. */
export const TextEditor = ({ stage }: { stage: RefObject<HTMLElement | null> }) => {
  const designer = useDesigner();
  const id = useStore(designer.textEditing);
  const text = useStore(designer.history, ({ now }) =>
    id === null ? undefined : findElement(now.template, id),
  );
  const isGone = id !== null && text?.type !== 'text';
  useEffect(() => {
    if (isGone) designer.textEditing.set(null);
  }, [isGone, designer]);
  return text?.type === 'text' ? <OpenTextEditor key={text.id} text={text} stage={stage} /> : null;
};
