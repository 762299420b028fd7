import { useRouterState } from '@tanstack/react-router';
import type { CallOutput } from '@yunbiao/contract';
import type { Envelope } from '@yunbiao/contract/core/envelope';
import { DELETION_DAYS, REAUTHENTICATION_MINUTES } from '@yunbiao/contract/limits/account';
import { Dialog } from '@yunbiao/ui';
import { useTimeZone } from '@yunbiao/ui/clock.ts';
import { formatFullDay } from '@yunbiao/ui/rel-time.ts';
import { Status, type StatusKind } from '@yunbiao/ui/status.tsx';
import { toast } from '@yunbiao/ui/overlay/toast.ts';
import { LoadError } from '@yunbiao/ui/load-error.tsx';
import { useCallback, useEffect, useState } from 'react';
import type { Errors } from '../../kit/form/form-state.ts';
import { sendForm } from '../../kit/form/send-form.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { preloadValidationSchemas } from '../../kit/form/validate.ts';
import { useApi, useSite } from '../../kit/site/site.tsx';
import { useCommonSiteData } from '../../kit/site/use-common.ts';
import type { WechatScanResult } from '../../kit/wechat/use-scene-code.ts';
import { WechatPanel } from '../../kit/wechat/wechat-panel.tsx';
import type { UserInfo } from './draft.ts';
import { PasswordField } from './secret-form.tsx';
import css from './profile.module.css';
import { DialogButtons } from '../../kit/form/dialog-buttons.tsx';

type Info = CallOutput<'deletionInfo'>;
type Line = { kind: StatusKind; text: string };

const createCountLine = (kind: StatusKind, count: number, text: string): Line[] =>
  count > 0 ? [{ kind, text }] : [];

/** Lists data that is deleted, data that is anonymized, and open issues. */
const listDeletionEffects = ({ lost, money }: Info, zone: string | undefined): Line[] => [
  ...money.vips.map(({ software, expiresAt }): Line => ({
    kind: 'failed',
    text: `${software}的 VIP 到 ${formatFullDay(expiresAt, zone)}才到期，剩下的天数不退`,
  })),
  ...createCountLine(
    'uncertain',
    money.refunds,
    `${money.refunds} 笔退款还没有完：钱照原路退，你看不到结果了`,
  ),
  ...createCountLine(
    'uncertain',
    money.invoices,
    `${money.invoices} 张发票还没有开：照样开，发到你留的邮箱`,
  ),
  ...createCountLine('failed', money.pendingOrders, `${money.pendingOrders} 笔没付的订单会关闭`),
  ...createCountLine('failed', lost.waitingLabels, `${lost.waitingLabels} 张没打印的标签不再打印`),
  ...createCountLine('failed', lost.clients, `${lost.clients} 台打印客户端断开，不能再用`),
  ...createCountLine(
    'failed',
    lost.apiKeys,
    `${lost.apiKeys} 个 API 密钥作废，用它们的系统不能再打印`,
  ),
  ...createCountLine('failed', lost.templates, `${lost.templates} 个模板和旧版本删除`),
  ...createCountLine(
    'failed',
    lost.labels,
    `${lost.labels.toLocaleString('zh-CN')} 张标签的记录删除`,
  ),
  ...createCountLine('failed', lost.pictures, `${lost.pictures} 张图片删除，问答里的也一样`),
  ...createCountLine('off', lost.posts, `${lost.posts} 条问答留下，署名变成“已注销用户”`),
];

const ALWAYS: readonly Line[] = [
  { kind: 'failed', text: '个人资料、绑定的微信、通知和各处的登录删除' },
  { kind: 'off', text: '订单和付款的记录照法律留着，安全记录留半年' },
];

const DeletionEffects = ({ info }: { info: Info }) => {
  const zone = useTimeZone();
  return (
    <ul className={css.lose}>
      {[...listDeletionEffects(info, zone), ...ALWAYS].map(({ kind, text }) => (
        <li key={text}>
          <Status kind={kind}>{text}</Status>
        </li>
      ))}
    </ul>
  );
};

/** Members without a password sign in again to confirm their identity. */
const SignInAgain = ({ info, onDone }: { info: UserInfo; onDone: () => void }) => {
  const site = useSite();
  const to = useRouterState({ select: (state) => state.location.pathname });
  const wechatMethods = useCommonSiteData()?.switches.wechat;
  const signInAgain = async ({ token, userInfo }: WechatScanResult): Promise<void> => {
    if (userInfo?.id !== info.id) return void toast.error('这是另一个账号的微信');
    await site.session.signIn({ token, userInfo }, true);
    onDone();
  };
  if (!wechatMethods) return null;
  if (wechatMethods.length === 0)
    return <p className="medium">先在“密码”里设一个密码，再来注销：本站现在不能用微信登录。</p>;
  return (
    <>
      <p className="medium">先用微信重新登录一次，{REAUTHENTICATION_MINUTES}&nbsp;分钟内再申请。</p>
      <WechatPanel ways={wechatMethods} to={to} onDone={(result) => void signInAgain(result)} />
    </>
  );
};

const useRequestAccountDeletion = (hasPassword: boolean, onLeft: () => void) => {
  const api = useApi();
  const { session } = useSite().stores;
  const form = useForm({ password: '' });
  useEffect(preloadValidationSchemas, []);
  const deleteAccount = async (): Promise<Errors | null> => {
    const { password } = form.getState().values;
    const inputErrors: Errors = hasPassword && !password ? { password: '请填写现在的密码' } : {};
    const { data, errors } = await sendForm(api, 'deletionAsk', hasPassword ? { password } : {}, {
      wrong: inputErrors,
    });
    if (!data) return errors;
    form.finish();
    session.set((now) => ({ ...now, userInfo: data }));
    toast.success(`已申请注销，${DELETION_DAYS} 天内都能撤销`);
    onLeft();
    return null;
  };
  return { form, act: deleteAccount };
};

const DeletionRequestForm = ({ info, onClose }: { info: UserInfo; onClose: () => void }) => {
  const { form, act } = useRequestAccountDeletion(info.hasPassword, onClose);
  return (
    <form className={css.leave} aria-label="注销账号" {...form.getFormProps(act)}>
      <input name="username" autoComplete="username" defaultValue={info.username} hidden />
      {info.hasPassword && (
        <PasswordField
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
        <DialogButtons act="申请注销" kind="danger" isBusy={form.isBusy} onCancel={onClose} />
      </div>
    </form>
  );
};

/** Shows the consequences and asks for confirmation. */
export const DeleteAccountDialog = ({ info, onClose }: { info: UserInfo; onClose: () => void }) => {
  const api = useApi();
  const [reply, setReply] = useState<Envelope<Info> | null>(null);
  const loadDeletionInfo = useCallback(
    async () => setReply(await api.call('deletionInfo', {})),
    [api],
  );
  useEffect(() => void loadDeletionInfo(), [loadDeletionInfo]);
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
          <LoadError
            title="没有查到账号里有什么"
            reason={reply.msg}
            requestId={reply.data?.requestId}
            onRetry={() => void loadDeletionInfo()}
          />
        )}
        {reply?.state === 'ok' && (
          <>
            <p className="medium">
              {DELETION_DAYS}&nbsp;天以后删除，在那以前登录就能撤销；过了就找不回来：
            </p>
            <DeletionEffects info={reply.data} />
            {mayAsk ? (
              <DeletionRequestForm info={info} onClose={onClose} />
            ) : (
              <SignInAgain info={info} onDone={() => void loadDeletionInfo()} />
            )}
          </>
        )}
      </div>
    </Dialog>
  );
};
