import { Link } from '@tanstack/react-router';
import { LoginLink } from '../../../kit/site/login-link.tsx';
import { useSession } from '../../../kit/site/site.tsx';
import type { Common } from '../../../kit/site/stores.ts';
import type { AskData, AskSearch } from '../load-ask.ts';
import { QuestionForm } from './ask-form.tsx';
import { Tips } from './tips.tsx';
import { useAskForm } from './use-ask.ts';
import css from './ask.module.css';

type AskPageProps = {
  alias: string;
  data: AskData;
  search: AskSearch;
  contacts: Common['contacts'];
};

const formatDraftTime = (ms: number): string =>
  new Date(ms).toLocaleTimeString('zh-CN', { hourCycle: 'h23' });

const AskPageHeader = ({
  alias,
  isEdit,
  said,
}: {
  alias: string;
  isEdit: boolean;
  said: string | false;
}) => (
  <div className="page-head">
    <div>
      <nav className="crumb" aria-label="所在位置">
        <Link to="/$soft/qa" params={{ soft: alias }}>
          问答
        </Link>
        <span aria-hidden="true">/</span>
        <span>{isEdit ? '修改问题' : '提问'}</span>
      </nav>
      <h1>{isEdit ? '修改问题' : '提一个问题'}</h1>
    </div>
    <span className="small faint push-end" role="status">
      {said}
    </span>
  </div>
);

/** Shown instead of the form to anybody but the author, who alone can edit a question. */
const EditUnavailable = ({ gone, alias }: { gone: string; alias: string }) => (
  <section className="empty">
    <h2 className="section-title">{gone ? '改不了这个问题' : '登录以后才能改'}</h2>
    <p className="medium quiet">{gone || '问题只有提问的人能改。'}</p>
    <div className="row">
      {gone ? (
        <Link className="button" to="/$soft/qa" params={{ soft: alias }}>
          查看全部问题
        </Link>
      ) : (
        <LoginLink className="button primary">登录</LoginLink>
      )}
    </div>
  </section>
);

/** Form to ask a question or to edit one's own. Guests can type; sending requires sign-in. */
export const AskPage = ({ alias, data, search, contacts }: AskPageProps) => {
  const onlyGid = data.groups.length === 1 ? (data.groups[0]?.id ?? '') : '';
  const askForm = useAskForm(alias, search, onlyGid);
  const isLogin = useSession((session) => session.isLogin);
  const isEdit = search.id !== undefined;
  const isClosed = isEdit && (!isLogin || askForm.gone !== '');
  const draftNotice = !askForm.isKept
    ? '浏览器存不下写的，离开这里就没了'
    : isEdit
      ? !isClosed && askForm.isRestored && askForm.form.changed.length > 0 && '上次未保存的修改还在'
      : askForm.at !== null && `草稿已保存，${formatDraftTime(askForm.at)}`;
  return (
    <main className="wrap">
      <AskPageHeader alias={alias} isEdit={isEdit} said={draftNotice} />
      <div className={css.asking}>
        {isClosed ? (
          <EditUnavailable alias={alias} gone={askForm.gone} />
        ) : (
          <QuestionForm alias={alias} groups={data.groups} editedId={search.id} ask={askForm} />
        )}
        <Tips contacts={contacts} />
      </div>
    </main>
  );
};
