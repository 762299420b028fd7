import { Dialog } from '@yunbiao/ui/overlay/dialog.tsx';
import { toast } from '@yunbiao/ui/overlay/toast.ts';
import { useId } from 'react';
import type { Errors } from '../../../kit/form/form-state.ts';
import { useForm } from '../../../kit/form/use-form.ts';
import { useApi } from '../../../kit/site/site.tsx';
import { describeForumFailure } from '../failure.ts';
import css from './report-dialog.module.css';
import { DialogButtons } from '../../../kit/form/dialog-buttons.tsx';

export type ReportDialogProps = {
  target: { postId: string } | { replyId: string };
  onClose: () => void;
};

const REASONS = [
  { id: 'spam', label: '广告或刷屏' },
  { id: 'abuse', label: '骂人、骚扰' },
  { id: 'privacy', label: '泄露姓名、电话、地址' },
  { id: 'offtopic', label: '和软件无关' },
  { id: 'other', label: '其他原因' },
] as const;

type Report = { reason: (typeof REASONS)[number]['id'] | ''; detail: string };

/** Asks for a reason and reports the post to staff. */
export const PostReportDialog = ({ target, onClose }: ReportDialogProps) => {
  const api = useApi();
  const group = useId();
  const form = useForm<Report>({ reason: '', detail: '' });
  const { values, errors, set } = form;
  const sendReport = async (): Promise<Errors | null> => {
    const { reason, detail } = form.getState().values;
    if (!reason) return { reason: '请选择举报的原因' };
    const reply = await api.call('askReport', { ...target, reason, detail });
    if (reply.state === 'fail') return { form: describeForumFailure(reply) };
    toast.success('已收到，工作人员会看');
    onClose();
    return null;
  };
  const error = errors.reason ?? errors.form;
  return (
    <Dialog title={'replyId' in target ? '举报这条回答' : '举报这个问题'} onClose={onClose}>
      <form {...form.getFormProps(sendReport)}>
        <div
          role="radiogroup"
          aria-label="原因"
          aria-invalid={errors.reason !== undefined}
          className={css.reasons}
        >
          {REASONS.map(({ id, label }, at) => (
            <label className="check" key={id}>
              <input
                type="radio"
                name={group}
                data-autofocus={at === 0 ? '' : undefined}
                checked={values.reason === id}
                onChange={() => set({ reason: id })}
              />
              {label}
            </label>
          ))}
        </div>
        <label className="field">
          <span>说明（选填）</span>
          <div className="field-box">
            <input
              value={values.detail}
              onChange={(event) => set({ detail: event.target.value })}
            />
          </div>
        </label>
        {error && (
          <p className="field-err" role="alert">
            {error}
          </p>
        )}
        <div className="acts">
          <DialogButtons act="举报" isBusy={form.isBusy} onCancel={onClose} />
        </div>
      </form>
    </Dialog>
  );
};
