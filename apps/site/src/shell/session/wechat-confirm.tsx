import { useNavigate, useRouterState } from '@tanstack/react-router';
import type { CallOutput } from '@yunbiao/contract';
import { Dialog } from '@yunbiao/ui';
import { useEffect, useState } from 'react';
import { useSite } from '../../kit/site/site.tsx';
import './login-dialog.css';

type SignInRequest = CallOutput<'wechatAsk'>;

const ACTS = { login: '登录', bind: '绑定', pay: '付款' } as const;

const describeConfirmResult = (allow: boolean, { purpose }: SignInRequest): string =>
  allow ? `已允许${ACTS[purpose]}，请回到原来的网页。` : '已取消，可以关闭这个页面。';

const getConfirmQuestion = ({ purpose, host, username }: SignInRequest): string => {
  const devicePlace = host ? `在 ${host} ` : '在这台设备上';
  if (purpose === 'bind')
    return `把你的微信绑定到${host && ` ${host} 上的`}云标账号“${username}”？`;
  return purpose === 'pay'
    ? `${devicePlace}用你的微信付款？`
    : `${devicePlace}用你的微信登录云标？`;
};

/** Account name, if known. */
const describeAccount = ({ purpose, host, username, nickname }: SignInRequest): string => {
  if (!host || purpose !== 'login') return '';
  if (username) return `登录的是账号“${username}”。`;
  return `会用微信“${nickname}”注册一个新账号。`;
};

const Question = ({
  asked,
  onAnswer,
}: {
  asked: SignInRequest;
  onAnswer: (allow: boolean) => void;
}) => (
  <>
    <p className="strong">{getConfirmQuestion(asked)}</p>
    <p className="medium">
      {describeAccount(asked)}
      {asked.device}
      {asked.address && `，网络地址 ${asked.address}`}
    </p>
    <p className="small quiet">
      {asked.host && `你刚才不是在 ${asked.host} 操作，或者`}不是你本人在操作，就点取消。
    </p>
    <div className="wechat-acts">
      <button type="button" className="button" onClick={() => onAnswer(false)}>
        取消
      </button>
      <button type="button" className="button primary" onClick={() => onAnswer(true)}>
        允许{ACTS[asked.purpose]}
      </button>
    </div>
  </>
);

/**
 * `?login=confirm#key`: confirmation on the phone from the chat with the official account, or on
 * the main host after returning from WeChat, to sign in on a custom domain.
 */
export const WechatConfirm = () => {
  const site = useSite();
  const navigate = useNavigate();
  const { pathname, hash } = useRouterState({ select: (state) => state.location });
  const [signInRequest, setAsked] = useState<SignInRequest | null>(null);
  const [words, setWords] = useState('');
  useEffect(() => {
    let isWanted = true;
    void site
      .createApi('')
      .call('wechatAsk', { key: hash })
      .then((reply) => {
        if (!isWanted) return;
        if (reply.state === 'ok') setAsked(reply.data);
        else setWords(reply.msg);
      });
    return () => void (isWanted = false);
  }, [site, hash]);
  const answerWechatRequest = async (allow: boolean): Promise<void> => {
    if (!signInRequest) return;
    const reply = await site.createApi('').call('wechatAnswer', { key: hash, allow });
    if (reply.state === 'ok' && reply.data.to) return location.replace(reply.data.to);
    setWords(reply.state === 'ok' ? describeConfirmResult(allow, signInRequest) : reply.msg);
  };
  return (
    <Dialog title="微信登录" onClose={() => void navigate({ href: pathname, replace: true })}>
      <div className="wechat wechat-box">
        {words ? (
          <p role="status">{words}</p>
        ) : signInRequest ? (
          <Question asked={signInRequest} onAnswer={(allow) => void answerWechatRequest(allow)} />
        ) : (
          <p role="status">正在读取…</p>
        )}
      </div>
    </Dialog>
  );
};
