import { SHARE_REWARD_LABELS, SHARE_VIP_DAYS } from '@yunbiao/contract/limits/account';
import { useState } from 'react';
import { removeShareCode, getStoredShareCode } from './share-code.ts';

/** Note that the registration uses a share code, with a button to remove it. */
export const ShareNote = () => {
  const [code, setCode] = useState(getStoredShareCode);
  if (!code) return null;
  const declineShareCode = (): void => {
    removeShareCode();
    setCode('');
  };
  return (
    <p className="small quiet">
      你由分享码 {code} 邀请：注册后第一次付款或在自己的打印机上打印满 {SHARE_REWARD_LABELS}
      &nbsp;张，你们各得 {SHARE_VIP_DAYS}&nbsp;天 VIP。
      <button type="button" className="bare link" onClick={declineShareCode}>
        不使用
      </button>
    </p>
  );
};
