import { POST_LENGTH } from '@yunbiao/contract/limits/forum';
import { formatCount } from '@yunbiao/ui/format.ts';
import { type KeyboardEvent, type RefObject, useId } from 'react';
import { ImageDropFrame } from './drop-plate.tsx';
import { Modes } from './modes.tsx';
import { listPastedImages } from './paste.ts';
import { PreviewPane } from './preview-pane.tsx';
import { Toolbar } from './toolbar.tsx';
import { UploadRows } from './upload-rows.tsx';
import { type MarkdownEditorProps, useMarkdownEditor } from './use-markdown-editor.ts';
import css from './editor.module.css';

type SourcePaneProps = MarkdownEditorProps & {
  area: RefObject<HTMLTextAreaElement | null>;
  id: string;
  error: string;
  onImages: (images: File[]) => void;
  onKey: (event: KeyboardEvent) => void;
};

/** The text as it is typed. */
const SourcePane = ({ area, id, error, onImages, onKey, ...props }: SourcePaneProps) => (
  <div className={css.source}>
    <textarea
      ref={area}
      id={id}
      rows={props.rows}
      value={props.value}
      readOnly={props.readOnly}
      placeholder={props.placeholder}
      autoFocus={props.autoFocus}
      aria-invalid={error !== ''}
      aria-describedby={error ? `${id}e` : undefined}
      onChange={(event) => props.onChange(event.target.value)}
      onKeyDown={onKey}
      onPaste={(event) => {
        const images = listPastedImages(event.clipboardData);
        if (images.length === 0) return;
        event.preventDefault();
        onImages(images);
      }}
    />
  </div>
);

const EditorFooter = ({ length, isTooLong }: { length: number; isTooLong: boolean }) => (
  <footer>
    <span>Markdown</span>
    <span className="hide">粘贴或拖入图片会自动上传</span>
    <span className={isTooLong ? `push-end ${css.long}` : 'push-end'}>
      {formatCount(length)} / {formatCount(POST_LENGTH)} 字
    </span>
  </footer>
);

/**
 * Markdown editor with a toolbar, keyboard shortcuts, picture upload (paste, drop or choose) and a
 * preview rendered by the server.
 */
export const MarkdownEditor = (props: MarkdownEditorProps) => {
  const { label, value, readOnly } = props;
  const id = useId();
  const { area, mode, setMode, tooLong, preview, uploads, edit, addImages, onKey } =
    useMarkdownEditor(props);
  const error = props.error || tooLong;
  const isTooLong = tooLong !== '';
  return (
    <div className="field">
      <span>
        <label htmlFor={id}>{label}</label>
      </span>
      <ImageDropFrame isWrong={error !== ''} onImages={addImages}>
        <div className={css.bar}>
          <Modes mode={mode} onMode={setMode} />
          <Toolbar onEdit={edit} onFiles={addImages} disabled={mode === 'preview' || readOnly} />
        </div>
        <div className={`${css.pans} ${css[mode]}`}>
          <SourcePane {...props} {...{ area, id, error, onKey }} onImages={addImages} />
          <PreviewPane preview={preview} isTooLong={isTooLong} isEmpty={!value.trim()} />
        </div>
        <EditorFooter length={value.length} isTooLong={isTooLong} />
      </ImageDropFrame>
      {error && (
        <p className="field-err" id={`${id}e`} role="alert">
          {error}
        </p>
      )}
      <UploadRows {...uploads} />
    </div>
  );
};
