import { CopyButton } from '@yunbiao/ui/copy-button.tsx';
import { Dialog } from '@yunbiao/ui/dialog.tsx';
import { Field } from '@yunbiao/ui/field.tsx';
import { useEffect, useState } from 'react';
import { sayFailure } from '../../../kit/page/say-failure.ts';
import { useShareLink } from '../../../kit/label/share-link.ts';
import { useApi } from '../../../kit/site/site.tsx';

/** A link to a template as it was last saved: who has it opens a copy. It works until it is taken back. */
export const ShareDialog = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const api = useApi();
  const linkTo = useShareLink();
  const [code, setCode] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(true);
  const ask = async (isShared: boolean): Promise<void> => {
    setBusy(true);
    const reply = await api.call('shareTemplate', { id, isShared });
    setBusy(false);
    if (reply.state === 'fail') return sayFailure(reply);
    setCode(reply.data.code);
    if (!isShared) onClose();
  };
  useEffect(() => {
    void ask(true);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- opened for one template
  }, []);
  const link = code === null ? '' : linkTo(code);
  return (
    <Dialog title="分享模板" shape="wide" maxWidth={560} onClose={onClose}>
      <p>有这个链接的人能打开一份副本，改不到你的模板；不登录也能用。分享的是最后保存的样子。</p>
      <Field label="链接">
        {({ id: field }) => (
          <div className="field-box">
            <input id={field} readOnly value={link} onFocus={(event) => event.target.select()} />
            {link && <CopyButton text={link} what="链接" />}
          </div>
        )}
      </Field>
      <div className="row">
        <button
          type="button"
          className="button destructive"
          disabled={isBusy}
          onClick={() => void ask(false)}
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
