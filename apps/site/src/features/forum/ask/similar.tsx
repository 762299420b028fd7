import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useApi } from '../../../kit/site/site.tsx';
import type { PostRow } from '../types.ts';
import css from './ask.module.css';

/** Asked for when the typing rests this long, ms. */
const REST_MS = 300;
const SHOWN = 5;
const NONE: readonly PostRow[] = [];

const useSimilar = (alias: string, typed: string): readonly PostRow[] => {
  const api = useApi();
  const [found, setFound] = useState(NONE);
  const title = typed.trim();
  useEffect(() => {
    if (title.length < 2) return setFound(NONE);
    const controller = new AbortController();
    const ask = async (): Promise<void> => {
      const reply = await api.call('askSimilar', { alias, title }, { signal: controller.signal });
      // A help beside the form: without it the question can be asked all the same.
      if (!controller.signal.aborted && reply.state === 'ok') setFound(reply.data.slice(0, SHOWN));
    };
    const timer = setTimeout(() => void ask(), REST_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [api, alias, title]);
  return found;
};

/** Questions like the one being typed. They open beside, so that nothing typed is left. */
export const Similar = ({ alias, title }: { alias: string; title: string }) => {
  const found = useSimilar(alias, title);
  return (
    <div role="status">
      {found.length > 0 && (
        <div className={css.like}>
          <p>有人问过类似的，先看看是不是同一件事</p>
          {found.map((post) => (
            <Link
              key={post.id}
              to="/$soft/qa/{$id}.html"
              params={{ soft: post.softwareAlias, id: post.id }}
              target="_blank"
            >
              <span>{post.title}</span>
              <small>
                {post.solved && '已解决 · '}
                {post.replyCount} 个回答
              </small>
            </Link>
          ))}
        </div>
      )}
    </div>
  );
};
