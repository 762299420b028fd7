import { useNavigate, useRouterState } from '@tanstack/react-router';
import type { CallOutput } from '@yunbiao/contract';
import { Dialog } from '@yunbiao/ui';
import { useEffect, useState } from 'react';
import { useSite } from '../../kit/site/site.tsx';
import './login-dialog.css';

type Asked = CallOutput<'wechatAsk'>;

const doneWords = (allow: boolean, { purpose }: Asked): string =>
  allow
    ? `已允许${purpose === 'bind' ? '绑定' : '登录'}，请回到原来的网页。`
    : '已取消，可以关闭这个页面。';

const Question = ({ asked, onAnswer }: { asked: Asked; onAnswer: (allow: boolean) => void }) => (
  <>
    <p className="strong">
      {asked.purpose === 'bind'
        ? `把你的微信绑定到云标账号“${asked.username}”？`
        : '在这台设备上用你的微信登录云标？'}
    </p>
    <p className="medium">
      {asked.device}
      {asked.address && `，网络地址 ${asked.address}`}
    </p>
    <p className="small quiet">不是你本人在操作，就点取消。</p>
    <div className="wechat-acts">
      <button type="button" className="button primary" onClick={() => onAnswer(true)}>
        {asked.purpose === 'bind' ? '允许绑定' : '允许登录'}
      </button>
      <button type="button" className="button" onClick={() => onAnswer(false)}>
        取消
      </button>
    </div>
  </>
);

/** `?login=confirm#key`: on the phone, from the chat with the official account. */
export const WechatConfirm = () => {
  const site = useSite();
  const navigate = useNavigate();
  const { pathname, hash: key } = useRouterState({ select: (state) => state.location });
  const [asked, setAsked] = useState<Asked | null>(null);
  const [words, setWords] = useState('');
  useEffect(() => {
    let isWanted = true;
    void site
      .api('')
      .call('wechatAsk', { key })
      .then((reply) => {
        if (!isWanted) return;
        if (reply.state === 'ok') setAsked(reply.data);
        else setWords(reply.msg);
      });
    return () => void (isWanted = false);
  }, [site, key]);
  const answer = async (allow: boolean): Promise<void> => {
    if (!asked) return;
    const reply = await site.api('').call('wechatAnswer', { key, allow });
    setWords(reply.state === 'ok' ? doneWords(allow, asked) : reply.msg);
  };
  return (
    <Dialog title="微信登录" onClose={() => void navigate({ href: pathname, replace: true })}>
      <div className="wechat wechat-box">
        {words ? (
          <p role="status">{words}</p>
        ) : asked ? (
          <Question asked={asked} onAnswer={(allow) => void answer(allow)} />
        ) : (
          <p role="status">正在读取…</p>
        )}
      </div>
    </Dialog>
  );
};
