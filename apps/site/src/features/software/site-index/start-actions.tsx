import { Link } from '@tanstack/react-router';
import { Icon } from '@yunbiao/ui/icon.tsx';
import { useLastSoftwareAlias } from '../../../kit/site/last-software.ts';
import { LoginLink } from '../../../kit/site/login-link.tsx';
import { useSession } from '../../../kit/site/site.tsx';
import { StackedText } from '../../../kit/software/stacked-text.tsx';
import stack from '../../../kit/software/stacked-text.module.css';
import type { HomeSoftware } from '../home/home-data.ts';
import css from './start-actions.module.css';

type Softwares = readonly Pick<HomeSoftware, 'alias' | 'name'>[];

/** 立即打印 and the user area of the software used last, or of the first one. */
const MemberActions = ({ softwares, first }: { softwares: Softwares; first: string }) => {
  const lastAlias = useLastSoftwareAlias();
  const soft = softwares.some(({ alias }) => alias === lastAlias) ? lastAlias : first;
  return (
    <>
      <Link className="button primary big" to="/$soft/user/print" params={{ soft }}>
        <Icon name="print" />
        <span className={css.words}>
          去打印
          {softwares.length > 1 && (
            <span className={stack.pile}>
              {softwares.map(({ alias, name }) => (
                <StackedText key={alias} isShown={alias === soft}>
                  <small>{name}</small>
                </StackedText>
              ))}
            </span>
          )}
        </span>
      </Link>
      <Link className="button big" to="/$soft/user" params={{ soft }}>
        用户中心
      </Link>
    </>
  );
};

/**
 * First actions of the index page: printing for members, signing in and registering for visitors.
 * Both fill the same space, so that nothing moves when a visitor signs in on the page.
 */
export const StartActions = ({ softwares }: { softwares: Softwares }) => {
  const isLogin = useSession((session) => session.isLogin);
  const [first] = softwares;
  if (!first) return null;
  return (
    <div className={css.acts}>
      {isLogin ? (
        <MemberActions softwares={softwares} first={first.alias} />
      ) : (
        <>
          <LoginLink className="button primary big" to={`/${first.alias}/user/print`}>
            <Icon name="print" />
            登录，打印一张
          </LoginLink>
          <LoginLink className="button big" form="register">
            免费注册
          </LoginLink>
        </>
      )}
    </div>
  );
};
