import { CopyButton } from '@yunbiao/ui/copy-button.tsx';
import { Dialog } from '@yunbiao/ui/overlay/dialog.tsx';
import { Field } from '@yunbiao/ui/field.tsx';
import { useEffect, useState } from 'react';
import { showFailure } from '../../../kit/page/show-failure.ts';
import { useShareLinkBuilder } from '../../../kit/label/share-link.ts';
import { useApi } from '../../../kit/site/site.tsx';

/** Share link for the last saved version. It opens a copy and works until it is revoked. */
export const ShareDialog = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const api = useApi();
  const linkTo = useShareLinkBuilder();
  const [code, setCode] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(true);
  const requestShare = async (isShared: boolean): Promise<void> => {
    setBusy(true);
    const reply = await api.call('shareTemplate', { id, isShared });
    setBusy(false);
    if (reply.state === 'fail') return showFailure(reply);
    setCode(reply.data.code);
    if (!isShared) onClose();
  };
  useEffect(() => {
    void requestShare(true);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the dialog is opened for one template
  }, []);
  const link = code === null ? '' : linkTo(code);
  return (
    <Dialog title="分享模板" shape="wide" maxWidth={560} onClose={onClose}>
      <p>有这个链接的人能打开一份副本，改不到你的模板；不登录也能用。分享的是最后保存的样子。</p>
      <Field label="链接">
        {({ id: field }) => (
          <div className="field-box">
            <input id={field} readOnly value={link} onFocus={(event) => event.target.select()} />
            {link && <CopyButton text={link} targetName="链接" />}
          </div>
        )}
      </Field>
      <div className="row">
        <button
          type="button"
          className="button destructive"
          disabled={isBusy}
          onClick={() => void requestShare(false)}
        >
          停止分享
        </button>
        <button type="button" className="button primary" onClick={onClose}>
          完成
        </button>
      </div>
    </Dialog>
  );
};
