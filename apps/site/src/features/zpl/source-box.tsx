import { formatBytes } from '@yunbiao/contract/site/file-size';
import { Icon } from '@yunbiao/ui';
import { type ClipboardEvent, type DragEvent, type RefObject, useRef, useState } from 'react';
import { EXAMPLE } from './example.ts';
import {
  type ZplSettings,
  type ZplInput,
  readInputFile,
  isEmptyInput,
  MAX_EDITABLE_CHARACTERS,
} from './zpl-input.ts';
import { ZplSettingsFields } from './settings.tsx';
import css from './zpl.module.css';

type SourceBoxProps = {
  asked: ZplSettings;
  onChange: (settings: ZplSettings) => void;
  text: RefObject<HTMLTextAreaElement | null>;
};

type Give = (input: ZplInput) => void;

const SourceEditor = ({
  value,
  text,
  onGive,
}: {
  value: string;
  text: SourceBoxProps['text'];
  onGive: Give;
}) => {
  const divertLongPaste = (event: ClipboardEvent): void => {
    const pastedText = event.clipboardData.getData('text/plain');
    if (value.length + pastedText.length <= MAX_EDITABLE_CHARACTERS) return;
    event.preventDefault();
    onGive({ kind: 'file', name: '贴进来的内容', file: new Blob([pastedText]) });
  };
  return (
    <textarea
      ref={text}
      className={css.editor}
      aria-label="ZPL"
      placeholder={'^XA\n^FO40,40^A0N,40,40^FDHello^FS\n^XZ\n\n贴在这里，或者把文件拖进来'}
      spellCheck={false}
      autoComplete="off"
      autoCapitalize="off"
      value={value}
      onPaste={divertLongPaste}
      onChange={(event) => onGive({ kind: 'text', text: event.target.value })}
    />
  );
};

const ChosenFile = ({ name, size }: { name: string; size: number }) => (
  <div className={css.file}>
    <p>
      <b>{name}</b>
    </p>
    <p className="small faint">{formatBytes(size)}，原样按字节读，不在这里改</p>
  </div>
);

const SourceBoxHeader = ({ given, onGive }: { given: ZplInput; onGive: Give }) => {
  const input = useRef<HTMLInputElement>(null);
  return (
    <header className={css.head}>
      <b>ZPL</b>
      <input
        ref={input}
        type="file"
        hidden
        accept=".zpl,.txt,.prn,.lbl,text/plain"
        aria-label="ZPL 文件"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) void readInputFile(file).then(onGive);
          event.target.value = '';
        }}
      />
      <span className={`push-end ${css.acts}`}>
        <button type="button" className="bare" data-file="" onClick={() => input.current?.click()}>
          <Icon name="file" />
          选择文件
        </button>
        <button
          type="button"
          className="bare"
          onClick={() => onGive({ kind: 'text', text: EXAMPLE })}
        >
          试一个例子
        </button>
        {!isEmptyInput(given) && (
          <button type="button" className="bare" onClick={() => onGive({ kind: 'text', text: '' })}>
            <Icon name="trash" />
            清空
          </button>
        )}
      </span>
    </header>
  );
};

/** Input area: paste, type, drop or choose a file, and the printer settings. */
export const SourceBox = ({ asked, onChange, text }: SourceBoxProps) => {
  const [over, setOver] = useState(false);
  const { given } = asked;
  const changeZplInput = (next: ZplInput): void => onChange({ ...asked, given: next });
  const readDroppedZpl = (event: DragEvent): void => {
    const [file] = event.dataTransfer.files;
    setOver(false);
    if (!file) return;
    event.preventDefault();
    void readInputFile(file).then(changeZplInput);
  };
  return (
    <section className={css.source} aria-label="要看的 ZPL">
      <div
        className={`plate ${css.plate} ${over ? css.over : ''}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={readDroppedZpl}
      >
        <SourceBoxHeader given={given} onGive={changeZplInput} />
        {given.kind === 'text' ? (
          <SourceEditor value={given.text} text={text} onGive={changeZplInput} />
        ) : (
          <ChosenFile name={given.name} size={given.file.size} />
        )}
      </div>
      <ZplSettingsFields asked={asked} onChange={onChange} />
    </section>
  );
};
