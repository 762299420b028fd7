import { POST_LENGTH } from '@yunbiao/contract/limits/forum';
import { formatCount } from '@yunbiao/ui/format.ts';
import { type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import { ForumProse } from '../prose.tsx';
import { applyEdit, block, type Edit, type Selected } from './edit-text.ts';
import { listImages, pastedImages } from './paste.ts';
import { lengthTrouble } from './text-length.ts';
import { Toolbar, TOOLS } from './toolbar.tsx';
import { UploadRows } from './upload-rows.tsx';
import { usePreview } from './use-preview.ts';
import { useUploads } from './use-uploads.ts';
import css from './editor.module.css';

type Mode = 'write' | 'both' | 'preview';

export type MarkdownEditorProps = {
  label: string;
  /** What the text is called where something is wrong with it. */
  name: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  rows: number;
  firstMode: Mode;
  autoFocus?: boolean;
  placeholder?: string;
  /** It is being sent: nothing more can be added. */
  readOnly: boolean;
  /** Ctrl or ⌘ with Enter. */
  onSubmit: () => void;
  /** Pictures are a member's: asks to sign in first. */
  memberAct: (act: () => void) => void;
  /** How many pictures are on their way. */
  onSending: (count: number) => void;
};

const selectedIn = (area: HTMLTextAreaElement): Selected => ({
  text: area.value,
  start: area.selectionStart,
  end: area.selectionEnd,
});

/** Whether there is room for text and preview beside each other. */
const useWide = (): boolean => {
  const [isWide, setWide] = useState(false);
  useEffect(() => {
    const query = matchMedia('(min-width: 761px)');
    const look = (): void => setWide(query.matches);
    look();
    query.addEventListener('change', look);
    return () => query.removeEventListener('change', look);
  }, []);
  return isWide;
};

const Modes = ({ mode, onMode }: { mode: Mode; onMode: (mode: Mode) => void }) => {
  const tab = (to: Mode, label: string, isOn: boolean, className = '') => (
    <button
      type="button"
      className={className}
      aria-current={isOn ? 'true' : undefined}
      onClick={() => onMode(to)}
    >
      {label}
    </button>
  );
  return (
    <div className={`tabs ${css.modes}`} role="group" aria-label="显示">
      {/* Without room for two, beside each other means writing. */}
      {tab('write', '编写', mode !== 'preview', css.narrow)}
      {tab('write', '编写', mode === 'write', css.wide)}
      {tab('both', '并排', mode === 'both', css.wide)}
      {tab('preview', '预览', mode === 'preview')}
    </div>
  );
};

/** Markdown with marks by press or key, pictures pasted, dropped or chosen, and the server's own preview. */
export const MarkdownEditor = (props: MarkdownEditorProps) => {
  const { label, value, onChange, rows, readOnly, onSubmit, memberAct, onSending } = props;
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [mode, setMode] = useState(props.firstMode);
  const [isOver, setOver] = useState(false);
  const isWide = useWide();
  const isPreviewed = mode === 'preview' || (mode === 'both' && isWide);
  // Nothing is cut off what is typed or pasted: it is for its author to shorten.
  const tooLong = lengthTrouble(props.name, value);
  const error = props.error || tooLong;
  const preview = usePreview(value, isPreviewed && tooLong === '');

  const edit = useCallback((make: (selected: Selected) => Edit): void => {
    if (area.current && !area.current.readOnly)
      applyEdit(area.current, make(selectedIn(area.current)));
  }, []);
  const latest = useRef({ value, onChange });
  latest.current = { value, onChange };
  const insert = useCallback((token: string) => edit((selected) => block(selected, token)), [edit]);
  const replace = useCallback((token: string, text: string): void => {
    const now = latest.current;
    const at = now.value.indexOf(token);
    if (at < 0) return;
    const field = area.current;
    const caret = field && { start: field.selectionStart, end: field.selectionEnd };
    const tail = text === '' ? /^\n{0,2}/ : /^/;
    const rest = now.value.slice(at + token.length).replace(tail, '');
    const next = now.value.slice(0, at) + text + rest;
    now.onChange(next);
    // The value is set from outside: the caret stays with the words it was at.
    const moved = (place: number): number =>
      place > at ? Math.max(at, place + next.length - now.value.length) : place;
    if (field && caret)
      requestAnimationFrame(() => field.setSelectionRange(moved(caret.start), moved(caret.end)));
  }, []);
  const { uploads, sending, add, cancel, remove, retry } = useUploads({ insert, replace });
  useEffect(() => onSending(sending), [sending, onSending]);
  const addImages = (files: File[]): void => {
    if (files.length === 0 || readOnly) return;
    if (mode === 'preview') setMode('write');
    memberAct(() => requestAnimationFrame(() => add(files)));
  };

  const onKey = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const tool = TOOLS.find(({ key }) => key === event.key.toLowerCase());
    if (event.key === 'Enter') {
      event.preventDefault();
      onSubmit();
    } else if (tool) {
      event.preventDefault();
      edit(tool.edit);
    }
  };
  return (
    <div className="field">
      <span>
        <label htmlFor={id}>{label}</label>
      </span>
      <div
        className={`plate ${css.editor} ${error ? css.bad : ''} ${isOver ? css.over : ''}`}
        onDragOver={(event) => {
          if (![...event.dataTransfer.items].some(({ kind }) => kind === 'file')) return;
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          setOver(false);
          if (event.dataTransfer.files.length === 0) return;
          event.preventDefault();
          addImages(listImages(event.dataTransfer));
        }}
      >
        <div className={css.bar}>
          <Modes mode={mode} onMode={setMode} />
          <Toolbar onEdit={edit} onFiles={addImages} disabled={mode === 'preview' || readOnly} />
        </div>
        <div className={`${css.pans} ${css[mode]}`}>
          <div className={css.source}>
            <textarea
              ref={area}
              id={id}
              rows={rows}
              value={value}
              readOnly={readOnly}
              placeholder={props.placeholder}
              autoFocus={props.autoFocus}
              aria-invalid={error !== ''}
              aria-describedby={error ? `${id}e` : undefined}
              onChange={(event) => onChange(event.target.value)}
              onKeyDown={onKey}
              onPaste={(event) => {
                const images = pastedImages(event.clipboardData);
                if (images.length === 0) return;
                event.preventDefault();
                addImages(images);
              }}
            />
          </div>
          <div className={css.look} role="region" aria-label="预览" aria-busy={preview.loading}>
            {tooLong ? (
              <p className="medium quiet">改短以后才有预览</p>
            ) : preview.failure ? (
              <p className="medium quiet" role="alert">
                没有取到预览：{preview.failure}
              </p>
            ) : preview.html ? (
              <ForumProse html={preview.html} className={css.seen} />
            ) : (
              <p className="medium faint">
                {value.trim() ? '正在准备预览…' : '发布以后的样子会在这里'}
              </p>
            )}
          </div>
        </div>
        <footer>
          <span>Markdown</span>
          <span className="hide">粘贴或拖入图片会自动上传</span>
          <span className={tooLong ? `push-end ${css.long}` : 'push-end'}>
            {formatCount(value.length)} / {formatCount(POST_LENGTH)} 字
          </span>
        </footer>
      </div>
      {error && (
        <p className="field-err" id={`${id}e`} role="alert">
          {error}
        </p>
      )}
      <UploadRows {...{ uploads, cancel, remove, retry }} />
    </div>
  );
};
