import { useRouterState } from '@tanstack/react-router';
import type { CallOutput } from '@yunbiao/contract';
import type { Envelope } from '@yunbiao/contract/envelope';
import { DELETION_DAYS, FRESH_MINUTES } from '@yunbiao/contract/limits/account';
import { Dialog } from '@yunbiao/ui';
import { useZone } from '@yunbiao/ui/clock.ts';
import { wholeDay } from '@yunbiao/ui/rel-time.ts';
import { Status, type StatusKind } from '@yunbiao/ui/status.tsx';
import { toast } from '@yunbiao/ui/toast.ts';
import { Trouble } from '@yunbiao/ui/trouble.tsx';
import { useCallback, useEffect, useState } from 'react';
import type { Errors } from '../../kit/form/form-state.ts';
import { sendForm } from '../../kit/form/send-form.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { prepareValidation } from '../../kit/form/validate.ts';
import { useApi, useSite } from '../../kit/site/site.tsx';
import { useCommon } from '../../kit/site/use-common.ts';
import type { Done } from '../../kit/wechat/use-scene-code.ts';
import { WechatPanel } from '../../kit/wechat/wechat-panel.tsx';
import type { UserInfo } from './draft.ts';
import { Secret } from './secret-form.tsx';
import css from './profile.module.css';

type Info = CallOutput<'deletionInfo'>;
type Line = { kind: StatusKind; text: string };

const some = (kind: StatusKind, count: number, text: string): Line[] =>
  count > 0 ? [{ kind, text }] : [];

/** What goes, what stays without a name, and what is not done with. */
const listLines = ({ lost, money }: Info, zone: string | undefined): Line[] => [
  ...money.vips.map(({ software, expiresAt }): Line => ({
    kind: 'failed',
    text: `${software}的 VIP 到 ${wholeDay(expiresAt, zone)}才到期，剩下的天数不退`,
  })),
  ...some(
    'uncertain',
    money.refunds,
    `${money.refunds} 笔退款还没有完：钱照原路退，你看不到结果了`,
  ),
  ...some('uncertain', money.invoices, `${money.invoices} 张发票还没有开：照样开，发到你留的邮箱`),
  ...some('failed', money.pendingOrders, `${money.pendingOrders} 笔没付的订单会关闭`),
  ...some('failed', lost.waitingLabels, `${lost.waitingLabels} 张没印的标签不再印`),
  ...some('failed', lost.clients, `${lost.clients} 台打印客户端断开，不能再用`),
  ...some('failed', lost.apiKeys, `${lost.apiKeys} 个 API 密钥作废，用它们的系统不能再打印`),
  ...some('failed', lost.templates, `${lost.templates} 个模板和旧版本删除`),
  ...some('failed', lost.labels, `${lost.labels.toLocaleString('zh-CN')} 张标签的记录删除`),
  ...some('failed', lost.pictures, `${lost.pictures} 张图片删除，问答里的也一样`),
  ...some('off', lost.posts, `${lost.posts} 条问答留下，署名变成“已注销用户”`),
];

const ALWAYS: readonly Line[] = [
  { kind: 'failed', text: '个人资料、绑定的微信、通知和各处的登录删除' },
  { kind: 'off', text: '订单和付款的记录照法律留着，安全记录留半年' },
];

const Lines = ({ info }: { info: Info }) => {
  const zone = useZone();
  return (
    <ul className={css.lose}>
      {[...listLines(info, zone), ...ALWAYS].map(({ kind, text }) => (
        <li key={text}>
          <Status kind={kind}>{text}</Status>
        </li>
      ))}
    </ul>
  );
};

/** Who has no password signs in once more, as who it is. */
const SignInAgain = ({ info, onDone }: { info: UserInfo; onDone: () => void }) => {
  const site = useSite();
  const to = useRouterState({ select: (state) => state.location.pathname });
  const ways = useCommon()?.switches.wechat;
  const enter = async ({ token, userInfo }: Done): Promise<void> => {
    if (userInfo?.id !== info.id) return void toast.error('这是另一个账号的微信');
    await site.session.signIn({ token, userInfo }, true);
    onDone();
  };
  if (!ways) return null;
  if (ways.length === 0)
    return <p className="medium">先在“密码”里设一个密码，再来注销：本站现在不能用微信登录。</p>;
  return (
    <>
      <p className="medium">先用微信重新登录一次，{FRESH_MINUTES}&nbsp;分钟内再申请。</p>
      <WechatPanel ways={ways} to={to} onDone={(done) => void enter(done)} />
    </>
  );
};

const useLeave = (hasPassword: boolean, onLeft: () => void) => {
  const api = useApi();
  const { session } = useSite().stores;
  const form = useForm({ password: '' });
  useEffect(prepareValidation, []);
  const act = async (): Promise<Errors | null> => {
    const { password } = form.now().values;
    const wrong: Errors = hasPassword && !password ? { password: '请填写现在的密码' } : {};
    const { data, errors } = await sendForm(api, 'deletionAsk', hasPassword ? { password } : {}, {
      wrong,
    });
    if (!data) return errors;
    form.finish();
    session.set((now) => ({ ...now, userInfo: data }));
    toast.success(`已申请注销，${DELETION_DAYS} 天内都能撤销`);
    onLeft();
    return null;
  };
  return { form, act };
};

const AskForm = ({ info, onClose }: { info: UserInfo; onClose: () => void }) => {
  const { form, act } = useLeave(info.hasPassword, onClose);
  return (
    <form className={css.leave} aria-label="注销账号" {...form.props(act)}>
      <input name="username" autoComplete="username" defaultValue={info.username} hidden />
      {info.hasPassword && (
        <Secret
          label="现在的密码"
          name="password"
          autoComplete="current-password"
          value={form.values.password}
          error={form.errors.password}
          hint="核对是你本人。"
          onChange={(password) => form.set({ password })}
        />
      )}
      <div className={css.row}>
        <button type="button" className="button" onClick={onClose}>
          留着
        </button>
        <button type="submit" className="button danger" aria-disabled={form.isBusy}>
          申请注销
        </button>
      </div>
    </form>
  );
};

/** Says what is lost, and asks once. */
export const LeaveDialog = ({ info, onClose }: { info: UserInfo; onClose: () => void }) => {
  const api = useApi();
  const [reply, setReply] = useState<Envelope<Info> | null>(null);
  const load = useCallback(async () => setReply(await api.call('deletionInfo', {})), [api]);
  useEffect(() => void load(), [load]);
  const mayAsk = reply?.state === 'ok' && (info.hasPassword || reply.data.isFresh);
  return (
    <Dialog title="注销账号？" shape="wide" maxWidth={520} onClose={onClose}>
      <div className={css.leave}>
        {reply === null && (
          <p className="small quiet" aria-live="polite">
            正在查账号里有什么…
          </p>
        )}
        {reply?.state === 'fail' && (
          <Trouble
            what="没有查到账号里有什么"
            why={reply.msg}
            requestId={reply.data?.requestId}
            onRetry={() => void load()}
          />
        )}
        {reply?.state === 'ok' && (
          <>
            <p className="medium">
              {DELETION_DAYS}&nbsp;天以后删除，在那以前登录就能撤销；过了就找不回来：
            </p>
            <Lines info={reply.data} />
            {mayAsk ? (
              <AskForm info={info} onClose={onClose} />
            ) : (
              <SignInAgain info={info} onDone={() => void load()} />
            )}
          </>
        )}
      </div>
    </Dialog>
  );
};
