import { Icon } from '@yunbiao/ui';
import { Status } from '@yunbiao/ui/status.tsx';
import { toast } from '@yunbiao/ui/overlay/toast.ts';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { ACCEPT } from './accepted-types.ts';
import css from './gif.module.css';
import type { Tool } from './studio-state.ts';

type OnFiles = (files: readonly File[]) => void;

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

/** Button that opens the file picker. */
export const PickButton = (props: {
  tool: Tool;
  label: string;
  className: string;
  onGive: OnFiles;
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

/** Handles files that are pasted, or dropped anywhere on the page. */
export const useDroppedFiles = (onGive: OnFiles): { isOver: boolean } & DropProps => {
  const [isOver, setOver] = useState(false);
  const give = useRef(onGive);
  give.current = onGive;
  useEffect(() => {
    const openPastedFiles = (event: ClipboardEvent): void => {
      const files = Array.from(event.clipboardData?.files ?? []);
      if (files.length === 0) return;
      event.preventDefault();
      give.current(files);
    };
    document.addEventListener('paste', openPastedFiles);
    return () => document.removeEventListener('paste', openPastedFiles);
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

/** Opens example files, which are fetched or drawn on demand. */
const ExampleButton = ({ tool, onGive }: { tool: Tool; onGive: OnFiles }) => {
  const [isBusy, setBusy] = useState(false);
  const loadExample = async (): Promise<void> => {
    setBusy(true);
    try {
      const { loadExampleFiles } = await import('./example/load.ts');
      onGive(await loadExampleFiles(tool));
    } catch {
      toast.error('示例没有取到，请重试');
    }
    setBusy(false);
  };
  return (
    <button type="button" className="button" aria-busy={isBusy} onClick={() => void loadExample()}>
      用示例试试
    </button>
  );
};

/** Shown before a file is opened. */
export const StartPanel = ({
  tool,
  isOver,
  opening,
  onGive,
}: {
  tool: Tool;
  isOver: boolean;
  opening: number;
  onGive: OnFiles;
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
