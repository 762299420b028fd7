import { formatBytes } from '@yunbiao/contract/site/file-size';
import { Hash } from '@yunbiao/ui/hash.tsx';
import { Meter } from '@yunbiao/ui/label/meter.tsx';
import { Status } from '@yunbiao/ui/status.tsx';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import type { DownloadFile } from '../../../../kit/software/files.ts';
import css from './check.module.css';
import { identifyFile, type Verdict } from './identify-file.ts';

type State =
  | { step: 'idle' }
  | { step: 'reading'; name: string; size: number; bytes: number }
  | { step: 'done'; name: string; sha256: string; verdict: Verdict }
  | { step: 'failed'; name: string };

/** Checks one file at a time. A new file cancels the previous check. */
const useFileCheck = (knownFiles: readonly DownloadFile[], expected: DownloadFile | undefined) => {
  const [state, setState] = useState<State>({ step: 'idle' });
  const under = useRef<AbortController>(undefined);
  const cancelCheck = (): void => {
    under.current?.abort();
    setState({ step: 'idle' });
  };
  useEffect(() => () => under.current?.abort(), []);
  const checkDownloadedFile = async (file: File): Promise<void> => {
    under.current?.abort();
    const controller = (under.current = new AbortController());
    const { name, size } = file;
    setState({ step: 'reading', name, size, bytes: 0 });
    try {
      // Loaded with the first checked file.
      const { hashFileInWorker } = await import('./hash-file.ts');
      controller.signal.throwIfAborted();
      const onBytes = (bytes: number): void => setState({ step: 'reading', name, size, bytes });
      const sha256 = await hashFileInWorker(file, { onBytes, signal: controller.signal });
      setState(
        sha256 === null
          ? { step: 'failed', name }
          : {
              step: 'done',
              name,
              sha256,
              verdict: identifyFile({ name, size, sha256 }, knownFiles, expected),
            },
      );
    } catch {
      if (!controller.signal.aborted) setState({ step: 'failed', name });
    }
  };
  return { state, check: checkDownloadedFile, cancel: cancelCheck };
};

const HashProgress = ({
  state: { name, size, bytes },
  onCancel,
}: {
  state: Extract<State, { step: 'reading' }>;
  onCancel: () => void;
}) => {
  const percent = size > 0 ? Math.floor((bytes / size) * 100) : 0;
  return (
    <>
      <p className={css.name}>{name}</p>
      <p className={css.row}>
        <span className="small faint">
          {formatBytes(bytes)} / {formatBytes(size)}
        </span>
        <button type="button" className="bare" onClick={onCancel}>
          取消
        </button>
      </p>
      <Meter label={`正在核对 ${name}`} percent={percent} />
    </>
  );
};

const CheckResult = ({ state }: { state: Extract<State, { step: 'done' | 'failed' }> }) => (
  <>
    <p className={css.name}>{state.name}</p>
    {state.step === 'failed' ? (
      <p>
        <Status kind="failed">读不了这个文件</Status>
        <span className="quiet">请选一个文件，不要选文件夹。</span>
      </p>
    ) : (
      <>
        <p>
          <Status kind={state.verdict.kind}>{state.verdict.title}</Status>
        </p>
        <p className="quiet">{state.verdict.advice}</p>
        {state.verdict.kind === 'failed' && <Hash value={state.sha256} />}
      </>
    )}
  </>
);

/**
 * Verifies a downloaded file against the released files. The file never leaves the visitor's
 * machine.
 */
export const CheckFile = ({
  known,
  expected,
}: {
  /** All released files, latest version first. */
  known: readonly DownloadFile[];
  /** The file of this page. */
  expected?: DownloadFile;
}) => {
  const { state, check, cancel } = useFileCheck(known, expected);
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const checkFirstFile = (files: FileList | null): void => {
    const [file] = files ?? [];
    if (file) void check(file);
  };
  const checkDroppedFile = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    checkFirstFile(event.dataTransfer.files);
  };
  return (
    <div>
      <h2 className="section-title">核对下载好的文件</h2>
      <p className="quiet">在浏览器里算出 SHA-256 来比，文件不会上传。</p>
      <div
        className={`plate ${css.drop} ${over ? css.over : ''}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={checkDroppedFile}
      >
        <div className={css.state} aria-live="polite">
          {state.step === 'idle' && <p className="quiet">把文件拖到这里，或者</p>}
          {state.step === 'reading' && <HashProgress state={state} onCancel={cancel} />}
          {(state.step === 'done' || state.step === 'failed') && <CheckResult state={state} />}
        </div>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="下载好的文件"
          onChange={(event) => {
            checkFirstFile(event.target.files);
            // Reset, so that selecting the same file again triggers a change event.
            event.target.value = '';
          }}
        />
        {state.step !== 'reading' && (
          <button
            type="button"
            className="button compact"
            data-file=""
            onClick={() => input.current?.click()}
          >
            {state.step === 'idle' ? '选择文件' : '更换文件'}
          </button>
        )}
      </div>
    </div>
  );
};
