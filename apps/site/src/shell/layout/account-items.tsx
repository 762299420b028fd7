import { Link } from '@tanstack/react-router';
import { Icon } from '@yunbiao/ui/icon.tsx';
import { createOnDemandComponent } from '../../kit/site/on-demand.ts';
import { useSite } from '../../kit/site/site.tsx';

const WHOLE = { exact: true, includeSearch: false } as const;

/** Loaded when the menu is opened. */
const OwnPlan = createOnDemandComponent(async () => (await import('./own-plan.tsx')).OwnPlan);

type AccountItemsProps = { alias: string; name: string; close: () => void };

/** What the menu of a signed-in member contains. */
export const AccountItems = ({ alias, name, close }: AccountItemsProps) => {
  const { session } = useSite();
  return (
    <>
      <div className="menu-member">
        <b>{name}</b>
        {alias && (
          <span aria-live="polite">
            <OwnPlan />
          </span>
        )}
      </div>
      <hr />
      {alias && (
        <Link to="/$soft/user" params={{ soft: alias }} activeOptions={WHOLE} onClick={close}>
          <Icon name="user" />
          用户中心
        </Link>
      )}
      {alias && (
        <Link to="/$soft/user/print" params={{ soft: alias }} onClick={close}>
          <Icon name="print" />
          立即打印
        </Link>
      )}
      {alias && (
        <Link to="/$soft/tools/temp" params={{ soft: alias }} search={{ own: '1' }} onClick={close}>
          <Icon name="edit" />
          我的模板
        </Link>
      )}
      {alias && (
        <Link to="/$soft/user/order" params={{ soft: alias }} onClick={close}>
          <Icon name="file" />
          订单
        </Link>
      )}
      {alias && <hr />}
      <button
        type="button"
        onClick={() => {
          close();
          void session.logout({ ask: true });
        }}
      >
        <Icon name="exit" />
        退出登录
      </button>
    </>
  );
};
