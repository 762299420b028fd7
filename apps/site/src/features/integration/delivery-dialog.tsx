import type { CallOutput } from '@yunbiao/contract';
import { Dialog } from '@yunbiao/ui';
import { CopyButton } from '@yunbiao/ui/copy-button.tsx';
import css from './integration.module.css';

/** Shows the body of a delivery, formatted for reading. */
export const DeliveryDialog = ({
  item: { messageId, body },
  onClose,
}: {
  item: CallOutput<'webhookDelivery'>;
  onClose: () => void;
}) => (
  <Dialog title="送出的内容" shape="wide" maxWidth={560} onClose={onClose}>
    <p className="small quiet">
      webhook-id <code className={css.name}>{messageId}</code>
    </p>
    <pre className={css.body}>{JSON.stringify(JSON.parse(body), null, 2)}</pre>
    <p className={css.acts}>
      <CopyButton text={body} targetName="原文">
        复制原文
      </CopyButton>
    </p>
  </Dialog>
);
