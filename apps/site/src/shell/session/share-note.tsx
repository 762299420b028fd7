import { SHARE_LABELS, SHARE_VIP_DAYS } from '@yunbiao/contract/limits/account';
import { useState } from 'react';
import { dropShareCode, keptShareCode } from './share-code.ts';

/** Whoever came by a link signs up with its code: that is said first, and may be declined. */
export const ShareNote = () => {
  const [code, setCode] = useState(keptShareCode);
  if (!code) return null;
  const decline = (): void => {
    dropShareCode();
    setCode('');
  };
  return (
    <p className="small quiet">
      你由分享码 {code} 邀请：注册后第一次付款或在自己的打印机上印满 {SHARE_LABELS}
      &nbsp;张，你们各得 {SHARE_VIP_DAYS}&nbsp;天 VIP。
      <button type="button" className="bare link" onClick={decline}>
        不用它
      </button>
    </p>
  );
};
