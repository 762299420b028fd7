import { Link } from '@tanstack/react-router';
import { formatCount } from '@yunbiao/ui/format.ts';
import { Section } from '@yunbiao/ui/section.tsx';
import { LogRows } from '../log-rows.tsx';
import { QuestionRows } from '../question-rows.tsx';
import type { HomeData } from './home-data.ts';
import css from './questions-and-articles.module.css';

/** Number of displayed items; the linked pages list all. */
const MAX_SHOWN_ITEMS = 4;

export const Questions = ({ data }: { data: HomeData }) => {
  const { posts, forum, software } = data;
  if (posts.length === 0) return null;
  return (
    <Section
      title="最近的问答"
      paragraphs={[
        `${formatCount(forum.posts)} 个问题，${formatCount(forum.solved)} 个已经解决。先搜一下，多半有人问过。`,
      ]}
      link={
        <Link className="link" to="/$soft/qa" params={{ soft: software.alias }}>
          全部问答
        </Link>
      }
    >
      <QuestionRows posts={posts.slice(0, MAX_SHOWN_ITEMS)} />
    </Section>
  );
};

export const LatestUpdateLogs = ({ data }: { data: HomeData }) => {
  const logs = data.articles.filter(({ artType }) => artType === 'updateLog');
  if (logs.length === 0) return null;
  return (
    <Section
      title="最近的版本"
      paragraphs={['每个版本改了什么，影响谁，都写下来。']}
      link={
        <Link className="link" to="/$soft/updateLog" params={{ soft: data.software.alias }}>
          全部更新日志
        </Link>
      }
    >
      <LogRows logs={logs.slice(0, MAX_SHOWN_ITEMS)} />
    </Section>
  );
};

export const HelpArticles = ({ data }: { data: HomeData }) => {
  const helps = data.articles.filter(({ artType }) => artType === 'help');
  if (helps.length === 0) return null;
  return (
    <Section
      title="先看这几篇"
      paragraphs={['装客户端、配对、打印第一张，一步一步写清楚。']}
      link={
        <Link className="link" to="/$soft/article" params={{ soft: data.software.alias }}>
          全部帮助
        </Link>
      }
    >
      <ul className={css.helps}>
        {helps.slice(0, MAX_SHOWN_ITEMS).map((help) => (
          <li key={help.id}>
            <Link
              to="/$soft/article/{$id}.html"
              params={{ soft: data.software.alias, id: help.id }}
            >
              <b>{help.title}</b>
              <span>{help.summary}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
};
