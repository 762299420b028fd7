import { Link } from '@tanstack/react-router';
import { Time } from '@yunbiao/ui/time.tsx';
import { getAddress, type Asked } from './address.ts';
import type { Ways } from './load-search.ts';
import css from './search.module.css';

const Shorter = ({
  alias,
  asked,
  words,
}: {
  alias: string;
  asked: Asked;
  words: readonly string[];
}) => (
  <p className="medium quiet">
    可以少写几个字，比如只搜
    {words.map((word, index) => (
      <span key={word}>
        {index > 0 && '、'}
        <Link
          className="link"
          to="/$soft/search"
          params={{ soft: alias }}
          search={getAddress(asked, { q: word })}
        >
          “{word}”
        </Link>
      </span>
    ))}
    。
  </p>
);

const isNarrowed = (asked: Asked): boolean => asked.solved || asked.official || asked.recent;

/** Nothing was found: why that may be, and where to go on. */
export const Nothing = ({
  alias,
  asked,
  shorter,
}: {
  alias: string;
  asked: Asked;
  shorter: readonly string[];
}) => (
  <div className={`empty ${css.nothing}`}>
    <h2>没有找到“{asked.q}”</h2>
    {shorter.length > 0 ? (
      <Shorter alias={alias} asked={asked} words={shorter} />
    ) : (
      <p className="medium quiet">看看有没有写错的字，或者换个说法；字母大小写都行。</p>
    )}
    <div className="row">
      {isNarrowed(asked) && (
        <Link
          className="button"
          to="/$soft/search"
          params={{ soft: alias }}
          search={getAddress(asked, { solved: false, official: false, recent: false })}
        >
          去掉筛选
        </Link>
      )}
      <Link
        className="button primary"
        to="/$soft/qa/ask"
        params={{ soft: alias }}
        search={{ title: asked.q }}
      >
        把它作为问题提出来
      </Link>
      <Link className="button" to="/$soft/qa" params={{ soft: alias }}>
        看全部分类
      </Link>
    </div>
  </div>
);

/** What others ask about, and everything by group. */
export const OtherWays = ({ alias, ways }: { alias: string; ways: Ways }) => (
  <>
    {ways.hot.length > 0 && (
      <section className={css.ways}>
        <h2 className="section-title">大家在看的</h2>
        <ul className={css.hot}>
          {ways.hot.slice(0, 5).map((post) => (
            <li key={post.id}>
              <Link to="/$soft/qa/{$id}.html" params={{ soft: alias, id: post.id }}>
                {post.title}
              </Link>
              <Time at={post.activeAt} />
              <p>
                {[
                  post.groupName,
                  post.solved ? '已解决' : '',
                  post.replyCount > 0 ? `${post.replyCount}\u00A0个回答` : '还没有回答',
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </li>
          ))}
        </ul>
      </section>
    )}
    {ways.groups.length > 0 && (
      <nav className={css.ways} aria-label="问答的分类">
        <h2 className="section-title">问答的分类</h2>
        <ul className={css.groups}>
          {ways.groups.map((group) => (
            <li key={group.id}>
              <Link
                className="link"
                to="/$soft/qa"
                params={{ soft: alias }}
                search={{ gid: group.id }}
              >
                {group.name}
              </Link>
              <small className="faint">{group.postCount}</small>
            </li>
          ))}
        </ul>
      </nav>
    )}
  </>
);
