import { useRouterState } from '@tanstack/react-router';
import { stringifySearch } from '../../kit/site/search.ts';
import { useSite } from '../../kit/site/site.tsx';
import type { WechatScanResult } from '../../kit/wechat/use-scene-code.ts';
import { WechatPanel } from '../../kit/wechat/wechat-panel.tsx';
import type { Common } from '../../kit/site/stores.ts';
import { LegalLink } from './legal-link.tsx';
import { parseSameSitePath } from './parse-own-path.ts';

/** Path after returning from WeChat: the target of the sign-in, or the current page. */
const useReturnPath = (): string => {
  const location = useRouterState({ select: (state) => state.location });
  const { login: _, to, ...rest } = location.search as Record<string, unknown>;
  return parseSameSitePath(to) ?? location.pathname + stringifySearch(rest);
};

type Props = {
  ways: Common['switches']['wechat'] | null;
  legal: Common['legal'];
  onBack: () => void;
};

/** Scene 2 of the dialog: WeChat. */
export const WechatScene = ({ ways, legal, onBack }: Props) => {
  const site = useSite();
  const to = useReturnPath();
  const signInWhenDone = ({ token, userInfo }: WechatScanResult): void => {
    if (userInfo) void site.session.signIn({ token, userInfo }, true);
  };
  if (ways === null) return null;
  if (ways.length === 0)
    return (
      <div className="wechat">
        <p className="strong">微信登录未开通</p>
        <p className="medium quiet">本站还没有接入微信，请用用户名和密码登录。</p>
        <button type="button" className="button" onClick={onBack}>
          用密码登录
        </button>
      </div>
    );
  return (
    <div className="wechat">
      <WechatPanel ways={ways} to={to} onDone={signInWhenDone} />
      <p className="small quiet">
        第一次用微信登录会注册一个账号，即表示同意<LegalLink id={legal.termsId}>用户协议</LegalLink>
        和<LegalLink id={legal.privacyId}>隐私政策</LegalLink>。
      </p>
    </div>
  );
};
