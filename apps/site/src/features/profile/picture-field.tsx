import { Meter } from '@yunbiao/ui/meter.tsx';
import { Status } from '@yunbiao/ui/status.tsx';
import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react';
import { IMAGE_ACCEPT, findRefusal, useUploadImage } from '../../kit/upload/upload-image.ts';
import { onDemand } from '../../kit/site/on-demand.ts';
import css from './profile.module.css';

const CropDialog = onDemand(async () => (await import('./crop/crop-dialog.tsx')).CropDialog);

type Step = { step: 'idle' } | { step: 'sending'; share: number } | { step: 'failed'; msg: string };

type Told = { onChange: (url: string) => void; onSending: (sending: boolean) => void };

const usePicture = (usage: 'avatar' | 'cover', { onChange, onSending }: Told) => {
  const upload = useUploadImage();
  const [state, setState] = useState<Step>({ step: 'idle' });
  const under = useRef<AbortController>(undefined);
  useEffect(() => () => under.current?.abort(), []);
  const cancel = (): void => {
    under.current?.abort();
    setState({ step: 'idle' });
    onSending(false);
  };
  const send = async (file: File): Promise<void> => {
    under.current?.abort();
    const mine = (under.current = new AbortController());
    const onProgress = (share: number): void => setState({ step: 'sending', share });
    onProgress(0);
    onSending(true);
    const result = await upload({ file, usage, onProgress, signal: mine.signal });
    if (mine.signal.aborted) return;
    onSending(false);
    setState(result.ok ? { step: 'idle' } : { step: 'failed', msg: result.msg });
    if (result.ok) onChange(result.url);
  };
  const say = (msg: string): void => setState({ step: 'failed', msg });
  return { state, send, say, cancel, forget: () => setState({ step: 'idle' }) };
};

type PictureFieldProps = {
  usage: 'avatar' | 'cover';
  label: string;
  hint: string;
  /** Address; '' for none. */
  value: string;
  /** Shown where there is no picture. */
  letter: string;
  error: string | undefined;
} & Told;

/** A picture that is sent as soon as it is chosen and cut to shape, and shown; it becomes the member's with the rest of the form. */
export const PictureField = ({
  usage,
  label,
  hint,
  value,
  letter,
  error,
  ...told
}: PictureFieldProps) => {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { state, send, say, cancel, forget } = usePicture(usage, told);
  const [chosen, setChosen] = useState<File | null>(null);
  const close = (): void => setChosen(null);
  const choose = (event: ChangeEvent<HTMLInputElement>): void => {
    const [file] = event.target.files ?? [];
    forget();
    const refused = file ? findRefusal(file) : '';
    if (refused) say(refused);
    else if (file) setChosen(file);
    event.target.value = '';
  };
  const wrong = state.step === 'failed' ? state.msg : error;
  return (
    <div
      className={`span-6 ${css.picture} ${usage === 'cover' ? css.banner : ''}`}
      role="group"
      aria-labelledby={`${id}l`}
    >
      <span id={`${id}l`} className={css.label}>
        {label}
      </span>
      <div className={css[usage]}>
        {value ? <img src={value} alt={label} /> : <span aria-hidden="true">{letter}</span>}
      </div>
      <div className={css.side}>
        <div className={css.acts}>
          <input
            ref={input}
            type="file"
            accept={IMAGE_ACCEPT}
            hidden
            aria-label={`选择${label}`}
            onChange={choose}
          />
          {state.step === 'sending' ? (
            <button type="button" className="button compact" onClick={cancel}>
              取消上传
            </button>
          ) : (
            <button
              type="button"
              className="button compact"
              data-wrong={wrong ? true : undefined}
              aria-describedby={wrong ? `${id}e` : `${id}h`}
              data-file=""
              onClick={() => input.current?.click()}
            >
              {value ? `换${label}` : `上传${label}`}
            </button>
          )}
          {value && state.step !== 'sending' && (
            <button
              type="button"
              className="button compact destructive"
              onClick={() => {
                forget();
                told.onChange('');
              }}
            >
              移除
            </button>
          )}
        </div>
        {state.step === 'sending' && (
          <Meter className={css.meter} label={`正在上传${label}`} percent={state.share * 100} />
        )}
        {wrong ? (
          <p className="field-err" id={`${id}e`} role="alert">
            <Status kind="failed">{wrong}</Status>
          </p>
        ) : (
          <small className="faint" id={`${id}h`}>
            {hint}
          </small>
        )}
      </div>
      {chosen && (
        <CropDialog
          usage={usage}
          file={chosen}
          onDone={(cut) => {
            close();
            void send(cut);
          }}
          onTrouble={(why) => {
            close();
            say(why);
          }}
          onClose={close}
          onGiveUp={close}
        />
      )}
    </div>
  );
};
