import { Icon } from '@yunbiao/ui';
import { Status } from '@yunbiao/ui/status.tsx';
import { toast } from '@yunbiao/ui/toast.ts';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { ACCEPT } from './accept.ts';
import css from './gif.module.css';
import type { Tool } from './work.ts';

type Give = (files: readonly File[]) => void;

const SAY: Record<Tool, { drop: string; pick: string; takes: string }> = {
  pictures: {
    drop: '把图片拖到这里，或者直接粘贴',
    pick: '选图片',
    takes: 'JPEG、PNG、WebP、GIF、AVIF、BMP，可以一次选很多张',
  },
  video: {
    drop: '把视频拖到这里',
    pick: '选视频',
    takes: 'MP4、MOV、WebM、MKV，多长都行，从里面剪一段',
  },
  gif: {
    drop: '把 GIF 拖到这里，或者直接粘贴',
    pick: '选 GIF',
    takes: '剪短、裁切、改尺寸、压小，或者拆成图片',
  },
};

/** A button that lets files be chosen. */
export const PickButton = (props: {
  tool: Tool;
  label: string;
  className: string;
  onGive: Give;
}) => {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple={props.tool === 'pictures'}
        accept={ACCEPT[props.tool]}
        aria-label={SAY[props.tool].pick}
        onChange={(event) => {
          const files = Array.from(event.target.files ?? []);
          if (files.length > 0) props.onGive(files);
          event.target.value = '';
        }}
      />
      <button
        type="button"
        className={props.className}
        data-file=""
        onClick={() => input.current?.click()}
      >
        <Icon name="file" />
        {props.label}
      </button>
    </>
  );
};

/** Files dropped anywhere on the page, or pasted. */
export const useGiven = (onGive: Give): { isOver: boolean } & DropProps => {
  const [isOver, setOver] = useState(false);
  const give = useRef(onGive);
  give.current = onGive;
  useEffect(() => {
    const onPaste = (event: ClipboardEvent): void => {
      const files = Array.from(event.clipboardData?.files ?? []);
      if (files.length === 0) return;
      event.preventDefault();
      give.current(files);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, []);
  return {
    isOver,
    onDragOver: (event) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: (event) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
    },
    onDrop: (event) => {
      event.preventDefault();
      setOver(false);
      const files = Array.from(event.dataTransfer.files);
      if (files.length > 0) onGive(files);
    },
  };
};

type DropProps = Record<'onDragOver' | 'onDragLeave' | 'onDrop', (event: DragEvent) => void>;

/** Files of our own to try the tool with, fetched or drawn when they are asked for. */
const ExampleButton = ({ tool, onGive }: { tool: Tool; onGive: Give }) => {
  const [isBusy, setBusy] = useState(false);
  const give = async (): Promise<void> => {
    setBusy(true);
    try {
      const { getExampleFiles } = await import('./example/give.ts');
      onGive(await getExampleFiles(tool));
    } catch {
      toast.error('示例没有取到，请再试一次');
    }
    setBusy(false);
  };
  return (
    <button type="button" className="button" aria-busy={isBusy} onClick={() => void give()}>
      用示例试试
    </button>
  );
};

/** Before anything is opened. */
export const Start = ({
  tool,
  isOver,
  opening,
  onGive,
}: {
  tool: Tool;
  isOver: boolean;
  opening: number;
  onGive: Give;
}) => (
  <section className={`${css.start} ${isOver ? css.over : ''}`} aria-busy={opening > 0}>
    <h2>{SAY[tool].drop}</h2>
    <p>{SAY[tool].takes}</p>
    <div className="row">
      <PickButton tool={tool} label={SAY[tool].pick} className="button primary" onGive={onGive} />
      <ExampleButton tool={tool} onGive={onGive} />
    </div>
    <p aria-live="polite" className={css.opening}>
      {opening > 0 && <Status kind="running">正在打开，还有 {opening} 个</Status>}
    </p>
  </section>
);
