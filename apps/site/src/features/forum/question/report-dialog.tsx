import { Dialog } from '@yunbiao/ui/dialog.tsx';
import { toast } from '@yunbiao/ui/toast.ts';
import { type FormEvent, useId, useState } from 'react';
import { useApi } from '../../../shell/site.tsx';
import { reasonOf } from '../failure.ts';
import css from './report-dialog.module.css';

export type ReportDialogProps = {
  target: { postId: string } | { replyId: string };
  onClose: () => void;
};

const REASONS = [
  { id: 'spam', label: '广告或刷屏' },
  { id: 'abuse', label: '骂人、骚扰' },
  { id: 'privacy', label: '泄露姓名、电话、地址' },
  { id: 'offtopic', label: '和软件无关' },
  { id: 'other', label: '别的原因' },
] as const;

type Reason = (typeof REASONS)[number]['id'];

/** Asks why, and hands it to staff. */
export const ReportDialog = ({ target, onClose }: ReportDialogProps) => {
  const api = useApi();
  const group = useId();
  const [reason, setReason] = useState<Reason | null>(null);
  const [detail, setDetail] = useState('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    if (!reason) return setError('请选择举报的原因');
    setBusy(true);
    const reply = await api.call('askReport', { ...target, reason, detail });
    setBusy(false);
    if (reply.state === 'fail') return setError(reasonOf(reply));
    toast.success('已收到，工作人员会看');
    onClose();
  };
  return (
    <Dialog title={'replyId' in target ? '举报这条回答' : '举报这个问题'} onClose={onClose}>
      <form noValidate onSubmit={(event) => void send(event)}>
        <div
          role="radiogroup"
          aria-label="原因"
          aria-invalid={error !== '' && reason === null}
          className={css.reasons}
        >
          {REASONS.map(({ id, label }, at) => (
            <label className="ck" key={id}>
              <input
                type="radio"
                name={group}
                data-autofocus={at === 0 ? '' : undefined}
                checked={reason === id}
                onChange={() => {
                  setReason(id);
                  setError('');
                }}
              />
              {label}
            </label>
          ))}
        </div>
        <label className="f">
          <span>说明（选填）</span>
          <div className="in">
            <input
              value={detail}
              maxLength={300}
              onChange={(event) => setDetail(event.target.value)}
            />
          </div>
        </label>
        {error && (
          <p className="field-err" role="alert">
            {error}
          </p>
        )}
        <div className="acts">
          <button type="button" className="btn" onClick={onClose}>
            取消
          </button>
          <button type="submit" className="btn go" disabled={busy}>
            举报
          </button>
        </div>
      </form>
    </Dialog>
  );
};
